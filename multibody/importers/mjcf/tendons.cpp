#include "tactus/multibody/importers/mjcf/tendons.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "tactus/multibody/importers/mjcf/copies.h"
#include "tactus/multibody/importers/mjcf/tendon_paths.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

// Of a spring that rests where the joints' springs do.
constexpr std::array<double, 2> kAutomatic = {-1, -1};

struct RawTendon {
  Range range, effort;
  std::array<double, 2> spring_length = kAutomatic;
  bool is_nonlinear = false;
};

void ReadLayer(const XmlElement& layer, TendonSpec* tendon, RawTendon* raw) {
  raw->is_nonlinear |= ReadLinearTerm(layer, "stiffness", &tendon->stiffness);
  raw->is_nonlinear |= ReadLinearTerm(layer, "damping", &tendon->damping);
  Read(layer, "frictionloss", &tendon->dry_friction);
  Read(layer, "armature", &tendon->armature);
  ReadRange(layer, "range", "limited", &raw->range);
  ReadRange(layer, "actuatorfrcrange", "actuatorfrclimited", &raw->effort);
  if (layer.Find("springlength") != nullptr) {
    auto& [shortest, longest] = raw->spring_length;
    if (ReadSome(layer, "springlength", raw->spring_length) == 1)
      longest = shortest;
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

class TendonReader {
 public:
  TendonReader(const BodyTree& tree, const Option& option,
               const std::vector<CompilerSettings>& compilers,
               const DefaultClasses& classes, ImportReport* report)
      : tree_(tree),
        option_(option),
        compilers_(compilers),
        classes_(classes),
        report_(*report) {}

  TendonSpec Read(const XmlElement& element) {
    TendonSpec tendon{.source = &element};
    multibody::Read(element, "name", &tendon.name);
    RawTendon raw;
    for (const XmlElement* layer : classes_.Layers(element, "", {"tendon"})) {
      ReadLayer(*layer, &tendon, &raw);
    }
    CheckNotNegative(tendon);
    if (raw.is_nonlinear) {
      report_.AddCommon(Notice::Severity::kApproximated, element,
                        "of stiffness and damping the linear term acts");
    }
    const CompilerSettings& compiler =
        CompilerOf(element, compilers_, compilers_.front());
    tendon.range = ResolveRange(raw.range, "range", compiler, element);
    tendon.effort_range =
        ResolveRange(raw.effort, "actuatorfrcrange", compiler, element);
    if (!option_.dry_friction) tendon.dry_friction = 0;
    if (element.tag == "spatial") {
      tendon.path = ReadTendonPath(element, tree_);
    } else {
      ReadTerms(&tendon);
    }
    SetSpring(raw, &tendon);
    if (tendon.armature != 0 && !tendon.is_joint()) {
      report_.AddCommon(Notice::Severity::kDropped, element,
                        "its armature, not that of a joint, is left out");
    }
    return tendon;
  }

 private:
  void ReadTerms(TendonSpec* tendon) {
    Check(!tendon->source->children.empty(), *tendon->source, "has no joint");
    for (const XmlElement& term : tendon->source->children) {
      Check(term.tag == "joint", term, "a fixed tendon is made of joints");
      const int joint = tree_.FindJoint(Required(term, "joint"), term);
      Check(tree_.joints[joint].nv() == 1, term,
            "the joint is neither a hinge nor a slide");
      Required(term, "coef");
      double coefficient = 0;
      multibody::Read(term, "coef", &coefficient);
      const auto same =
          std::ranges::find(tendon->terms, joint, &TendonSpec::Term::joint);
      if (same == tendon->terms.end()) {
        tendon->terms.push_back({.joint = joint, .coefficient = coefficient});
      } else {
        same->coefficient += coefficient;
      }
    }
    std::erase_if(tendon->terms, [](const TendonSpec::Term& term) {
      return term.coefficient == 0;
    });
  }

  // A fixed tendon's length has either sign.
  void SetSpring(const RawTendon& raw, TendonSpec* tendon) {
    if (raw.spring_length != kAutomatic) {
      tendon->rest = raw.spring_length;
      if (tendon->rest[0] > tendon->rest[1])
        FailAttribute(*tendon->source, "springlength", "decreases");
      return;
    }
    tendon->rests_at_references = !tendon->path.empty();
    double length = 0;
    for (const TendonSpec::Term& term : tendon->terms)
      length += term.coefficient * tree_.joints[term.joint].spring_reference;
    tendon->rest = {length, length};
  }

  const BodyTree& tree_;
  const Option& option_;
  const std::vector<CompilerSettings>& compilers_;
  const DefaultClasses& classes_;
  ImportReport& report_;
};

void AddLimits(const TendonSpec& tendon, JointSpec* joint) {
  const double gear = tendon.terms[0].coefficient;
  const auto [lower, upper] =
      std::minmax({tendon.range.lower / gear, tendon.range.upper / gear});
  joint->range.lower = std::max(joint->range.lower, lower);
  joint->range.upper = std::min(joint->range.upper, upper);
  Check(
      joint->range.lower <= joint->range.upper, *tendon.source,
      "its limits and those of joint '" + joint->name + "' leave no position");
}

// Two springs on one joint are one.
void AddSpring(const TendonSpec& tendon, JointSpec* joint) {
  if (tendon.stiffness == 0) return;
  const double gear = tendon.terms[0].coefficient;
  const double stiffness = gear * gear * tendon.stiffness;
  const double rest = tendon.rest[0] / gear;
  const double sum = joint->stiffness + stiffness;
  joint->spring_reference =
      (joint->stiffness * joint->spring_reference + stiffness * rest) / sum;
  joint->stiffness = sum;
}

}  // namespace

std::vector<TendonSpec> ReadTendons(
    const XmlElement& root, const BodyTree& tree, const Option& option,
    const std::vector<CompilerSettings>& compilers,
    const DefaultClasses& classes, ImportReport* report) {
  std::vector<TendonSpec> tendons;
  std::set<std::string> names;
  for (const XmlElement& section : root.children) {
    if (section.tag != "tendon") continue;
    for (const XmlElement& element : section.children) {
      const std::string* name = element.Find("name");
      Check(name == nullptr || names.insert(*name).second, element,
            "the tendon name '" + (name ? *name : "") + "' is used twice");
      if (element.tag != "fixed" && element.tag != "spatial") continue;
      TendonReader reader(tree, option, compilers, classes, report);
      TendonSpec tendon = reader.Read(element);
      if (tendon.terms.empty() && tendon.path.empty()) {
        report->Add(Notice::Severity::kDropped, element,
                    "has no effect: all of its coefficients are zero");
        continue;
      }
      tendons.push_back(std::move(tendon));
    }
  }
  return tendons;
}

void ApplyTendons(const std::vector<TendonSpec>& tendons, BodyTree* tree) {
  for (const TendonSpec& tendon : tendons) {
    if (!tendon.is_joint()) continue;
    const auto& [index, gear] = tendon.terms[0];
    JointSpec& joint = tree->joints[static_cast<std::size_t>(index)];
    AddLimits(tendon, &joint);
    AddSpring(tendon, &joint);
    joint.damping += gear * gear * tendon.damping;
    joint.armature += gear * gear * tendon.armature;
    joint.dry_friction += std::abs(gear) * tendon.dry_friction;
  }
}

int FindTendon(const std::vector<TendonSpec>& tendons, std::string_view name) {
  const auto it = std::ranges::find(tendons, name, &TendonSpec::name);
  if (name.empty() || it == tendons.end()) return -1;
  return static_cast<int>(it - tendons.begin());
}

}  // namespace tactus::multibody::mjcf
