#include "tactus/multibody/mjcf/tendons.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "tactus/multibody/mjcf/copies.h"
#include "tactus/multibody/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

// q of a joint as a function of another's: slope q + offset.
struct LinearTie {
  int joint = -1;
  double slope = 1, offset = 0;
};

bool IsLinear(const JointCoupler& coupler) {
  return coupler.coefficients[2] == 0 && coupler.coefficients[3] == 0 &&
         coupler.coefficients[4] == 0;
}

// Follows linear couplers from a joint to the one that moves it in the end.
LinearTie FollowCouplers(int joint, const std::vector<CouplerSpec>& couplers) {
  LinearTie tie{.joint = joint};
  for (std::size_t step = 0; step < couplers.size(); ++step) {
    const auto next = std::ranges::find_if(couplers, [&](const auto& spec) {
      return spec.joint_a == tie.joint && spec.joint_b >= 0 &&
             IsLinear(spec.coupler);
    });
    if (next == couplers.end()) break;
    // q_a = c1 (q_b - ref_b) + c0 + ref_a
    const JointCoupler& c = next->coupler;
    const double slope = c.coefficients[1];
    tie.offset +=
        tie.slope * (c.reference_a + c.coefficients[0] - slope * c.reference_b);
    tie.slope *= slope;
    tie.joint = next->joint_b;
  }
  return tie;
}

struct RawTendon {
  Range range, effort;
  std::array<double, 2> spring_length = {-1, -1};
  int num_spring_lengths = 0;
};

void ReadLayer(const XmlElement& layer, TendonSpec* tendon, RawTendon* raw) {
  Read(layer, "stiffness", &tendon->stiffness);
  Read(layer, "damping", &tendon->damping);
  Read(layer, "frictionloss", &tendon->dry_friction);
  Read(layer, "armature", &tendon->armature);
  ReadRange(layer, "range", "limited", &raw->range);
  ReadRange(layer, "actuatorfrcrange", "actuatorfrclimited", &raw->effort);
  if (layer.Find("springlength") != nullptr) {
    raw->num_spring_lengths =
        ReadSome(layer, "springlength", raw->spring_length);
  }
}

void CheckNotNegative(const TendonSpec& tendon) {
  const auto check = [&tendon](double value, std::string_view name) {
    if (value < 0) FailAttribute(*tendon.source, name, "is negative");
  };
  check(tendon.stiffness, "stiffness");
  check(tendon.damping, "damping");
  check(tendon.dry_friction, "frictionloss");
  check(tendon.armature, "armature");
}

class Reader {
 public:
  Reader(const BodyTree& tree, const Option& option,
         const std::vector<CompilerSettings>& compilers,
         const DefaultClasses& classes,
         const std::vector<CouplerSpec>& couplers, ImportReport* report)
      : tree_(tree),
        option_(option),
        compilers_(compilers),
        classes_(classes),
        couplers_(couplers),
        report_(*report) {}

  TendonSpec Read(const XmlElement& element) {
    TendonSpec tendon{.source = &element};
    multibody::Read(element, "name", &tendon.name);
    RawTendon raw;
    for (const XmlElement* layer : classes_.Layers(element, "", {"tendon"})) {
      ReadLayer(*layer, &tendon, &raw);
    }
    CheckNotNegative(tendon);
    const CompilerSettings& compiler =
        CompilerOf(element, compilers_, compilers_.front());
    tendon.range = ResolveRange(raw.range, "range", compiler, element);
    tendon.effort_range =
        ResolveRange(raw.effort, "actuatorfrcrange", compiler, element);
    if (!option_.dry_friction) tendon.dry_friction = 0;
    SetLength(&tendon);
    SetSpring(raw, &tendon);
    Report(tendon);
    return tendon;
  }

 private:
  void SetLength(TendonSpec* tendon) {
    Check(!tendon->source->children.empty(), *tendon->source, "has no joint");
    bool reduces = true;
    for (const XmlElement& term : tendon->source->children) {
      Check(term.tag == "joint", term, "a fixed tendon is made of joints");
      const int joint = tree_.FindJoint(Required(term, "joint"), term);
      Check(tree_.joints[joint].nv() == 1, term,
            "the joint is neither a hinge nor a slide");
      Required(term, "coef");
      double coefficient = 0;
      multibody::Read(term, "coef", &coefficient);
      length_at_reference_ += coefficient * tree_.joints[joint].reference;
      const LinearTie tie = FollowCouplers(joint, couplers_);
      if (tendon->joint < 0) tendon->joint = tie.joint;
      reduces = reduces && tendon->joint == tie.joint;
      tendon->gear += coefficient * tie.slope;
      tendon->offset += coefficient * tie.offset;
    }
    if (!reduces || tendon->gear == 0) tendon->joint = -1;
  }

