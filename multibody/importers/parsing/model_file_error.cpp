#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody {
namespace {

std::string MakeMessage(const std::string& file, int line,
                        const std::string& element, const std::string& what) {
  std::string message = file;
  if (line > 0) message += ":" + std::to_string(line);
  if (!element.empty()) message += ": " + element;
  return message + ": " + what;
}

}  // namespace

ModelFileError::ModelFileError(const std::string& file, int line,
                               const std::string& element,
                               const std::string& what)
    : std::runtime_error(MakeMessage(file, line, element, what)),
      file_(file),
      line_(line) {}

void Fail(const XmlElement& element, const std::string& what) {
  throw ModelFileError(*element.file, element.line, to_string(element), what);
}

}  // namespace tactus::multibody
