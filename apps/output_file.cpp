#include "tactus/apps/output_file.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const fs::path& path, const std::string& why) {
  throw OutputError("cannot write " + path.string() + ": " + why);
}

std::string LastError() {
  return std::strerror(errno);
}

bool IsSpecial(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status);
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  if (fs::is_directory(path_, error)) Fail(path_, "it is a directory");
  const bool special = IsSpecial(path_);
  if (!special) {
    temporary_ = path_;
    temporary_ += ".part-" + std::to_string(::getpid());
  }
  errno = 0;
  stream_.open(special ? path_ : temporary_, std::ios::binary);
  if (!stream_) {
    temporary_.clear();
    Fail(path_, LastError());
  }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      stream_(std::move(other.stream_)) {}

OutputFile::~OutputFile() {
  Discard();
}

void OutputFile::Discard() {
  if (temporary_.empty()) return;
  stream_.close();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
  temporary_.clear();
}

void OutputFile::Commit() {
  errno = 0;
  stream_.close();
  if (stream_.fail()) {
    const std::string why = LastError();
    Discard();
    Fail(path_, why);
  }
  if (temporary_.empty()) return;
  std::error_code error;
  fs::rename(temporary_, path_, error);
  if (error) {
    Discard();
    Fail(path_, error.message());
  }
  temporary_.clear();
}

void MakeOutputDirectory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) Fail(directory, error.message());
  if (!fs::is_directory(directory)) Fail(directory, "it is not a directory");
}

}  // namespace tactus::apps
