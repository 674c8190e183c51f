#pragma once

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/apps/commands/program.h"
#include "tactus/apps/io/exit_code.h"

namespace tactus::apps {

/// What one call of the program said and returned.
struct Outcome {
  int code{};
  std::string out, err;
};

/// RunProgram, or another like it.
using Program = int (*)(int, const char* const*);

inline Outcome Call(std::vector<std::string> arguments,
                    Program program = RunProgram) {
  arguments.insert(arguments.begin(), "tactus");
  std::vector<const char*> argv;
  for (const std::string& a : arguments) argv.push_back(a.c_str());
  std::ostringstream out, err;
  std::streambuf* const old_out = std::cout.rdbuf(out.rdbuf());
  std::streambuf* const old_err = std::cerr.rdbuf(err.rdbuf());
  const int code = program(static_cast<int>(argv.size()), argv.data());
  std::cout.rdbuf(old_out);
  std::cerr.rdbuf(old_err);
  return {code, out.str(), err.str()};
}

/// One line on standard error, nothing on standard output.
inline void CheckRefused(const std::vector<std::string>& arguments,
                         const std::string& reason,
                         Program program = RunProgram) {
  const Outcome outcome = Call(arguments, program);
  INFO(outcome.err);
  CHECK(outcome.code == kUserError);
  CHECK_THAT(outcome.err, Catch::StartsWith("tactus: error: "));
  CHECK_THAT(outcome.err, Catch::Contains(reason));
  CHECK(std::ranges::count(outcome.err, '\n') == 1);
  CHECK(outcome.out.empty());
}

}  // namespace tactus::apps
