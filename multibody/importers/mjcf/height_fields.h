#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// The <hfield> assets. A height field is a grid of nrow x ncol elevations over
/// the rectangle |x| <= rx, |y| <= ry of its geom's frame, columns along x and
/// rows along y:
///
///     z(row, col) = e_z (data(row, col) - min data) / (max data - min data),
///
/// with size = (rx, ry, e_z, b). It is solid from there down to z = -b. Data
/// are given inline, by MuJoCo's binary files, or by the grey values of PNG
/// files; the first row of data that are inline, and of images, is that of the
/// largest y. Data that are all the same, or not given at all, make z = 0.
///
/// They touch as one surface of triangles (contact::HeightGrid). A flat field
/// is a box.
class HeightFields {
 public:
  /// Keeps pointers into `root`.
  /// @throws ModelFileError for fields without a name, and names used twice.
  HeightFields(const XmlElement& root, const CompilerSettings& compiler,
               const std::filesystem::path& main_directory);

  /// A field in the geom's frame. Users of one asset share its grid.
  /// @param user  where an unknown field is an error.
  /// @throws ModelFileError for that, sizes that are not positive, and files
  /// that are missing or malformed.
  contact::Shape MakeShape(const std::string& name, const XmlElement& user);

  /// Half the size of the box that a field weighs as, as in MuJoCo, about the
  /// origin of the geom's frame: (rx, ry, e_z / 4 + b / 2) [m].
  /// @throws ModelFileError as MakeShape() does for unknown fields and sizes.
  Vector3d CalcHalfSize(const std::string& name, const XmlElement& user) const;

 private:
  struct Grid {
    int num_rows{}, num_columns{};
    std::vector<double> data{};  ///< Row by row, upwards in y.
  };

  const XmlElement& FindField(const std::string& name,
                              const XmlElement& user) const;
  Grid ReadGrid(const XmlElement& field) const;
  /// The field's file, whose name is left in `file`.
  std::string ReadBytes(const XmlElement& field,
                        std::filesystem::path* file) const;
  Grid ReadImage(const XmlElement& field) const;
  Grid ReadBinary(const XmlElement& field) const;

  CompilerSettings compiler_;
  std::filesystem::path main_directory_;
  std::map<std::string, const XmlElement*, std::less<>> fields_;
  std::map<std::string, contact::Shape, std::less<>> shapes_;  ///< Made so far.
};

}  // namespace tactus::multibody::mjcf
