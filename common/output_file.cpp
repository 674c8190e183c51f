#include "tactus/common/output_file.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace tactus {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const fs::path& path, const std::string& why) {
  throw OutputError("cannot write " + path.string() + ": " + why);
}

// Whether it is the file that a stream of this program is sent to.
bool IsStream(const fs::path& path, int descriptor) {
  struct stat file, stream;
  return ::stat(path.c_str(), &file) == 0 &&
         ::fstat(descriptor, &stream) == 0 && file.st_dev == stream.st_dev &&
         file.st_ino == stream.st_ino;
}

bool IsSpecial(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return false;
  return !fs::is_regular_file(status) || IsStream(path, STDOUT_FILENO) ||
         IsStream(path, STDERR_FILENO);
}

// Where the links of a path lead, if there are any.
fs::path FollowLinks(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? path : target;
}

// What is not empty stays: remove() fails.
void RemoveEmpty(const std::vector<fs::path>& directories) {
  std::error_code error;
  for (const fs::path& each : directories) fs::remove(each, error);
}

}  // namespace

void OutputFile::Buffer::Note(bool succeeded) {
  if (!succeeded && error_ == 0) error_ = errno;
}

std::filebuf::int_type OutputFile::Buffer::overflow(int_type c) {
  const int_type result = std::filebuf::overflow(c);
  Note(result != traits_type::eof());
  return result;
}

std::streamsize OutputFile::Buffer::xsputn(const char* text,
                                           std::streamsize size) {
  const std::streamsize written = std::filebuf::xsputn(text, size);
  Note(written == size);
  return written;
}

int OutputFile::Buffer::sync() {
  const int result = std::filebuf::sync();
  Note(result == 0);
  return result;
}

OutputFile::OutputFile(fs::path path)
    : path_(std::move(path)),
      target_(FollowLinks(path_)),
      buffer_(std::make_unique<Buffer>()),
      stream_(buffer_.get()) {
  std::error_code error;
  if (fs::is_directory(path_, error)) Fail(path_, "it is a directory");
  const bool special = IsSpecial(path_);
  if (!special) {
    temporary_ = target_;
    temporary_ += ".part-" + std::to_string(::getpid());
  }
  if (buffer_->open(special ? path_ : temporary_,
                    std::ios::binary | std::ios::out) == nullptr) {
    const int cause = errno;
    temporary_.clear();
    Fail(path_, std::strerror(cause));
  }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      buffer_(std::move(other.buffer_)),
      stream_(buffer_.get()) {
  stream_.setstate(other.stream_.rdstate());
}

OutputFile::~OutputFile() {
  Discard();
}

void OutputFile::Discard() {
  if (temporary_.empty()) return;
  buffer_->close();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
  temporary_.clear();
}

void OutputFile::Commit() {
  stream_.flush();
  const bool closed = buffer_->close() != nullptr;
  const int cause = buffer_->error() != 0 ? buffer_->error() : errno;
  if (stream_.fail() || !closed) {
    Discard();
    Fail(path_, std::strerror(cause));
  }
  if (temporary_.empty()) return;
  std::error_code error;
  fs::rename(temporary_, target_, error);
  if (error) {
    Discard();
    Fail(path_, error.message());
  }
  temporary_.clear();
}

void RequireNoInput(const fs::path& path, const std::vector<fs::path>& inputs) {
  std::error_code error;
  for (const fs::path& input : inputs) {
    if (fs::equivalent(path, input, error)) {
      Fail(path, "it is what is read (" + input.string() + ")");
    }
  }
}

void WriteFile(const fs::path& path,
               const std::function<void(std::ostream*)>& write) {
  OutputFile file(path);
  write(&file.stream());
  file.Commit();
}

void WriteFile(const fs::path& path, std::string_view bytes) {
  WriteFile(path, [&](std::ostream* out) { *out << bytes; });
}

std::vector<fs::path> MakeOutputDirectory(const fs::path& directory) {
  std::vector<fs::path> made;
  std::error_code error;
  for (fs::path each = directory; !each.empty() && !fs::exists(each, error);
       each = each.parent_path())
    made.push_back(each);
  fs::create_directories(directory, error);
  if (error) {
    RemoveEmpty(made);
    Fail(directory, error.message());
  }
  if (!fs::is_directory(directory)) Fail(directory, "it is not a directory");
  return made;
}

OutputDirectory::~OutputDirectory() {
  RemoveEmpty(made_);
}

}  // namespace tactus
