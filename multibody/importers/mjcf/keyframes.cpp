#include "tactus/multibody/importers/mjcf/keyframes.h"

#include <algorithm>
#include <set>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

using Kind = JointSpec::Kind;

// A quaternion w x y z of length 1; zeros mean none, as in MuJoCo.
Eigen::Vector4d Normalized(const Eigen::Vector4d& wxyz) {
  if (wxyz.norm() < 1e-15) return Eigen::Vector4d::UnitX();
  return wxyz.normalized();
}

// R_AB from a unit quaternion.
Matrix3d ToRotation(const Eigen::Vector4d& wxyz) {
  return Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).toRotationMatrix();
}

// q of a joint where the file places its body.
VectorXd MakeReference(const JointSpec& joint, const BodyTree& tree) {
  VectorXd q(joint.nq());
  if (joint.kind == Kind::kFree) {
    const RigidTransform& X_WB = tree.bodies[joint.body].X_PB;
    const Quaterniond R(X_WB.linear());
    q << X_WB.translation(), R.w(), R.x(), R.y(), R.z();
  } else if (joint.kind == Kind::kBall) {
    q << 1, 0, 0, 0;
  } else {
    q << joint.reference;
  }
  return q;
}

VectorXd ConvertVelocities(const JointSpec& joint, const VectorXd& q,
                           const VectorXd& qvel) {
  if (joint.nv() == 1) return qvel;
  VectorXd v(joint.nv());
  const Vector3d w_M = qvel.tail<3>();
  const Vector3d w_F = ToRotation(q.tail<4>()) * w_M;
  v.head<3>() = w_F;
  if (joint.kind == Kind::kFree) v.tail<3>() = qvel.head<3>();
  return v;
}

// The list `name`; empty if there is none.
VectorXd ReadList(const XmlElement& key, std::string_view name, int size) {
  std::vector<double> numbers;
  if (!Read(key, name, &numbers)) return {};
  if (std::ssize(numbers) != size) {
    FailAttribute(key, name,
                  "needs " + std::to_string(size) + " numbers, not " +
                      std::to_string(numbers.size()));
  }
  return Eigen::Map<const VectorXd>(numbers.data(), size);
}

// The list `name` has a number for each actuator that `has_one`; of those that
// are supported, zero where there is none.
template <class HasOne>
VectorXd ReadByActuator(const XmlElement& key, std::string_view name,
                        const std::vector<ActuatorSpec>& actuators,
                        const HasOne& has_one) {
  const VectorXd list = ReadList(
      key, name, static_cast<int>(std::ranges::count_if(actuators, has_one)));
  std::vector<double> supported;
  int next = 0;
  for (const ActuatorSpec& actuator : actuators) {
    const bool is_given = list.size() > 0 && has_one(actuator);
    const double number = is_given ? list[next++] : 0;
    if (actuator.obstacle.empty()) supported.push_back(number);
  }
  return Eigen::Map<const VectorXd>(supported.data(), std::ssize(supported));
}

struct Sizes {
  int nq{}, nv{};
};

Sizes CountCoordinates(const BodyTree& tree) {
  Sizes sizes;
  for (const JointSpec& joint : tree.joints) {
    sizes.nq += joint.nq();
    sizes.nv += joint.nv();
  }
  return sizes;
}

// True for lists with more than there is here, where something is left out.
bool CountsLostParts(const XmlElement& key, const BodyTree& tree) {
  const auto [nq, nv] = CountCoordinates(tree);
  const auto has_more = [&key](std::string_view name, int size) {
    std::vector<double> numbers;
    return Read(key, name, &numbers) && std::ssize(numbers) > size;
  };
  return !tree.lost_parts.empty() &&
         (has_more("qpos", nq) || has_more("qvel", nv));
}

KeyframeSpec ReadKeyframe(const XmlElement& key, const BodyTree& tree,
                          const std::vector<ActuatorSpec>& actuators) {
  auto [nq, nv] = CountCoordinates(tree);
  const VectorXd qpos = ReadList(key, "qpos", nq);
  const VectorXd qvel = ReadList(key, "qvel", nv);

  KeyframeSpec spec{
      .u = ReadByActuator(key, "ctrl", actuators,
                          [](const ActuatorSpec&) { return true; }),
      .activations = ReadByActuator(key, "act", actuators,
                                    [](const ActuatorSpec& actuator) {
                                      return actuator.has_activation;
                                    })};
  nq = nv = 0;
  for (const JointSpec& joint : tree.joints) {
    spec.q.push_back(qpos.size() == 0 ? MakeReference(joint, tree)
                                      : qpos.segment(nq, joint.nq()));
    VectorXd& q = spec.q.back();
    if (joint.nq() >= 4) q.tail<4>() = Normalized(q.tail<4>());
    spec.v.push_back(
        qvel.size() == 0
            ? VectorXd::Zero(joint.nv())
            : ConvertVelocities(joint, q, qvel.segment(nv, joint.nv())));
    nq += joint.nq();
    nv += joint.nv();
  }
  return spec;
}

}  // namespace

std::vector<KeyframeSpec> ReadKeyframes(
    const XmlElement& root, const BodyTree& tree,
    const std::vector<ActuatorSpec>& actuators, ImportReport* report) {
  std::vector<KeyframeSpec> specs;
  std::set<std::string> names;
  for (const XmlElement& section : root.children) {
    if (section.tag != "keyframe") continue;
    for (const XmlElement& key : section.children) {
      if (key.tag != "key") continue;
      if (CountsLostParts(key, tree)) {
        report->Add(Notice::Severity::kDropped, key,
                    "its lists are of what is left out, too: it is no state of "
                    "the rest");
        continue;
      }
      KeyframeSpec spec = ReadKeyframe(key, tree, actuators);
      spec.name = "key" + std::to_string(specs.size());
      Read(key, "name", &spec.name);
      Check(names.insert(spec.name).second, key,
            "the keyframe name '" + spec.name + "' is used twice");
      specs.push_back(std::move(spec));
    }
  }
  return specs;
}

}  // namespace tactus::multibody::mjcf
