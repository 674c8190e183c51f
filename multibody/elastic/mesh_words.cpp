#include "tactus/multibody/elastic/mesh_words.h"

#include "tactus/common/text.h"

namespace tactus::multibody {

template <class T>
T MeshWords::Convert(std::string_view word,
                     std::optional<T> (*parse)(std::string_view),
                     std::string_view kind, std::string_view what) const {
  if (word.empty())
    Fail("the file ends where " + std::string(what) + " should be");
  const std::optional<T> value = parse(word);
  if (!value) {
    Fail(std::string(what) + " '" + std::string(word) + "' is not " +
         std::string(kind));
  }
  return *value;
}

int MeshWords::Integer(std::string_view what) {
  return Convert(Next(), ParseInteger, "an integer", what);
}

// Each takes a digit and a blank at the least.
int MeshWords::ToCount(std::string_view word, std::string_view what) {
  const int count = Convert(word, ParseInteger, "an integer", what);
  if (count < 0 || static_cast<std::size_t>(count) > rest_.size())
    Fail(std::string(what) + " " + std::to_string(count) +
         " is more than the file can hold, or negative");
  return count;
}

double MeshWords::Number(std::string_view what) {
  return Convert(Next(), ParseNumber, "a finite number", what);
}

Vector3d MeshWords::Position() {
  Vector3d p;
  for (int i = 0; i < 3; ++i) p[i] = Number("a coordinate");
  return p;
}

}  // namespace tactus::multibody