  // Without a spring length the spring is slack at the reference.
  void SetSpring(const RawTendon& raw, TendonSpec* tendon) {
    const auto& [shortest, longest] = raw.spring_length;
    if (raw.num_spring_lengths == 0 || shortest < 0) {
      tendon->rest_length = length_at_reference_;
      return;
    }
    tendon->rest_length = shortest;
    tendon->has_slack = raw.num_spring_lengths == 2 && longest != shortest &&
                        tendon->stiffness != 0;
  }

  void Report(const TendonSpec& tendon) {
    using enum Notice::Severity;
    if (tendon.joint < 0) {
      if (!tendon.acts()) return;
      report_.AddCommon(
          kDropped, *tendon.source,
          "its limits and forces are left out: no couplers tie its "
          "joints to one");
      return;
    }
    if (tendon.has_slack) {
      report_.Add(kDropped, *tendon.source,
                  "its spring, slack over a range of lengths, is left out");
    }
    if (tendon.source->children.size() > 1) {
      report_.Add(kApproximated, *tendon.source,
                  "acts on joint '" + tree_.joints[tendon.joint].name +
                      "', to which couplers tie the others");
    }
  }

  const BodyTree& tree_;
  const Option& option_;
  const std::vector<CompilerSettings>& compilers_;
  const DefaultClasses& classes_;
  const std::vector<CouplerSpec>& couplers_;
  ImportReport& report_;
  double length_at_reference_ = 0;
};

void AddLimits(const TendonSpec& tendon, JointSpec* joint) {
  const auto [lower, upper] =
      std::minmax({(tendon.range.lower - tendon.offset) / tendon.gear,
                   (tendon.range.upper - tendon.offset) / tendon.gear});
  joint->range.lower = std::max(joint->range.lower, lower);
  joint->range.upper = std::min(joint->range.upper, upper);
  Check(
      joint->range.lower <= joint->range.upper, *tendon.source,
      "its limits and those of joint '" + joint->name + "' leave no position");
}

// Two springs on one joint are one.
void AddSpring(const TendonSpec& tendon, JointSpec* joint) {
  if (tendon.has_slack || tendon.stiffness == 0) return;
  const double stiffness = tendon.gear * tendon.gear * tendon.stiffness;
  const double rest = (tendon.rest_length - tendon.offset) / tendon.gear;
  const double sum = joint->stiffness + stiffness;
  joint->spring_reference =
      (joint->stiffness * joint->spring_reference + stiffness * rest) / sum;
  joint->stiffness = sum;
}

}  // namespace

bool TendonSpec::acts() const {
  return std::isfinite(range.lower) || std::isfinite(range.upper) ||
         stiffness != 0 || damping != 0 || dry_friction != 0 || armature != 0;
}

std::vector<TendonSpec> ReadTendons(
    const XmlElement& root, const BodyTree& tree, const Option& option,
    const std::vector<CompilerSettings>& compilers,
    const DefaultClasses& classes, const std::vector<CouplerSpec>& couplers,
    ImportReport* report) {
  std::vector<TendonSpec> tendons;
  std::set<std::string> names;
  for (const XmlElement& section : root.children) {
    if (section.tag != "tendon") continue;
    for (const XmlElement& element : section.children) {
      const std::string* name = element.Find("name");
      Check(name == nullptr || names.insert(*name).second, element,
            "the tendon name '" + (name ? *name : "") + "' is used twice");
      if (element.tag != "fixed") continue;
      Reader reader(tree, option, compilers, classes, couplers, report);
      tendons.push_back(reader.Read(element));
    }
  }
  return tendons;
}

void ApplyTendons(const std::vector<TendonSpec>& tendons, BodyTree* tree) {
  for (const TendonSpec& tendon : tendons) {
    if (tendon.joint < 0) continue;
    JointSpec& joint = tree->joints[static_cast<std::size_t>(tendon.joint)];
    const double gear = tendon.gear;
    AddLimits(tendon, &joint);
    AddSpring(tendon, &joint);
    joint.damping += gear * gear * tendon.damping;
    joint.armature += gear * gear * tendon.armature;
    joint.dry_friction += std::abs(gear) * tendon.dry_friction;
  }
}

const TendonSpec* FindTendon(const std::vector<TendonSpec>& tendons,
                             std::string_view name) {
  const auto it = std::ranges::find(tendons, name, &TendonSpec::name);
  return name.empty() || it == tendons.end() ? nullptr : &*it;
}

}  // namespace tactus::multibody::mjcf
