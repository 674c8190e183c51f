#include "tactus/apps/bench/peers/peer_process.h"

#include <fstream>
#include <system_error>
#include <utility>

#include <stdlib.h>

#include "tactus/apps/io/child_process.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;

std::string StatusOf(const ChildResult& result) {
  using End = ChildResult::End;
  switch (result.end) {
    case End::kTimedOut:
      return "timeout";
    case End::kNotStarted:
      return "missing";
    case End::kInterrupted:
    case End::kSignalled:
      return "killed";
    case End::kExited:
      break;
  }
  if (result.code == 0) return "ok";
  return result.err.substr(0, result.err.find('\n'));
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "tactus-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw fs::filesystem_error("cannot make a temporary folder", name,
                               std::error_code(errno, std::generic_category()));
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

double PeerOutcome::operator[](const char* key) const {
  return report.at(key).get<double>();
}

PeerOutcome RunPeer(const std::string& program,
                    std::vector<std::string> arguments, double time_limit) {
  const TemporaryFolder folder;
  const fs::path report = folder / "report.json";
  arguments.insert(arguments.end(), {"--report", report.string()});
  const ChildResult result =
      RunChild({.program = (OwnProgram().parent_path() / program).string(),
                .arguments = std::move(arguments),
                .time_limit = time_limit});
  PeerOutcome outcome{.status = StatusOf(result),
                      .report = nlohmann::json::object()};
  if (outcome.ok()) {
    std::ifstream in(report);
    outcome.report = nlohmann::json::parse(in, nullptr, false);
    if (!outcome.report.is_object())
      outcome = {.status = "no report", .report = nlohmann::json::object()};
  }
  return outcome;
}

std::vector<double> RepeatedRun::Each(
    double number(const PeerOutcome& outcome)) const {
  std::vector<double> numbers;
  for (const PeerOutcome& outcome : outcomes)
    numbers.push_back(number(outcome));
  return numbers;
}

void RunInTurn(int repeats, std::initializer_list<RepeatedRun*> runs) {
  for (int i = 0; i < repeats; ++i) {
    for (RepeatedRun* run : runs) {
      PeerOutcome outcome =
          RunPeer(run->program, run->arguments, run->time_limit);
      if (outcome.ok()) {
        run->outcomes.push_back(std::move(outcome));
      } else {
        run->problem = outcome.status;
      }
    }
  }
}

}  // namespace tactus::apps
