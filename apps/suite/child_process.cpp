#include "tactus/apps/suite/child_process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tactus::apps {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = 1 << 20;  // [bytes]

/// A file in memory that takes what a program prints.
class Sink {
 public:
  explicit Sink(const char* name) : file_(::memfd_create(name, MFD_CLOEXEC)) {
    if (file_ < 0) {
      throw std::runtime_error(
          std::string("cannot take what a program prints: ") +
          std::strerror(errno));
    }
  }
  ~Sink() { ::close(file_); }
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  int file() const { return file_; }

  std::string Read() const {
    std::string text(kMostOutput, '\0');
    const ssize_t size = ::pread(file_, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return text;
  }

 private:
  int file_;
};

// Null-terminated, as exec wants them.
std::vector<char*> Pointers(std::vector<std::string>* texts) {
  std::vector<char*> pointers;
  for (std::string& text : *texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> Environment(const std::vector<std::string>& own) {
  std::vector<std::string> all = own;
  const auto name_of = [](const std::string& text) {
    return text.substr(0, text.find('='));
  };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string name = name_of(*entry);
    if (std::ranges::find(own, name, name_of) == own.end())
      all.emplace_back(*entry);
  }
  return all;
}

// Zero, or the error. The group lets all that the child starts be killed.
int Spawn(const ChildCommand& command, const Sink& out, const Sink& err,
          pid_t* pid) {
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, out.file(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, err.file(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  std::vector<std::string> arguments = command.arguments;
  arguments.insert(arguments.begin(), command.program);
  std::vector<std::string> environment = Environment(command.environment);
  const int error = ::posix_spawnp(pid, command.program.c_str(), &files,
                                   &attributes, Pointers(&arguments).data(),
                                   Pointers(&environment).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return error;
}

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void Kill(pid_t pid, int* status) {
  ::kill(-pid, SIGKILL);
  ::waitpid(pid, status, 0);
}

// Waits, more patiently the longer it takes.
ChildResult::End Wait(pid_t pid, const ChildCommand& command,
                      const std::function<bool()>& interrupted,
                      Clock::time_point start, int* status) {
  for (std::chrono::microseconds pause(500);;
       pause = std::min(2 * pause, std::chrono::microseconds(20000))) {
    const pid_t ended = ::waitpid(pid, status, WNOHANG);
    if (ended == pid) {
      return WIFSIGNALED(*status) ? ChildResult::End::kSignalled
                                  : ChildResult::End::kExited;
    }
    if (interrupted && interrupted()) {
      Kill(pid, status);
      return ChildResult::End::kInterrupted;
    }
    if (command.time_limit > 0 && SecondsSince(start) > command.time_limit) {
      Kill(pid, status);
      return ChildResult::End::kTimedOut;
    }
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace

ChildResult RunChild(const ChildCommand& command,
                     const std::function<bool()>& interrupted) {
  const Sink out("stdout"), err("stderr");
  const Clock::time_point start = Clock::now();
  ChildResult result;
  pid_t pid{};
  if (const int error = Spawn(command, out, err, &pid); error != 0) {
    result.err = "cannot run " + command.program + ": " + std::strerror(error);
    return result;
  }
  int status{};
  result.end = Wait(pid, command, interrupted, start, &status);
  result.seconds = SecondsSince(start);
  if (result.end == ChildResult::End::kExited)
    result.code = WEXITSTATUS(status);
  if (result.end == ChildResult::End::kSignalled)
    result.code = WTERMSIG(status);
  result.out = out.Read();
  result.err = err.Read();
  return result;
}

}  // namespace tactus::apps
