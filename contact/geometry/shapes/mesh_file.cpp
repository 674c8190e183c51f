#include "tactus/contact/geometry/shapes/mesh_file.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <map>

#include "tactus/common/read_file.h"
#include "tactus/common/text.h"
#include "tactus/contact/geometry/shapes/mesh_scene.h"

namespace tactus::contact {
namespace {

// Hands out the lines of a text one by one and knows where it is.
class LineReader {
 public:
  LineReader(std::string_view text, const std::string& name)
      : rest_(text), name_(name) {}

  // False at the end. An OBJ line may go on after a backslash at its end.
  bool Next(std::vector<std::string_view>* words) {
    if (rest_.empty()) return false;
    words->clear();
    for (bool goes_on = true; goes_on && !rest_.empty();) {
      ++line_number_;
      const auto end = std::min(rest_.find('\n'), rest_.size());
      const auto more = SplitWords(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      words->insert(words->end(), more.begin(), more.end());
      goes_on = !words->empty() && words->back() == "\\";
      if (goes_on) words->pop_back();
    }
    return true;
  }

  [[noreturn]] void Fail(const std::string& what) const {
    throw MeshFileError(name_ + ":" + std::to_string(line_number_) + ": " +
                        what);
  }

  // The position in words[first ...].
  Vector3d ReadPosition(const std::vector<std::string_view>& words,
                        std::size_t first) const {
    if (words.size() < first + 3) Fail("a vertex needs three numbers");
    Vector3d position;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto number = ParseNumber(words[first + i]);
      if (!number) {
        Fail("'" + std::string(words[first + i]) + "' is not a finite number");
      }
      position[static_cast<int>(i)] = *number;
    }
    return position;
  }

 private:
  std::string_view rest_;
  const std::string& name_;
  int line_number_ = 0;
};

// The vertex of an OBJ corner "7", "7/1", "7//3" or "7/1/3": counted from 1, or
// from the latest vertex backwards when negative.
int ReadCorner(std::string_view corner, int num_vertices,
               const LineReader& reader) {
  const auto number = ParseInteger(corner.substr(0, corner.find('/')));
  if (!number) reader.Fail("'" + std::string(corner) + "' is no face corner");
  const int index = *number > 0 ? *number - 1 : num_vertices + *number;
  if (*number == 0 || index < 0 || index >= num_vertices) {
    reader.Fail("the face uses vertex " + std::to_string(*number) + " of " +
                std::to_string(num_vertices));
  }
  return index;
}

// Cuts a polygon into triangles that share its first corner.
void AddFan(const std::vector<int>& corners, TriangleMesh* mesh) {
  for (std::size_t i = 2; i < corners.size(); ++i) {
    mesh->triangles.push_back({corners[0], corners[i - 1], corners[i]});
  }
}

// A surface whose triangles belong to parts.
struct GroupedMesh {
  TriangleMesh mesh;
  std::vector<std::string> names;    // Of the parts.
  std::map<std::string, int> index;  // Of the part with this name.
  std::vector<int> part_of;          // Of each triangle.
  int current = -1;                  // The part of triangles to come.

  void Begin(const std::string& name) {
    const auto [it, is_new] =
        index.emplace(name, static_cast<int>(names.size()));
    current = it->second;
    if (is_new) names.push_back(name);
  }

