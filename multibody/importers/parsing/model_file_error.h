#pragma once

#include <stdexcept>
#include <string>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody {

/// A model file that cannot be loaded. what() reads
///
///     robot.xml:12: <geom name="foot">: the mesh file assets/foot.obj is
///     missing
class ModelFileError : public std::runtime_error {
 public:
  ModelFileError(const std::string& file, int line, const std::string& element,
                 const std::string& what);

  const std::string& file() const { return file_; }
  /// Counted from 1; 0 when the whole file is meant.
  int line() const { return line_; }

 private:
  std::string file_;
  int line_;
};

/// @throws ModelFileError about `element`.
[[noreturn]] void Fail(const XmlElement& element, const std::string& what);

/// Fails unless `condition` holds.
inline void Check(bool condition, const XmlElement& element,
                  const std::string& what) {
  if (!condition) Fail(element, what);
}

}  // namespace tactus::multibody
