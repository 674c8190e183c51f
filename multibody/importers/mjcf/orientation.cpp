#include "tactus/multibody/importers/mjcf/orientation.h"

#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

#include <Eigen/Dense>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector4d;

constexpr double kNoDirection = 1e-10;

// v / |v|.
Vector3d ToDirection(const XmlElement& element, std::string_view name,
                     const Vector3d& v) {
  if (v.stableNorm() < kNoDirection)
    FailAttribute(element, name, "has no direction");
  return v.stableNormalized();
}

Vector4d ReadFour(const XmlElement& element, std::string_view name) {
  Vector4d numbers;
  if (ReadSome(element, name, std::span(numbers.data(), 4)) != 4) {
    FailAttribute(element, name, "needs 4 numbers");
  }
  return numbers;
}

Quaterniond FromQuat(const XmlElement& element, const CompilerSettings&) {
  const Vector4d wxyz = ReadFour(element, "quat");
  if (wxyz.stableNorm() < kNoDirection) {
    FailAttribute(element, "quat", "is zero");
  }
  const Vector4d unit = wxyz.stableNormalized();
  return Quaterniond(unit[0], unit[1], unit[2], unit[3]);
}

Quaterniond FromAxisAngle(const XmlElement& element,
                          const CompilerSettings& compiler) {
  const Vector4d numbers = ReadFour(element, "axisangle");
  const Vector3d axis = ToDirection(element, "axisangle", numbers.head<3>());
  return Quaterniond(AngleAxisd(compiler.ToRadians(numbers[3]), axis));
}

Quaterniond FromEuler(const XmlElement& element,
                      const CompilerSettings& compiler) {
  Vector3d angles;
  Read(element, "euler", &angles);
  Quaterniond R = Quaterniond::Identity();
  for (int i = 0; i < 3; ++i) {
    const char letter = compiler.euler_sequence[static_cast<std::size_t>(i)];
    const bool about_turned_axis = letter >= 'x';
    const int axis = letter - (about_turned_axis ? 'x' : 'X');
    const Quaterniond turn(
        AngleAxisd(compiler.ToRadians(angles[i]), Vector3d::Unit(axis)));
    R = about_turned_axis ? R * turn : turn * R;
  }
  return R;
}

Quaterniond FromXyAxes(const XmlElement& element, const CompilerSettings&) {
  Vector6d axes;
  Read(element, "xyaxes", &axes);
  const Vector3d x = ToDirection(element, "xyaxes", axes.head<3>());
  const Vector3d y = ToDirection(element, "xyaxes",
                                 axes.tail<3>() - x * x.dot(axes.tail<3>()));
  Matrix3d R;
  R << x, y, x.cross(y);
  return Quaterniond(R);
}

Quaterniond FromZAxis(const XmlElement& element, const CompilerSettings&) {
  Vector3d z;
  Read(element, "zaxis", &z);
  return TurnZAxisTo(ToDirection(element, "zaxis", z));
}

struct Form {
  std::string_view attribute;
  Quaterniond (*read)(const XmlElement&, const CompilerSettings&);
};
// The stronger, the later.
constexpr std::array kForms = {
    Form{"quat", FromQuat}, Form{"axisangle", FromAxisAngle},
    Form{"xyaxes", FromXyAxes}, Form{"zaxis", FromZAxis},
    Form{"euler", FromEuler}};

// Null if there is none.
const Form* FindForm(const XmlElement& element) {
  const Form* present = nullptr;
  for (const Form& form : kForms) {
    if (element.Find(form.attribute) == nullptr) continue;
    if (present != nullptr) {
      Fail(element, "both '" + std::string(present->attribute) + "' and '" +
                        std::string(form.attribute) +
                        "' give the orientation; give one");
    }
    present = &form;
  }
  return present;
}

}  // namespace

std::optional<Quaterniond> FindOrientation(const XmlElement& element,
                                           const CompilerSettings& compiler) {
  const Form* form = FindForm(element);
  if (form == nullptr) return std::nullopt;
  return form->read(element, compiler);
}

Quaterniond TurnZAxisTo(const Vector3d& direction) {
  const Vector3d to = direction.normalized();
  const Vector3d axis = Vector3d::UnitZ().cross(to);
  const double angle = std::atan2(axis.norm(), to.z());
  return Quaterniond(AngleAxisd(angle, axis.norm() < kNoDirection
                                           ? Vector3d::UnitX().eval()
                                           : axis.normalized()));
}

void ReadPose(const XmlElement& element, const CompilerSettings& compiler,
              RigidTransform* X_PB) {
  ReadPose(std::vector{&element}, compiler, X_PB);
}

void ReadPose(const std::vector<const XmlElement*>& layers,
              const CompilerSettings& compiler, RigidTransform* X_PB) {
  const XmlElement* strongest = nullptr;
  const Form* strongest_form = nullptr;
  for (const XmlElement* layer : layers) {
    Vector3d p_PB;
    if (Read(*layer, "pos", &p_PB)) X_PB->translation() = p_PB;
    const Form* form = FindForm(*layer);
    if (form == nullptr || (strongest != nullptr && form < strongest_form)) {
      continue;
    }
    strongest = layer;
    strongest_form = form;
  }
  if (strongest == nullptr) return;
  X_PB->linear() =
      strongest_form->read(*strongest, compiler).toRotationMatrix();
}

}  // namespace tactus::multibody::mjcf
