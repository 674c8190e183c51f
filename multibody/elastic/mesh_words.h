#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/multibody/elastic/tetrahedral_mesh_file.h"

namespace tactus::multibody {

/// Hands out the words of a mesh file's text one by one and knows their lines.
class MeshWords {
 public:
  /// `name` is the file's, for messages; it stays alive.
  MeshWords(std::string_view text, const std::string& name)
      : rest_(text), name_(name) {}

  /// Empty at the end.
  std::string_view Next() {
    constexpr std::string_view kBlanks = " \t\r\n";
    const auto begin = std::min(rest_.find_first_not_of(kBlanks), rest_.size());
    line_ += static_cast<int>(std::ranges::count(rest_.substr(0, begin), '\n'));
    rest_.remove_prefix(begin);
    const auto end = std::min(rest_.find_first_of(kBlanks), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }
  /// What is left of a line, if no more than its end.
  void SkipLine() {
    const auto end = rest_.find('\n');
    if (end != std::string_view::npos) ++line_;
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  }
  /// False, at the end, if `word` does not come any more.
  bool SkipTo(std::string_view word) {
    for (auto next = Next(); !next.empty(); next = Next()) {
      if (next == word) return true;
    }
    return false;
  }
  void Expect(std::string_view word) {
    const std::string_view next = Next();
    if (next == word) return;
    Fail(next.empty()
             ? "the file ends where " + std::string(word) + " should be"
             : "'" + std::string(next) + "' stands where " + std::string(word) +
                   " should");
  }

  /// To a line that begins with `word`, and behind it.
  void SkipToLine(std::string_view word) {
    SkipLine();
    for (auto next = Next(); next != word; next = Next()) {
      if (next.empty())
        Fail("the file ends where " + std::string(word) + " should be");
      SkipLine();
    }
  }

  int Integer(std::string_view what);
  int Count(std::string_view what) { return ToCount(Next(), what); }
  /// Of a word that has been read.
  int ToCount(std::string_view word, std::string_view what);
  double Number(std::string_view what);
  Vector3d Position();

  [[noreturn]] void Fail(const std::string& what) const {
    throw TetrahedralMeshFileError(name_ + ":" + std::to_string(line_) + ": " +
                                   what);
  }

 private:
  template <class T>
  T Convert(std::string_view word, std::optional<T> (*parse)(std::string_view),
            std::string_view kind, std::string_view what) const;

  std::string_view rest_;
  const std::string& name_;
  int line_ = 1;
};

/// Nodes as a file numbers them, and tetrahedra of these.
struct RawTetrahedra {
  std::map<int, Vector3d> nodes;
  std::vector<std::array<int, 4>> tetrahedra;
};

/// A cell left out is a hole in the body, but not of those without a volume.
[[noreturn]] inline void FailAtSolid(const MeshWords& words,
                                     std::string_view what, int type,
                                     std::string_view name) {
  words.Fail(std::string(what) + " of type " + std::to_string(type) + ", " +
             std::string(name) +
             ", is no tetrahedron of four nodes: write the mesh in these "
             "alone, of the first order");
}

}  // namespace tactus::multibody
