#include "tactus/multibody/importers/sdf/merged_poses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <sdf/sdf.hh>
#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/sdf/elements.h"

namespace tactus::multibody::sdformat {
namespace {

namespace math = ignition::math;

// Six numbers, the angles in degrees if it says so; or seven, with a
// quaternion.
math::Pose3d ReadPose(const XmlElement& element) {
  const std::string* format = element.Find("rotation_format");
  if (format != nullptr && *format == "quat_xyzw") {
    std::array<double, 7> n;
    ReadNumbers(element, n);
    return {n[0], n[1], n[2], n[6], n[3], n[4], n[5]};
  }
  std::array<double, 6> n;
  ReadNumbers(element, n);
  const std::string* degrees = element.Find("degrees");
  if (degrees != nullptr && (*degrees == "true" || *degrees == "1")) {
    for (const int i : {3, 4, 5}) n[i] *= std::numbers::pi / 180;
  }
  return {n[0], n[1], n[2], n[3], n[4], n[5]};
}

// Those that place models: of includes, and of models themselves.
void CollectPoses(const XmlElement& element, std::vector<math::Pose3d>* poses) {
  for (const XmlElement& child : element.children) {
    if (child.tag == "include" || child.tag == "model") {
      const XmlElement* pose = FindChild(child, "pose");
      if (pose != nullptr && !pose->text.empty())
        poses->push_back(ReadPose(*pose));
    }
    if (child.tag == "model" || child.tag == "world")
      CollectPoses(child, poses);
  }
}

// Six decimals, and of these six digits, are printed.
bool IsSameInPrint(const math::Pose3d& printed, const math::Pose3d& pose) {
  constexpr double kDigits = 1e-5, kDecimals = 1e-6, kTurn = 1e-4;
  for (int i = 0; i < 3; ++i) {
    if (!(std::abs(printed.Pos()[i] - pose.Pos()[i]) <=
          kDigits * std::abs(pose.Pos()[i]) + kDecimals))
      return false;
  }
  const math::Quaterniond turn = printed.Rot().Inverse() * pose.Rot();
  return std::hypot(turn.X(), turn.Y(), turn.Z()) <= kTurn;
}

void ForEachMergedFrame(
    const sdf::ElementPtr& parent,
    const std::function<void(const sdf::ElementPtr&)>& visit) {
  for (sdf::ElementPtr child = parent->GetFirstElement(); child != nullptr;
       child = child->GetNextElement()) {
    const std::string& tag = child->GetName();
    if (tag == "model" || tag == "world") ForEachMergedFrame(child, visit);
    if (tag == "frame" &&
        child->Get<std::string>("name").starts_with("_merged__"))
      visit(child);
  }
}

// Null unless one alone comes near, however often it is there.
const math::Pose3d* FindOrigin(const math::Pose3d& printed,
                               const std::vector<math::Pose3d>& poses) {
  const math::Pose3d* found = nullptr;
  for (const math::Pose3d& pose : poses) {
    if (!IsSameInPrint(printed, pose)) continue;
    const bool is_other =
        found != nullptr && (found->Pos().Distance(pose.Pos()) > 0 ||
                             found->Rot().W() != pose.Rot().W() ||
                             found->Rot().X() != pose.Rot().X() ||
                             found->Rot().Y() != pose.Rot().Y() ||
                             found->Rot().Z() != pose.Rot().Z());
    if (is_other) return nullptr;
    found = &pose;
  }
  return found;
}

bool HasMergedFrames(const sdf::ElementPtr& root) {
  bool has = false;
  ForEachMergedFrame(root, [&has](const sdf::ElementPtr&) { has = true; });
  return has;
}

}  // namespace

void RestoreMergedPoses(const sdf::ElementPtr& root, const XmlElement& main,
                        const std::set<std::string>& files) {
  if (!HasMergedFrames(root)) return;
  std::vector<math::Pose3d> poses;
  CollectPoses(main, &poses);
  for (const std::string& file : files) {
    if (file != *main.file) CollectPoses(ReadXmlFile(file), &poses);
  }
  ForEachMergedFrame(root, [&poses](const sdf::ElementPtr& frame) {
    if (!frame->HasElement("pose")) return;
    const sdf::ParamPtr value = frame->GetElement("pose")->GetValue();
    math::Pose3d printed;
    if (value == nullptr || !value->Get(printed)) return;
    const math::Pose3d* pose = FindOrigin(printed, poses);
    if (pose == nullptr) return;
    const math::Vector3d p = pose->Pos(), angles = pose->Rot().Euler();
    value->SetFromString(
        fmt::format("{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} "
                    "{:.17g}",
                    p.X(), p.Y(), p.Z(), angles.X(), angles.Y(), angles.Z()));
  });
}

}  // namespace tactus::multibody::sdformat
