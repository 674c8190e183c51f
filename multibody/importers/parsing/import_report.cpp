#include "tactus/multibody/importers/parsing/import_report.h"

#include <algorithm>
#include <utility>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody {

std::string to_string(const Notice& notice) {
  const bool cosmetic = notice.severity == Notice::Severity::kCosmetic;
  const std::string line =
      notice.line > 0 ? ":" + std::to_string(notice.line) : "";
  std::string text = notice.file + line +
                     (cosmetic ? ": note: " : ": warning: ") + notice.element +
                     ": " + notice.message;
  if (notice.count > 1) {
    text += " (and " + std::to_string(notice.count - 1) + " more)";
  }
  return text;
}

void ImportReport::Add(Notice::Severity severity, const XmlElement& element,
                       std::string_view message) {
  Insert({.severity = severity,
          .file = *element.file,
          .line = element.line,
          .element = to_string(element),
          .message = std::string(message)},
         element);
}

void ImportReport::AddCommon(Notice::Severity severity,
                             const XmlElement& element,
                             std::string_view message) {
  Insert({.severity = severity,
          .file = *element.file,
          .line = element.line,
          .element = "<" + element.tag + ">",
          .message = std::string(message)},
         element);
}

void ImportReport::Insert(Notice notice, const XmlElement& element) {
  if (strict_ && notice.severity != Notice::Severity::kCosmetic) {
    Fail(element, notice.message + " (refused because loading is strict)");
  }
  const auto same = std::find_if(
      notices_.begin(), notices_.end(), [&notice](const Notice& other) {
        return other.file == notice.file && other.element == notice.element &&
               other.message == notice.message;
      });
  if (same != notices_.end()) {
    ++same->count;
  } else {
    notices_.push_back(std::move(notice));
  }
}

int ImportReport::CountPhysics() const {
  return static_cast<int>(
      std::count_if(notices_.begin(), notices_.end(), [](const Notice& notice) {
        return notice.severity != Notice::Severity::kCosmetic;
      }));
}

}  // namespace tactus::multibody
