#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace tactus {

/// A place where nothing can be written; what() names it and says why.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that appears complete or not at all: it is written beside its place,
/// under a temporary name, and moved there by Commit(); through links, where
/// these lead. What exists but is no regular file, such as a pipe, or is where
/// this program's streams are sent to, such as /dev/stdout, is written to
/// directly.
class OutputFile {
 public:
  /// Opens the temporary file, so that an unwritable place is found before work
  /// is done. @throws OutputError
  explicit OutputFile(std::filesystem::path path);
  /// Without Commit() no trace is left.
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;

  std::ostream& stream() { return stream_; }
  const std::filesystem::path& path() const { return path_; }

  /// @throws OutputError, for a full disk say; then nothing is left.
  void Commit();

 private:
  /// Keeps the cause of what first went wrong, which later calls overwrite.
  class Buffer : public std::filebuf {
   public:
    int error() const { return error_; }

   protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

   private:
    void Note(bool succeeded);
    int error_ = 0;
  };

  void Discard();

  std::filesystem::path path_, target_;  // target_ is no link.
  std::filesystem::path temporary_;      // Empty when done.
  std::unique_ptr<Buffer> buffer_;
  std::ostream stream_;
};

/// @throws OutputError if `path` is one of `inputs`, by whatever name.
void RequireNoInput(const std::filesystem::path& path,
                    const std::vector<std::filesystem::path>& inputs);

/// A whole file, complete or not at all: of `bytes`, or of what `write` writes.
/// @throws OutputError
void WriteFile(const std::filesystem::path& path, std::string_view bytes);
void WriteFile(const std::filesystem::path& path,
               const std::function<void(std::ostream*)>& write);

/// Makes `directory` and those above it. Returns those that were not there, the
/// innermost first. @throws OutputError
std::vector<std::filesystem::path> MakeOutputDirectory(
    const std::filesystem::path& directory);

/// A directory for what comes out, made with those above it; what is empty in
/// the end goes again.
class OutputDirectory {
 public:
  /// @throws OutputError
  explicit OutputDirectory(const std::filesystem::path& directory)
      : made_(MakeOutputDirectory(directory)) {}
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

 private:
  std::vector<std::filesystem::path> made_;
};

}  // namespace tactus
