#include "tactus/apps/models/model_survey.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <exception>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/plain_text.h"
#include "tactus/common/require.h"
#include "tactus/common/text.h"
#include "tactus/contact/pressure/pressure_solids.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;
using multibody::Notice;
using Severity = Notice::Severity;

// What was tried in vain stands on the lines behind it.
std::string_view DropTried(std::string_view line) {
  constexpr std::string_view kTried = ": tried";
  if (line.ends_with(kTried)) line.remove_suffix(kTried.size());
  return line;
}

// The first line of a message, with names from the root on.
std::string MakeReason(std::string text, const fs::path& root) {
  text = text.substr(0, text.find('\n'));
  const std::string prefix = (root / "").string();
  for (std::size_t at = 0; (at = text.find(prefix, at)) < text.size();) {
    if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\'') {
      text.erase(at, prefix.size());
    } else {
      ++at;
    }
  }
  return MakePlain(DropTried(text));
}

// Says of `*surveyed` whether it loads, and what loading it tells.
void Load(const fs::path& file, const fs::path& root,
          const ModelFileOptions& options, SurveyedFile* surveyed) {
  try {
    LoadedModel loaded = LoadModelFile(file, options);
    // A shape that can have no pressure field is refused here.
    const contact::PressureSolids solids(loaded.model->geometries());
    surveyed->notices = loaded.report.notices();
    surveyed->idle_options = std::move(loaded.idle_options);
  } catch (const std::exception& refusal) {
    surveyed->refusal = MakeReason(refusal.what(), root);
  }
}

std::string FindRemedy(const fs::path& file, const fs::path& root,
                       const ModelFileOptions& options) {
  SurveyedFile again;
  ModelFileOptions more = options;
  more.skip_missing_meshes = true;
  Load(file, root, more, &again);
  return again.refusal.empty() ? "--skip-missing-meshes" : "";
}

// "<geom name="foot">" -> "<geom>"
std::string TagOf(const Notice& notice) {
  const auto end = notice.element.find(' ');
  return end == std::string::npos ? notice.element
                                  : notice.element.substr(0, end) + ">";
}

bool IsWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// Behind a quoted text that starts at i.
std::size_t SkipQuoted(std::string_view text, std::size_t i) {
  const auto end = text.find(text[i], i + 1);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// Behind a number, or the path of a file, if one starts at i; else i.
std::size_t SkipNumberOrPath(std::string_view text, std::size_t i) {
  const std::size_t end = std::min(text.find(' ', i), text.size());
  const std::string_view word = text.substr(i, end - i);
  if (std::ranges::count(word, '/') > 1) return end;
  if (!std::isdigit(static_cast<unsigned char>(text[i]))) return i;
  while (i < end && (IsWord(text[i]) || text[i] == '.' || text[i] == '-')) ++i;
  return i;
}

// The first line of a message with "..." for each quoted name, number and file;
// of an attribute the name stays and the value goes.
std::string MakeKind(std::string_view message) {
  constexpr std::string_view kAttribute = "attribute ", kValue = " = '";
  message = DropTried(message.substr(0, message.find('\n')));
  std::string kind;
  for (std::size_t i = 0; i < message.size();) {
    if (message.substr(i).starts_with(kValue)) {
      i = SkipQuoted(message, i + kValue.size() - 1);
      continue;
    }
    std::size_t end = i;
    const char c = message[i];
    const bool starts = i == 0 || !IsWord(message[i - 1]);
    if (starts && (c == '\'' || c == '"')) {
      end = SkipQuoted(message, i);
    } else if (starts) {
      end = SkipNumberOrPath(message, i);
    }
    if (end == i) {
      kind += message[i++];
      continue;
    }
    kind += kind.ends_with(kAttribute) ? message.substr(i, end - i) : "...";
    i = end;
  }
  return kind;
}

// Markdown's own characters as they are.
std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '*' || c == '_') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string CollectionOf(const SurveyedFile& file) {
  return file.name.substr(0, file.name.find('/'));
}

bool HasPhysics(const SurveyedFile& file) {
  return std::ranges::any_of(file.notices, [](const Notice& notice) {
    return notice.severity != Severity::kCosmetic;
  });
}

struct Counts {
  int listed{}, here{}, loaded{}, whole{};

  void Add(const SurveyedFile& file) {
    ++listed;
    if (!file.is_here) return;
    ++here;
    if (!file.refusal.empty()) return;
    ++loaded;
    if (!HasPhysics(file)) ++whole;
  }
};

