#include "tactus/apps/io/child_process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = 1 << 20;  // [bytes]

// `file`, or a copy of it, above the numbers of standard input, output and
// errors, which new files get where those are closed.
int Above(int file) {
  if (file < 0 || file > STDERR_FILENO) return file;
  const int above = ::fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(file);
  return above;
}

/// A file in memory that takes what a program prints.
class Sink {
 public:
  explicit Sink(const char* name)
      : file_(Above(::memfd_create(name, MFD_CLOEXEC))) {
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

/// What exec() takes, made ready before the fork.
struct Program {
  explicit Program(const ChildCommand& command)
      : arguments(command.arguments),
        environment(Environment(command.environment)) {
    arguments.insert(arguments.begin(), command.program);
    argv = Pointers(&arguments);
    envp = Pointers(&environment);
  }

  std::vector<std::string> arguments, environment;
  std::vector<char*> argv, envp;
};

// In the child, where other threads' locks may be held for ever: nothing but
// calls of the system. Writes the error to `failure`, if it comes back.
[[noreturn]] void Become(Program& program, const Sink& out, const Sink& err,
                         pid_t parent, int failure) {
  // It ends with us, however we end, and now if we already have.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  ::setpgid(0, 0);
  ::dup2(Above(::open("/dev/null", O_RDONLY | O_CLOEXEC)), STDIN_FILENO);
  ::dup2(out.file(), STDOUT_FILENO);
  ::dup2(err.file(), STDERR_FILENO);
  ::execvpe(program.argv[0], program.argv.data(), program.envp.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t size = ::write(failure, &error, sizeof error);
  ::_exit(1);
}

// Zero, or the error. The group lets all that the child starts be killed.
int Spawn(const ChildCommand& command, const Sink& out, const Sink& err,
          pid_t* pid) {
  Program program(command);
  int failure[2];
  if (::pipe2(failure, O_CLOEXEC) != 0) return errno;
  for (int& end : failure) end = Above(end);
  const pid_t parent = ::getpid();
  *pid = ::fork();
  if (*pid == 0) Become(program, out, err, parent, failure[1]);
  int error = *pid < 0 ? errno : 0;
  ::close(failure[1]);
  // Comes back empty when exec() closes the other end.
  if (*pid > 0 && ::read(failure[0], &error, sizeof error) > 0)
    ::waitpid(*pid, nullptr, 0);
  ::close(failure[0]);
  return error;
}

double SecondsSince(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

/// How a child ended, and what it used.
struct Ending {
  int status{};
  rusage usage{};

  double cpu_seconds() const {
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) +
             1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
};

void Kill(pid_t pid, Ending* ending) {
  ::kill(-pid, SIGKILL);
  ::wait4(pid, &ending->status, 0, &ending->usage);
}

// Waits, more patiently the longer it takes.
ChildResult::End Wait(pid_t pid, const ChildCommand& command,
                      const std::function<bool()>& interrupted,
                      SteadyClock::time_point start, Ending* ending) {
  for (std::chrono::microseconds pause(500);;
       pause = std::min(2 * pause, std::chrono::microseconds(20000))) {
    const pid_t ended = ::wait4(pid, &ending->status, WNOHANG, &ending->usage);
    if (ended == pid) {
      return WIFSIGNALED(ending->status) ? ChildResult::End::kSignalled
                                         : ChildResult::End::kExited;
    }
    if (interrupted && interrupted()) {
      Kill(pid, ending);
      return ChildResult::End::kInterrupted;
    }
    if (command.time_limit > 0 && SecondsSince(start) > command.time_limit) {
      Kill(pid, ending);
      return ChildResult::End::kTimedOut;
    }
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace

ChildResult RunChild(const ChildCommand& command,
                     const std::function<bool()>& interrupted) {
  const Sink out("stdout"), err("stderr");
  const SteadyClock::time_point start = SteadyClock::now();
  ChildResult result;
  pid_t pid{};
  if (const int error = Spawn(command, out, err, &pid); error != 0) {
    result.err = "cannot run " + command.program + ": " + std::strerror(error);
    return result;
  }
  Ending ending;
  result.end = Wait(pid, command, interrupted, start, &ending);
  result.seconds = SecondsSince(start);
  result.cpu_seconds = ending.cpu_seconds();
  if (result.end == ChildResult::End::kExited)
    result.code = WEXITSTATUS(ending.status);
  if (result.end == ChildResult::End::kSignalled)
    result.code = WTERMSIG(ending.status);
  result.out = out.Read();
  result.err = err.Read();
  return result;
}

std::filesystem::path OwnProgram() {
  std::error_code error;
  auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  Require(!error, "bench: /proc/self/exe does not say where the program is");
  return program;
}

}  // namespace tactus::apps
