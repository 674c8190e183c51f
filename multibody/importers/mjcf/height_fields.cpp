#include "tactus/multibody/importers/mjcf/height_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>

#include "tactus/common/read_file.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/height_grid.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/png_image.h"

namespace tactus::multibody::mjcf {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxCells = 4'000'000;

std::string NameOf(const XmlElement& field) {
  if (const std::string* name = field.Find("name")) return *name;
  return fs::path(Required(field, "file")).stem().string();
}

std::array<double, 4> ReadSize(const XmlElement& field) {
  std::array<double, 4> size = {};
  Required(field, "size");
  ReadSome(field, "size", size);
  for (const double length : size) {
    if (length <= 0) FailAttribute(field, "size", "needs 4 positive numbers");
  }
  return size;
}

// 0 ... 1; zeros where all are the same.
void Normalize(std::vector<double>* data) {
  const auto [least, most] = std::ranges::minmax_element(*data);
  const double lower = *least, extent = *most - *least;
  for (double& z : *data) z = extent > 0 ? (z - lower) / extent : 0;
}

bool IsImage(const XmlElement& field) {
  const std::string* type = field.Find("content_type");
  if (type != nullptr) return *type == "image/png";
  const std::string* file = field.Find("file");
  return file != nullptr && fs::path(*file).extension() == ".png";
}

std::int32_t ReadInteger(const std::string& bytes, std::size_t offset) {
  std::int32_t number = 0;
  std::memcpy(&number, bytes.data() + offset, sizeof(number));
  return number;
}

}  // namespace

HeightFields::HeightFields(const XmlElement& root,
                           const CompilerSettings& compiler,
                           const fs::path& main_directory)
    : compiler_(compiler), main_directory_(main_directory) {
  for (const XmlElement& asset : root.children) {
    if (asset.tag != "asset") continue;
    for (const XmlElement& element : asset.children) {
      if (element.tag != "hfield") continue;
      const std::string name = NameOf(element);
      Check(fields_.emplace(name, &element).second, element,
            "the height field name '" + name + "' is used twice");
    }
  }
}

const XmlElement& HeightFields::FindField(const std::string& name,
                                          const XmlElement& user) const {
  const auto it = fields_.find(name);
  Check(it != fields_.end(), user, "unknown height field '" + name + "'");
  return *it->second;
}

Vector3d HeightFields::CalcHalfSize(const std::string& name,
                                    const XmlElement& user) const {
  const auto [rx, ry, elevation, base] = ReadSize(FindField(name, user));
  return {rx, ry, elevation / 4 + base / 2};
}

contact::Shape HeightFields::MakeShape(const std::string& name,
                                       const XmlElement& user) {
  const XmlElement& field = FindField(name, user);
  if (const auto made = shapes_.find(name); made != shapes_.end())
    return made->second;
  const auto [rx, ry, elevation, base] = ReadSize(field);
  Grid grid = ReadGrid(field);
  if (std::ranges::all_of(grid.data, [](double z) { return z == 0; }))
    grid = {.num_rows = 2, .num_columns = 2, .data = {0, 0, 0, 0}};
  for (double& z : grid.data) z *= elevation;
  try {
    const auto solid = std::make_shared<const contact::HeightGrid>(
        grid.num_rows, grid.num_columns, Vector2d(rx, ry), std::move(grid.data),
        base);
    const contact::ConvexMesh mesh{
        std::make_shared<const contact::ConvexHull>(solid)};
    return shapes_.emplace(name, mesh).first->second;
  } catch (const std::invalid_argument& error) {
    Fail(field, error.what());
  }
}

HeightFields::Grid HeightFields::ReadGrid(const XmlElement& field) const {
  Grid grid;
  if (field.Find("file") != nullptr) {
    grid = IsImage(field) ? ReadImage(field) : ReadBinary(field);
  } else {
    Required(field, "nrow");
    Required(field, "ncol");
    Read(field, "nrow", &grid.num_rows);
    Read(field, "ncol", &grid.num_columns);
  }
  Check(grid.num_rows >= 2 && grid.num_columns >= 2, field,
        "a height field needs at least 2 rows and 2 columns");
  const std::size_t size = static_cast<std::size_t>(grid.num_rows) *
                           static_cast<std::size_t>(grid.num_columns);
  Check(size <= kMaxCells, field, "the height field has too many cells");
  std::vector<double> top_down;
  if (Read(field, "elevation", &top_down)) {
    Check(top_down.size() == size, field,
          "attribute 'elevation' needs nrow x ncol numbers");
    for (int r = grid.num_rows - 1; r >= 0; --r) {
      const auto row = top_down.begin() + r * grid.num_columns;
      grid.data.insert(grid.data.end(), row, row + grid.num_columns);
    }
  }
  if (grid.data.empty()) grid.data.assign(size, 0.0);
  Normalize(&grid.data);
  return grid;
}

std::string HeightFields::ReadBytes(const XmlElement& field,
                                    fs::path* file) const {
  *file = Required(field, "file");
  if (compiler_.strip_path && file->is_relative()) *file = file->filename();
  *file = main_directory_ / compiler_.mesh_directory / *file;
  Check(fs::is_regular_file(*file), field,
        "cannot read the height field's file " + file->string());
  try {
    return ReadFile(*file);
  } catch (const std::invalid_argument& error) {
    Fail(field, error.what());
  }
}

// Grey values, the top row of the largest y.
HeightFields::Grid HeightFields::ReadImage(const XmlElement& field) const {
  fs::path file;
  const std::string bytes = ReadBytes(field, &file);
  try {
    const PngImage image = DecodePng(bytes);
    Grid grid{.num_rows = image.height, .num_columns = image.width};
    for (int r = image.height - 1; r >= 0; --r) {
      const auto row =
          image.values.begin() + static_cast<std::ptrdiff_t>(r) * image.width;
      grid.data.insert(grid.data.end(), row, row + image.width);
    }
    return grid;
  } catch (const std::invalid_argument& error) {
    Fail(field, file.string() + ": " + error.what());
  }
}

// Two integers, nrow and ncol, and the elevations, all of four bytes.
HeightFields::Grid HeightFields::ReadBinary(const XmlElement& field) const {
  fs::path file;
  const std::string bytes = ReadBytes(field, &file);
  Grid grid;
  if (bytes.size() >= 8) {
    grid.num_rows = ReadInteger(bytes, 0);
    grid.num_columns = ReadInteger(bytes, 4);
  }
  const bool plausible = grid.num_rows > 0 && grid.num_columns > 0;
  const std::size_t size = plausible
                               ? static_cast<std::size_t>(grid.num_rows) *
                                     static_cast<std::size_t>(grid.num_columns)
                               : 0;
  Check(plausible && size <= kMaxCells && bytes.size() == 8 + 4 * size, field,
        file.string() +
            " is no height field: it needs two numbers of 4 bytes, "
            "the rows and columns, and 4 bytes for each elevation");
  for (std::size_t i = 0; i < size; ++i) {
    float z = 0;
    std::memcpy(&z, bytes.data() + 8 + 4 * i, sizeof(z));
    Check(std::isfinite(z), field, file.string() + " has infinite elevations");
    grid.data.push_back(z);
  }
  return grid;
}

}  // namespace tactus::multibody::mjcf