std::string FormatCollections(const std::vector<SurveyedFile>& files) {
  std::map<std::string, Counts> collections;
  Counts all;
  for (const SurveyedFile& file : files) {
    collections[CollectionOf(file)].Add(file);
    all.Add(file);
  }
  std::string text =
      "| collection | files | here | load | with all of their physics |\n"
      "|---|---|---|---|---|\n";
  const auto add = [&](const std::string& name, const Counts& counts) {
    text +=
        fmt::format("| {} | {} | {} | {} | {} |\n", Escape(name), counts.listed,
                    counts.here, counts.loaded, counts.whole);
  };
  for (const auto& [name, counts] : collections) add(name, counts);
  add("all", all);
  return text;
}

std::string FormatRefusals(const std::vector<SurveyedFile>& files) {
  std::string text =
      "\n| file that does not load | why | loads with |\n|---|---|---|\n";
  bool any = false;
  for (const SurveyedFile& file : files) {
    if (file.refusal.empty()) continue;
    any = true;
    std::string why = file.refusal;
    if (why.starts_with(file.name)) why.erase(0, file.name.size() + 1);
    text += fmt::format("| {} | {} | {} |\n", Escape(file.name), Escape(why),
                        file.remedy.empty() ? "-" : "`" + file.remedy + "`");
  }
  return any ? text : "";
}

struct Kind {
  Severity severity{};
  std::string tag, message;
  std::set<std::string> files = {};
  int places = 0;
};

std::vector<Kind> SortKinds(const std::vector<SurveyedFile>& files) {
  std::map<std::string, Kind> kinds;
  for (const SurveyedFile& file : files) {
    for (const Notice& notice : file.notices) {
      Kind kind{.severity = notice.severity,
                .tag = TagOf(notice),
                .message = MakeKind(notice.message)};
      const std::string key = fmt::format(
          "{} {} {}", static_cast<int>(kind.severity), kind.tag, kind.message);
      Kind& known = kinds.emplace(key, std::move(kind)).first->second;
      known.files.insert(file.name);
      known.places += notice.count;
    }
  }
  std::vector<Kind> sorted;
  for (const auto& [key, kind] : kinds) sorted.push_back(kind);
  std::ranges::stable_sort(sorted, [](const Kind& a, const Kind& b) {
    return a.severity != b.severity ? a.severity > b.severity
                                    : a.files.size() > b.files.size();
  });
  return sorted;
}

std::string FormatKinds(const std::vector<SurveyedFile>& files) {
  constexpr std::array<std::string_view, 3> kWhat = {"looks", "approximated",
                                                     "left out"};
  std::string text =
      "\n| physics | element | what is said of it | files | places |\n"
      "|---|---|---|---|---|\n";
  const std::vector<Kind> kinds = SortKinds(files);
  for (const Kind& kind : kinds) {
    text += fmt::format("| {} | {} | {} | {} | {} |\n",
                        kWhat[static_cast<std::size_t>(kind.severity)],
                        Escape(MakePlain(kind.tag)),
                        Escape(MakePlain(kind.message)), kind.files.size(),
                        kind.places);
  }
  return kinds.empty() ? "" : text;
}

}  // namespace

bool IsModelList(const fs::path& file) {
  return file.extension() == ".txt";
}

std::vector<std::string> ReadModelList(const fs::path& file) {
  std::ifstream in(file);
  Require(in.is_open(), "cannot read '" + file.string() + "'");
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    std::string name(
        TrimBlanks(std::string_view(line).substr(0, line.find('#'))));
    if (!name.empty()) names.push_back(std::move(name));
  }
  Require(!names.empty(),
          "the list '" + file.string() + "' names no model file");
  return names;
}

std::vector<SurveyedFile> SurveyModels(const std::vector<std::string>& names,
                                       const fs::path& folder,
                                       const ModelFileOptions& options) {
  const fs::path root = folder.empty() ? fs::path(".") : folder;
  ModelFileOptions own = options;
  own.one_of_several = true;
  std::vector<SurveyedFile> files;
  for (const std::string& name : names) {
    SurveyedFile& file = files.emplace_back(SurveyedFile{.name = name});
    const fs::path path = root / name;
    file.is_here = fs::is_regular_file(path);
    if (!file.is_here) continue;
    Load(path, root, own, &file);
    if (!file.refusal.empty()) file.remedy = FindRemedy(path, root, own);
  }
  return files;
}

std::vector<std::string> FindUnusedOptions(
    const std::vector<SurveyedFile>& files) {
  std::optional<std::vector<std::string>> idle;  // For all files so far.
  for (const SurveyedFile& file : files) {
    if (!file.is_here) continue;
    if (!file.refusal.empty()) return {};
    if (!idle) idle = file.idle_options;
    std::erase_if(*idle, [&](const std::string& option) {
      return std::ranges::count(file.idle_options, option) == 0;
    });
  }
  return idle.value_or(std::vector<std::string>{});
}

std::string FormatSurvey(const std::vector<SurveyedFile>& files) {
  return FormatCollections(files) + FormatRefusals(files) + FormatKinds(files);
}

}  // namespace tactus::apps