  // The corners' polygon, as part of what was begun last.
  void AddFace(const std::vector<int>& corners) {
    if (current < 0) Begin("");
    AddFan(corners, &mesh);
    part_of.resize(mesh.triangles.size(), current);
  }
};

// The rest of the words, with a blank between them.
std::string JoinFrom(const std::vector<std::string_view>& words,
                     std::size_t first) {
  std::string joined;
  for (std::size_t i = first; i < words.size(); ++i) {
    joined += (i > first ? " " : "") + std::string(words[i]);
  }
  return joined;
}

GroupedMesh ReadAsciiStl(std::string_view text, const std::string& name) {
  GroupedMesh grouped;
  TriangleMesh& mesh = grouped.mesh;
  LineReader reader(text, name);
  std::vector<std::string_view> words;
  std::vector<int> corners;
  bool complete = false;
  while (reader.Next(&words)) {
    if (words.empty()) continue;
    if (words[0] == "vertex") {
      corners.push_back(static_cast<int>(mesh.vertices.size()));
      mesh.vertices.push_back(reader.ReadPosition(words, 1));
    } else if (words[0] == "endfacet") {
      if (corners.size() != 3) reader.Fail("a facet needs three vertices");
      grouped.AddFace(corners);
      corners.clear();
    } else if (words[0] == "solid") {
      grouped.Begin(JoinFrom(words, 1));
    } else if (words[0] != "facet" && words[0] != "outer" &&
               words[0] != "endloop" && words[0] != "endsolid") {
      reader.Fail("'" + std::string(words[0]) + "' is no word of an STL file");
    }
    complete = words[0] == "endsolid";
  }
  if (!complete) reader.Fail("the file ends before 'endsolid'");
  return grouped;
}

// A binary STL file: 80 bytes of anything, the number n of triangles, and per
// triangle its normal, three corners (little-endian floats) and two more bytes.
constexpr std::size_t kStlHeader = 84, kStlTriangle = 50;

std::size_t BinaryStlSize(std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::uint32_t num_triangles{};
  std::memcpy(&num_triangles, bytes.data() + kStlHeader - 4, 4);
  return kStlHeader + kStlTriangle * num_triangles;
}

GroupedMesh ReadBinaryStl(std::string_view bytes, const std::string& name) {
  GroupedMesh grouped;
  TriangleMesh& mesh = grouped.mesh;
  for (std::size_t at = kStlHeader; at < BinaryStlSize(bytes);
       at += kStlTriangle) {
    const int first = static_cast<int>(mesh.vertices.size());
    float numbers[12];
    std::memcpy(numbers, bytes.data() + at, sizeof(numbers));
    for (int i = 1; i <= 3; ++i) {
      mesh.vertices.emplace_back(numbers[3 * i], numbers[3 * i + 1],
                                 numbers[3 * i + 2]);
      if (!mesh.vertices.back().allFinite()) {
        throw MeshFileError(name + ": triangle " +
                            std::to_string(mesh.triangles.size()) +
                            ": a coordinate is not a finite number");
      }
    }
    grouped.AddFace({first, first + 1, first + 2});
  }
  return grouped;
}

TriangleMesh Finish(const TriangleMesh& mesh, const std::string& name) {
  if (mesh.vertices.empty()) throw MeshFileError(name + ": no vertices");
  return MergeEqualVertices(mesh);
}

// Each part that has triangles, with the vertices that they use. A surface
// without any triangle is one part.
std::vector<MeshPart> Split(const GroupedMesh& grouped,
                            const std::string& name) {
  std::vector<MeshPart> parts(grouped.names.size());
  std::vector<std::map<int, int>> new_index(parts.size());  // Of vertices.
  for (std::size_t part = 0; part < parts.size(); ++part) {
    parts[part].name = grouped.names[part];
  }
  for (std::size_t t = 0; t < grouped.part_of.size(); ++t) {
    const auto part = static_cast<std::size_t>(grouped.part_of[t]);
    TriangleMesh& mesh = parts[part].mesh;
    std::array<int, 3> triangle = grouped.mesh.triangles[t];
    for (int& corner : triangle) {
      const auto [it, is_new] = new_index[part].emplace(
          corner, static_cast<int>(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back(grouped.mesh.vertices[corner]);
      corner = it->second;
    }
    mesh.triangles.push_back(triangle);
  }
  std::erase_if(
      parts, [](const MeshPart& part) { return part.mesh.triangles.empty(); });
  if (parts.empty()) return {{"", Finish(grouped.mesh, name)}};
  for (MeshPart& part : parts) part.mesh = Finish(part.mesh, name);
  return parts;
}

std::string ReadBytes(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(file)) {
    throw MeshFileError(file.string() + ": cannot read the mesh file");
  }
  std::string bytes;
  try {
    bytes = ReadFile(file);
  } catch (const std::invalid_argument& error) {
    throw MeshFileError(error.what());
  }
  if (bytes.empty()) {
    throw MeshFileError(file.string() + ": the mesh file is empty");
  }
  return bytes;
}

GroupedMesh ReadObj(std::string_view text, const std::string& name) {
  GroupedMesh grouped;
  TriangleMesh& mesh = grouped.mesh;
  LineReader reader(text, name);
  std::vector<std::string_view> words;
  std::vector<int> corners;
  std::string object, group;
  while (reader.Next(&words)) {
    if (words.empty()) continue;
    if (words[0] == "v") {
      mesh.vertices.push_back(reader.ReadPosition(words, 1));
    } else if (words[0] == "f") {
      if (words.size() < 4) reader.Fail("a face needs three corners or more");
      corners.clear();
      for (std::size_t i = 1; i < words.size(); ++i) {
        corners.push_back(ReadCorner(
            words[i], static_cast<int>(mesh.vertices.size()), reader));
      }
      grouped.AddFace(corners);
    } else if (words[0] == "o" || words[0] == "g") {
      (words[0] == "o" ? object : group) = JoinFrom(words, 1);
      if (words[0] == "o") group.clear();
      grouped.Begin(object + (object.empty() || group.empty() ? "" : "/") +
                    group);
    }
  }
  return grouped;
}

GroupedMesh ReadStl(std::string_view bytes, const std::string& name) {
  const bool has_header = bytes.size() >= kStlHeader;
  const bool starts_solid = bytes.substr(0, 5) == "solid";
  // Some binary files say "solid" too: a size that fits decides.
  if (has_header && bytes.size() == BinaryStlSize(bytes)) {
    return ReadBinaryStl(bytes, name);
  }
  if (starts_solid) return ReadAsciiStl(bytes, name);
  if (!has_header || bytes.size() < BinaryStlSize(bytes)) {
    throw MeshFileError(
        name + ": truncated: " + std::to_string(bytes.size()) +
        " bytes of binary STL, where " +
        std::to_string(has_header ? BinaryStlSize(bytes) : kStlHeader) +
        " are announced");
  }
  return ReadBinaryStl(bytes, name);
}

std::string LowerExtension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

GroupedMesh ReadStlOrObj(const std::filesystem::path& file) {
  const std::string extension = LowerExtension(file);
  if (extension != ".stl" && extension != ".obj") {
    throw MeshFileError(file.string() + ": unknown kind of mesh file '" +
                        extension +
                        "' (.stl, .obj, .dae, .gltf and .glb are read)");
  }
  const std::string bytes = ReadBytes(file);
  return extension == ".stl" ? ReadStl(bytes, file.string())
                             : ReadObj(bytes, file.string());
}

bool IsScene(const std::filesystem::path& file) {
  const std::string extension = LowerExtension(file);
  return extension == ".dae" || extension == ".gltf" || extension == ".glb";
}

}  // namespace

TriangleMesh ParseObj(std::string_view text, const std::string& name) {
  return Finish(ReadObj(text, name).mesh, name);
}

TriangleMesh ParseStl(std::string_view bytes, const std::string& name) {
  return Finish(ReadStl(bytes, name).mesh, name);
}

std::vector<MeshPart> ParseObjParts(std::string_view text,
                                    const std::string& name) {
  return Split(ReadObj(text, name), name);
}

std::vector<MeshPart> ParseStlParts(std::string_view bytes,
                                    const std::string& name) {
  return Split(ReadStl(bytes, name), name);
}

TriangleMesh ReadMeshFile(const std::filesystem::path& file) {
  if (IsScene(file)) return JoinParts(ReadMeshScene(file));
  return Finish(ReadStlOrObj(file).mesh, file.string());
}

std::vector<MeshPart> ReadMeshParts(const std::filesystem::path& file) {
  if (IsScene(file)) return ReadMeshScene(file);
  return Split(ReadStlOrObj(file), file.string());
}

}  // namespace tactus::contact
