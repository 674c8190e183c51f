#include "tactus/multibody/importers/sdf/gearboxes.h"

#include <algorithm>
#include <cmath>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/elements.h"
#include "tactus/multibody/importers/sdf/loops.h"

namespace tactus::multibody::sdformat {
namespace {

/// Of a joint, in the world, where the file places its child.
Vector3d FindDirection(const Scene& scene, const JointSpec& joint,
                       const AxisSpec& axis) {
  const auto child =
      std::ranges::find(scene.links, joint.child, &LinkSpec::name);
  Check(child != scene.links.end(), joint.source,
        "there is no link '" + joint.child + "'");
  return child->X_WL.linear() * (joint.X_CJ.linear() * axis.direction_J);
}

/// The angle of a link that a joint makes: sign q.
struct Angle {
  int joint{};  ///< In Scene::joints.
  double sign = 1;
};

class GearboxReader {
 public:
  GearboxReader(const Scene& scene, const JointSpec& gearbox)
      : scene_(scene), gearbox_(gearbox) {
    Check(gearbox.axes.size() == 2, gearbox.source,
          "a gearbox needs <axis> and <axis2>");
    const XmlElement* body =
        FindChild(gearbox.source, "gearbox_reference_body");
    Check(body != nullptr, gearbox.source,
          "a gearbox needs a <gearbox_reference_body>");
    const std::string scope = ScopeOf(gearbox);
    reference_ = body->text == "world" ? body->text : scope + body->text;
    const bool is_there =
        reference_ == "world" ||
        std::ranges::find(scene.links, reference_, &LinkSpec::name) !=
            scene.links.end();
    Check(is_there, *body, "there is no link '" + reference_ + "'");
  }

  MimicSpec Read() const {
    double ratio = 1;
    ReadPath(gearbox_.source, "gearbox_ratio", &ratio);
    Check(std::isfinite(ratio) && ratio != 0, gearbox_.source,
          "the ratio of a gearbox must be finite and not zero");
    const Angle first = FindAngle(gearbox_.parent, gearbox_.axes[0]);
    const Angle second = FindAngle(gearbox_.child, gearbox_.axes[1]);
    // q_2 = -ratio s_1 s_2 q_1.
    return {.follower = second.joint,
            .leader = first.joint,
            .multiplier = -ratio * first.sign * second.sign};
  }

 private:
  /// Of the link about the axis, as seen from the reference.
  Angle FindAngle(const std::string& link, const AxisSpec& axis) const {
    const auto joint =
        std::ranges::find_if(scene_.joints, [&](const JointSpec& each) {
          const bool is_hinge =
              each.type == "revolute" || each.type == "continuous";
          return is_hinge && !each.axes.empty() &&
                 ((each.parent == reference_ && each.child == link) ||
                  (each.parent == link && each.child == reference_));
        });
    Check(joint != scene_.joints.end(), gearbox_.source,
          "a gearbox couples the angles of two revolute joints, and none "
          "connects '" +
              link + "' with '" + reference_ + "'");
    constexpr double kSlack = 1e-6;
    const Vector3d wanted = FindDirection(scene_, gearbox_, axis);
    const Vector3d given = FindDirection(scene_, *joint, joint->axes[0]);
    Check(wanted.cross(given).norm() <= kSlack, gearbox_.source,
          "an axis of the gearbox is not that of joint '" + joint->name + "'");
    const bool turns_alike = (wanted.dot(given) > 0) == (joint->child == link);
    return {.joint = static_cast<int>(joint - scene_.joints.begin()),
            .sign = turns_alike ? 1.0 : -1.0};
  }

  const Scene& scene_;
  const JointSpec& gearbox_;
  std::string reference_;
};

}  // namespace

bool IsGearbox(const JointSpec& joint) {
  return joint.type == "gearbox";
}

std::vector<GearboxSpec> ReadGearboxes(const Scene& scene,
                                       ImportReport* report) {
  std::vector<GearboxSpec> specs;
  for (int j = 0; j < std::ssize(scene.joints); ++j) {
    const JointSpec& joint = scene.joints[j];
    if (!IsGearbox(joint) || scene.models[joint.model].is_static) continue;
    specs.push_back({.joint = j, .ratio = GearboxReader(scene, joint).Read()});
    if (std::ranges::any_of(joint.axes, Acts)) {
      report->Add(Notice::Severity::kDropped, joint.source,
                  "a gearbox has neither limits nor dynamics nor motors of its "
                  "own");
    }
  }
  return specs;
}

}  // namespace tactus::multibody::sdformat
