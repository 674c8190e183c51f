#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace tactus::apps {

/// A place where nothing can be written; what() names it and says why.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that appears complete or not at all: it is written beside its place,
/// under a temporary name, and moved there by Commit(). What exists but is no
/// regular file, such as /dev/stdout, is written to directly.
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
  void Discard();

  std::filesystem::path path_, temporary_;  // temporary_ is empty when done.
  std::ofstream stream_;
};

/// Makes `directory` and those above it. @throws OutputError
void MakeOutputDirectory(const std::filesystem::path& directory);

}  // namespace tactus::apps
