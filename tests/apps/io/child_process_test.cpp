#include "tactus/apps/io/child_process.h"

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tactus::apps {
namespace {

using End = ChildResult::End;

ChildCommand Shell(const std::string& script) {
  return {.program = "sh", .arguments = {"-c", script}};
}

TEST_CASE(
    "RunChild: a child that prints and exits -> its output and exit code") {
  const ChildResult child =
      RunChild(Shell("echo said; echo complained >&2; exit 3"));
  CHECK(child.end == End::kExited);
  CHECK(child.code == 3);
  CHECK(child.out == "said\n");
  CHECK(child.err == "complained\n");
  CHECK(child.seconds > 0);
}

TEST_CASE(
    "RunChild: a child that computes, one that sleeps -> their CPU times") {
  const ChildResult busy = RunChild(
      {.program = "sh",
       .arguments = {"-c",
                     "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"}});
  CHECK(busy.cpu_seconds > 0.01);
  CHECK(busy.cpu_seconds <= busy.seconds + 0.05);
  const ChildResult idle = RunChild({.program = "sleep", .arguments = {"0.3"}});
  CHECK(idle.seconds >= 0.3);
  CHECK(idle.cpu_seconds < 0.1);
}

TEST_CASE(
    "RunChild: arguments with blanks and quotes -> as they are, no input") {
  const ChildResult child = RunChild(
      {.program = "sh",
       .arguments = {"-c", "cat; printf '%s|' \"$@\"", "sh", "a b", "'", ""}});
  CHECK(child.out == "a b|'||");
}

// As a service may start us.
TEST_CASE("RunChild: our own standard files are closed -> its are not") {
  for (const int most : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    std::vector<int> kept;
    for (int file = 0; file <= most; ++file) {
      kept.push_back(::fcntl(file, F_DUPFD_CLOEXEC, 10));
      ::close(file);
    }
    const ChildResult child =
        RunChild(Shell("cat && echo said && echo complained >&2"));
    const ChildResult none = RunChild({.program = "tactus-no-such-program"});
    for (int file = 0; file <= most; ++file) {
      ::dup2(kept[file], file);
      ::close(kept[file]);
    }
    INFO(most);
    CHECK(child.code == 0);
    CHECK(child.out == "said\n");
    CHECK(child.err == "complained\n");
    CHECK_THAT(none.err, Catch::Contains("cannot run tactus-no-such-program"));
  }
}

TEST_CASE(
    "RunChild: environment variables -> added, replaced, others inherited") {
  ChildCommand command = Shell("echo $TACTUS_TEST $HOME; test -n \"$PATH\"");
  command.environment = {"TACTUS_TEST=new", "HOME=elsewhere"};
  const ChildResult child = RunChild(command);
  CHECK(child.out == "new elsewhere\n");
  CHECK(child.code == 0);
}

// "gone": it is, or a zombie that nobody has waited for; on a busy machine it
// takes its time to die.
std::string AwaitEndOf(int pid) {
  return RunChild(Shell("for i in $(seq 1000); do"
                        "  state=$(cat /proc/" +
                        std::to_string(pid) +
                        "/stat 2>&1);"
                        "  case $state in *'No such'*|*') Z '*|*') X '*)"
                        "    echo gone; exit;; esac;"
                        "  sleep 0.02;"
                        "done; echo $state"))
      .out;
}

// The grandchild holds the pipe of its own life: were it left, it would leave
// the file that says so.
TEST_CASE(
    "RunChild: a time limit -> the child and its own children are killed") {
  ChildCommand command = Shell("sleep 1000 & echo $!; wait");
  command.time_limit = 0.2;
  const ChildResult child = RunChild(command);
  CHECK(child.end == End::kTimedOut);
  CHECK(child.seconds >= 0.2);
  CHECK(AwaitEndOf(std::stoi(child.out)) == "gone\n");
}

TEST_CASE("RunChild: its caller is killed -> the child ends, too") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder / "pid";
  const pid_t runner = ::fork();
  if (runner == 0) {
    RunChild(Shell("echo $$ > '" + file.string() + "'; exec sleep 1000"));
    ::_exit(0);
  }
  std::string pid;
  while (!pid.ends_with('\n')) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (std::filesystem::exists(file)) pid = ReadText(file);
  }
  ::kill(runner, SIGKILL);
  ::waitpid(runner, nullptr, 0);
  CHECK(AwaitEndOf(std::stoi(pid)) == "gone\n");
}

TEST_CASE(
    "RunChild: a child that a signal ends -> signalled, and which signal") {
  const ChildResult child = RunChild(Shell("kill -SEGV $$"));
  CHECK(child.end == End::kSignalled);
  CHECK(child.code == SIGSEGV);
}

TEST_CASE("RunChild: a stop request -> the child is interrupted") {
  int asked = 0;
  const ChildResult child =
      RunChild(Shell("sleep 1000"), [&] { return ++asked > 3; });
  CHECK(child.end == End::kInterrupted);
}

TEST_CASE("RunChild: no such program -> not started, the program is named") {
  const ChildResult child = RunChild({.program = "tactus-no-such-program"});
  CHECK(child.end == End::kNotStarted);
  CHECK_THAT(child.err, Catch::Contains("tactus-no-such-program"));
}

TEST_CASE("RunChild: output of three megabytes -> the first one is kept") {
  const ChildResult child =
      RunChild(Shell("head -c 3000000 /dev/zero | tr '\\0' x"));
  CHECK(child.out == std::string(1 << 20, 'x'));
}

}  // namespace
}  // namespace tactus::apps
