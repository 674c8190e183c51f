#include "tactus/apps/bench/suite/run_spec.h"

#include <string_view>

#include <spdlog/fmt/fmt.h>

namespace tactus::apps {

std::string FormatNumber(double value) {
  return fmt::format("{:g}", value);
}

std::string FormatExactly(double value) {
  return fmt::format("{}", value);
}

std::vector<std::string> CommandLine(const RunSpec& spec) {
  std::vector<std::string> words = {spec.program};
  if (!spec.is_peer()) words.emplace_back("run");
  // A file's name is no option, whatever it begins with.
  words.push_back((spec.scene.starts_with('-') ? "./" : "") + spec.scene);
  const auto add = [&](const char* flag, std::string value) {
    words.emplace_back(flag);
    words.push_back(std::move(value));
  };
  add("--duration", FormatExactly(spec.duration));
  words.insert(words.end(), spec.settings.begin(), spec.settings.end());
  if (spec.accuracy) add("--accuracy", FormatExactly(*spec.accuracy));
  if (spec.step) add("--step", FormatExactly(*spec.step));
  if (!spec.error_norm.empty()) add("--error-norm", spec.error_norm);
  return words;
}

std::string JoinForShell(const std::vector<std::string>& words) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "-_./=+,:@%";
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) {
      if (c == '\'') {
        text += "'\\''";
      } else {
        text += c;
      }
    }
    text += '\'';
  }
  return text;
}

std::string KeyOf(const RunSpec& spec) {
  std::string key = JoinForShell(CommandLine(spec));
  if (spec.reference) key += " # reference";
  if (!spec.page.empty()) key += " # page " + spec.page;
  if (spec.log_signals.empty()) return key;
  return fmt::format("{} # logs {} at {} Hz", key,
                     fmt::join(spec.log_signals, " "), spec.log_rate);
}

std::string FormatSetting(const RunSpec& spec) {
  if (spec.accuracy) return "accuracy " + FormatNumber(*spec.accuracy);
  if (spec.step) return "step " + FormatNumber(*spec.step) + " s";
  return "defaults";
}

}  // namespace tactus::apps
