#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// Adds an option to a command, or an operand.
/// @param usage  its name, and what the help calls its value: "--step H".
/// @param value  what is given goes there.
template <class T>
CLI::Option* AddOption(CLI::App* command, const std::string& usage, T* value,
                       const std::string& help) {
  const std::size_t space = usage.find(' ');
  return command->add_option(usage.substr(0, space), *value, help)
      ->type_name(usage.substr(space + 1));
}

/// Likewise one that may be given several times, with a value each.
template <class T>
CLI::Option* AddRepeatedOption(CLI::App* command, const std::string& usage,
                               std::vector<T>* values,
                               const std::string& help) {
  return AddOption(command, usage, values, help)->expected(1)->take_all();
}

/// Likewise one whose values stand behind it with commas between them.
template <class T>
CLI::Option* AddListOption(CLI::App* command, const std::string& usage,
                           std::vector<T>* values, const std::string& help) {
  return AddOption(command, usage, values, help)->delimiter(',');
}

/// @throws std::invalid_argument naming the option, for a value that is not
/// finite and positive, if there is one.
void RequirePositive(const char* option, const std::optional<double>& value);

/// Parses the arguments, which runs the commands that stand there, as a program
/// does: errors are one line on standard error, with the name that was probably
/// meant where a command or an option is unknown.
/// @param exit_code  what the commands leave there.
/// @returns an ExitCode: theirs, or kUserError.
int RunCommandLine(CLI::App* app, int argc, const char* const* argv,
                   const int* exit_code);

}  // namespace tactus::apps
