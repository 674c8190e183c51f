#include "tactus/multibody/importers/sdf/visuals.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/elements.h"
#include "tactus/multibody/importers/sdf/polylines.h"
#include "tactus/multibody/importers/sdf/primitives.h"
#include "tactus/multibody/importers/sdf/terrain.h"

namespace tactus::multibody::sdformat {
namespace {

struct NamedColor {
  std::string_view name;
  Color color;
};

// Gazebo's scripts of one colour.
constexpr auto kScripts =
    std::to_array<NamedColor>({{"Gazebo/White", {1, 1, 1, 1}},
                               {"Gazebo/Grey", {0.7, 0.7, 0.7, 1}},
                               {"Gazebo/Gray", {0.7, 0.7, 0.7, 1}},
                               {"Gazebo/DarkGrey", {0.175, 0.175, 0.175, 1}},
                               {"Gazebo/DarkGray", {0.175, 0.175, 0.175, 1}},
                               {"Gazebo/Black", {0, 0, 0, 1}},
                               {"Gazebo/FlatBlack", {0.1, 0.1, 0.1, 1}},
                               {"Gazebo/Red", {1, 0, 0, 1}},
                               {"Gazebo/Green", {0, 1, 0, 1}},
                               {"Gazebo/Blue", {0, 0, 1, 1}},
                               {"Gazebo/Yellow", {1, 1, 0, 1}},
                               {"Gazebo/Orange", {1, 0.5, 0, 1}},
                               {"Gazebo/Purple", {1, 0, 1, 1}},
                               {"Gazebo/Turquoise", {0, 1, 1, 1}}});

// Of an alpha that files of three numbers leave out.
std::optional<Color> ReadColor(const XmlElement& element) {
  std::vector<double> c;
  for (const std::string_view word : SplitWords(element.text)) {
    const auto number = ParseNumber(word);
    if (!number) return std::nullopt;
    c.push_back(std::clamp(*number, 0.0, 1.0));
  }
  if (c.size() < 3) return std::nullopt;
  return Color{c[0], c[1], c[2], c.size() > 3 ? c[3] : 1};
}

std::optional<Color> FindColor(const XmlElement& visual) {
  std::optional<Color> color;
  if (const auto* diffuse = FindPath(visual, "material/diffuse")) {
    color = ReadColor(*diffuse);
  } else if (const auto* name = FindPath(visual, "material/script/name")) {
    const auto known =
        std::ranges::find(kScripts, name->text, &NamedColor::name);
    if (known != kScripts.end()) color = known->color;
  }
  double transparency = 0;
  ReadPath(visual, "transparency", &transparency);
  if (transparency > 0) {
    color = color.value_or(Color{});
    color->alpha *= std::max(0.0, 1 - transparency);
  }
  return color;
}

// x y z roll pitch yaw, relative to the link.
RigidTransform ReadPose(const XmlElement& visual, const LinkSpec& link) {
  const XmlElement* pose = FindChild(visual, "pose");
  if (pose == nullptr || pose->text.empty()) return RigidTransform::Identity();
  const std::string* frame = pose->Find("relative_to");
  const std::string* name = link.source.Find("name");
  Check(frame == nullptr || frame->empty() ||
            (name != nullptr && *frame == *name),
        *pose, "it is relative to another frame than its link");
  const std::string* format = pose->Find("rotation_format");
  Check(format == nullptr || *format == "euler_rpy", *pose,
        "its rotation is no euler_rpy");
  Vector6d numbers;
  ReadNumbers(*pose, std::span(numbers.data(), 6));
  const std::string* degrees = pose->Find("degrees");
  if (degrees != nullptr && (*degrees == "true" || *degrees == "1"))
    numbers.tail<3>() *= std::numbers::pi / 180;
  RigidTransform X = RigidTransform::Identity();
  X.translation() = numbers.head<3>();
  X.linear() = (Eigen::AngleAxisd(numbers[5], Vector3d::UnitZ()) *
                Eigen::AngleAxisd(numbers[4], Vector3d::UnitY()) *
                Eigen::AngleAxisd(numbers[3], Vector3d::UnitX()))
                   .toRotationMatrix();
  return X;
}

VisualMesh ReadMesh(const XmlElement& element, const ResourceLocator& locator) {
  const XmlElement& uri = RequireChild(element, "uri");
  VisualMesh mesh{.file = locator.Locate(uri.text, uri)};
  if (const XmlElement* scale = FindChild(element, "scale"))
    ReadNumbers(*scale, std::span(mesh.scale.data(), 3));
  if (const XmlElement* submesh = FindChild(element, "submesh")) {
    mesh.part = RequireChild(*submesh, "name").text;
    const XmlElement* center = FindChild(*submesh, "center");
    mesh.is_centered = center != nullptr && ReadFlag(*center);
  }
  return mesh;
}

// One, or several where a shape is drawn in convex parts.
std::vector<Visual> ReadVisual(const XmlElement& element, const LinkSpec& link,
                               const ResourceLocator& locator) {
  const XmlElement& geometry = RequireChild(element, "geometry");
  Visual visual{
      .X_BG = ReadPose(element, link), .form = {}, .color = FindColor(element)};
  for (const XmlElement& shape : geometry.children) {
    if (shape.tag == "empty") return {};
    if (shape.tag == "plane") {
      visual.X_BG = TurnToNormal(shape, visual.X_BG);
      visual.form = contact::HalfSpace{};
    } else if (shape.tag == "mesh") {
      visual.form = ReadMesh(shape, locator);
    } else if (shape.tag == "polyline") {
      std::vector<Visual> parts;
      for (contact::Shape& part : MakeParts(MakeExtrusion(geometry))) {
        parts.push_back(visual);
        parts.back().form = std::move(part);
      }
      return parts;
    } else if (shape.tag == "heightmap" && IsReadable(shape)) {
      visual.form = MakeHeightMap(shape, locator, &visual.X_BG);
    } else {
      visual.form = MakePrimitive(shape);
    }
    return {visual};
  }
  Fail(geometry, "there is no shape");
}

}  // namespace

LinkLooks ReadVisuals(const LinkSpec& link, const ResourceLocator& locator,
                      ImportReport* report) {
  LinkLooks looks;
  for (const XmlElement& element : link.visuals) {
    try {
      for (Visual& visual : ReadVisual(element, link, locator))
        looks.visuals.push_back(std::move(visual));
    } catch (const ModelFileError& error) {
      looks.complete = false;
      report->Add(Notice::Severity::kCosmetic, element,
                  std::string("it is not drawn: ") + error.what());
    }
  }
  return looks;
}

}  // namespace tactus::multibody::sdformat
