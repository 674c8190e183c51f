#include "tactus/apps/io/command_line.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/exit_code.h"
#include "tactus/apps/io/plain_text.h"
#include "tactus/common/require.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::apps {
namespace {

int ReportError(std::string_view message) {
  std::cerr << "tactus: error: " << MakePlain(message) << '\n';
  return kUserError;
}

// What is lost there nobody else would tell.
int FlushOutput(int exit_code) {
  errno = 0;
  if (std::cout.flush()) return exit_code;
  const int error = errno;
  std::cout.clear();
  return ReportError(
      "cannot write to standard output" +
      (error == 0 ? std::string() : std::string(": ") + std::strerror(error)));
}

// CLI11 would only say that a command is missing.
void RequireKnownCommand(const CLI::App& app, int argc,
                         const char* const* argv) {
  const auto commands = app.get_subcommands(nullptr);
  if (commands.empty() || argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> known;
  for (const CLI::App* command : commands) {
    if (command->get_name() == argv[1]) return;
    known.push_back(command->get_name());
  }
  throw std::invalid_argument(std::string("there is no command '") + argv[1] +
                              "'; " + multibody::Suggest(argv[1], known));
}

// "; did you mean '--accuracy'?" for the first word that looks like an option
// and is none of the command's, or of a program's without commands.
std::string SuggestOption(const CLI::App& app, int argc,
                          const char* const* argv) {
  const auto parsed = app.get_subcommands();
  if (parsed.empty() && !app.get_subcommands(nullptr).empty()) return "";
  const CLI::App& command = parsed.empty() ? app : *parsed.front();
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames())
      known.push_back("--" + name);
  }
  for (int i = 1; i < argc; ++i) {
    const std::string_view word(argv[i]);
    const std::string name(word.substr(0, word.find('=')));
    if (!name.starts_with("--") || std::ranges::count(known, name) > 0)
      continue;
    const std::string hint = multibody::Suggest(name, known);
    return hint.starts_with("did you mean") ? "; " + hint : "";
  }
  return "";
}

// CLI11 says "Could not convert: --duration = abc"; what is read from words is
// a number wherever that can fail.
std::string ExplainConversion(const std::string& message) {
  const std::size_t name = message.find(": "), sign = message.find(" = ");
  if (name == std::string::npos || sign == std::string::npos) return message;
  return message.substr(name + 2, sign - name - 2) + " takes a number, not '" +
         message.substr(sign + 3) + "'";
}

// "target is required", of which command, and where it says what that is.
std::string ExplainMissing(const CLI::App& app, const std::string& message) {
  const auto parsed = app.get_subcommands();
  if (parsed.empty()) return message;
  const std::string command = app.get_name() + " " + parsed.front()->get_name();
  return command + ": " + message + "; '" + command +
         " --help' says what it is";
}

}  // namespace

void RequirePositive(const char* option, const std::optional<double>& value) {
  Require(!value || (std::isfinite(*value) && *value > 0),
          fmt::format("{} must be a positive number, not {}", option,
                      value.value_or(0)));
}

int RunCommandLine(CLI::App* app, int argc, const char* const* argv,
                   const int* exit_code) {
  try {
    RequireKnownCommand(*app, argc, argv);
    app->parse(argc, argv);
  } catch (const CLI::Success& request) {
    return FlushOutput(app->exit(request));  // --help and --version
  } catch (const CLI::ExtrasError& error) {
    return ReportError(error.what() + SuggestOption(*app, argc, argv));
  } catch (const CLI::ConversionError& error) {
    return ReportError(ExplainConversion(error.what()));
  } catch (const CLI::RequiredError& error) {
    return ReportError(ExplainMissing(*app, error.what()));
  } catch (const CLI::ParseError& error) {
    return ReportError(error.what());
  } catch (const std::bad_alloc&) {
    return ReportError("there is not enough memory");
  } catch (const std::exception& error) {
    return ReportError(error.what());
  } catch (...) {
    return ReportError("an exception of unknown type");
  }
  return FlushOutput(*exit_code);
}

}  // namespace tactus::apps
