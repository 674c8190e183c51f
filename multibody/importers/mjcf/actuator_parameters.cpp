#include "tactus/multibody/importers/mjcf/actuator_parameters.h"

#include <numbers>
#include <span>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

using GainType = ActuatorParameters::Gain;
using BiasType = ActuatorParameters::Bias;

void ReadGeneral(const XmlElement& layer, ActuatorParameters* p) {
  ReadWord<GainType>(layer, "gaintype",
                     {{"fixed", GainType::kFixed},
                      {"affine", GainType::kAffine},
                      {"muscle", GainType::kMuscle},
                      {"user", GainType::kOther}},
                     &p->gain_type);
  ReadWord<BiasType>(layer, "biastype",
                     {{"none", BiasType::kNone},
                      {"affine", BiasType::kAffine},
                      {"muscle", BiasType::kMuscle},
                      {"user", BiasType::kOther}},
                     &p->bias_type);
  ReadSome(layer, "gainprm", p->gain);
  ReadSome(layer, "biasprm", p->bias);
  if (Read(layer, "dyntype", &p->activation) && p->activation == "none") {
    p->activation.clear();
  }
  std::array<double, 10> dynamics = {p->time_constant, p->deactivation_time,
                                     p->smoothing};
  ReadSome(layer, "dynprm", dynamics);
  p->time_constant = dynamics[0];
  p->deactivation_time = dynamics[1];
  p->smoothing = dynamics[2];
}

void SetMotor(ActuatorParameters* p) {
  p->gain_type = GainType::kFixed;
  p->bias_type = BiasType::kNone;
  p->gain = {1};
  p->bias = {};
  p->activation.clear();
}

double ReadNotNegative(const XmlElement& layer, std::string_view name,
                       double value) {
  Read(layer, name, &value);
  if (value < 0) FailAttribute(layer, name, "is negative");
  return value;
}

// f = kp (u - l) - kv l_dot; what a layer leaves out stays as it was.
void ReadPosition(const XmlElement& layer, ActuatorParameters* p) {
  p->gain_type = GainType::kFixed;
  p->bias_type = BiasType::kAffine;
  p->gain[0] = ReadNotNegative(layer, "kp", p->gain[0]);
  p->bias[1] = -p->gain[0];
  const bool has_kv = layer.Find("kv") != nullptr;
  const bool has_ratio = layer.Find("dampratio") != nullptr;
  Check(!has_kv || !has_ratio, layer,
        "'kv' and 'dampratio' both give the damping; give one");
  if (has_kv) {
    p->bias[2] = -ReadNotNegative(layer, "kv", 0);
    p->damping_ratio.reset();
  } else if (has_ratio) {
    p->bias[2] = 0;
    p->damping_ratio = ReadNotNegative(layer, "dampratio", 0);
  }
  if (layer.Find("timeconst") != nullptr) {
    p->time_constant = ReadNotNegative(layer, "timeconst", 0);
    p->activation = p->time_constant > 0 ? "filterexact" : "";
  }
  p->inherit_range = ReadNotNegative(layer, "inheritrange", p->inherit_range);
}

// A servo to the integral of the control.
void ReadIntegratedVelocity(const XmlElement& layer, ActuatorParameters* p) {
  ReadPosition(layer, p);
  p->activation = "integrator";
  p->activation_range.limited = Range::Limited::kTrue;
}

// f = area u + bias, with u filtered.
void ReadCylinder(const XmlElement& layer, ActuatorParameters* p) {
  double diameter = 0;
  p->gain_type = GainType::kFixed;
  p->bias_type = BiasType::kAffine;
  p->activation = "filter";
  p->time_constant = ReadNotNegative(layer, "timeconst", p->time_constant);
  p->gain[0] = ReadNotNegative(layer, "area", p->gain[0]);
  if (Read(layer, "diameter", &diameter))
    p->gain[0] = std::numbers::pi / 4 * diameter * diameter;
  ReadSome(layer, "bias", std::span(p->bias).first<3>());
}

void ReadVelocity(const XmlElement& layer, ActuatorParameters* p) {
  const double kv = ReadNotNegative(layer, "kv", p->gain[0]);
  SetMotor(p);
  p->bias_type = BiasType::kAffine;
  p->gain = {kv};
  p->bias[2] = -kv;
  p->damping_ratio.reset();
}

// f = -kv l_dot u.
void ReadDamper(const XmlElement& layer, ActuatorParameters* p) {
  const double kv = ReadNotNegative(layer, "kv", 0);
  SetMotor(p);
  p->gain_type = GainType::kAffine;
  p->gain = {0, 0, -kv};
  if (layer.Find("ctrlrange") != nullptr)  // MJCF has no ctrllimited for it.
    p->control.limited = Range::Limited::kTrue;
}

// f = gain u.
void ReadAdhesion(const XmlElement& layer, ActuatorParameters* p) {
  const double gain = ReadNotNegative(layer, "gain", p->gain[0]);
  SetMotor(p);
  p->gain[0] = gain;
}

// A muscle's numbers where they are still those of other actuators, as MuJoCo
// has it.
void SetMuscleDefaults(ActuatorParameters* p) {
  constexpr std::array kDefaults = {.75, 1.05, -1., 200., .5,
                                    1.6, 1.5,  1.3, 1.2};
  if (p->time_constant == 1) p->time_constant = 0.01;
  if (p->deactivation_time == 0) p->deactivation_time = 0.04;
  for (std::size_t i = 0; i < kDefaults.size(); ++i) {
    if (p->gain[i] == (i == 0 ? 1 : 0)) p->gain[i] = kDefaults[i];
  }
}

void ReadMuscle(const XmlElement& layer, ActuatorParameters* p) {
  p->gain_type = GainType::kMuscle;
  p->bias_type = BiasType::kMuscle;
  p->activation = "muscle";
  SetMuscleDefaults(p);
  std::array<double, 2> times = {p->time_constant, p->deactivation_time};
  ReadSome(layer, "timeconst", times);
  p->time_constant = times[0];
  p->deactivation_time = times[1];
  p->smoothing = ReadNotNegative(layer, "tausmooth", p->smoothing);
  ReadSome(layer, "range", std::span(p->gain).first<2>());
  constexpr std::array kNames = {"force", "scale", "lmin", "lmax",
                                 "vmax",  "fpmax", "fvmax"};
  for (std::size_t i = 0; i < kNames.size(); ++i)
    Read(layer, kNames[i], &p->gain[i + 2]);
  p->bias = p->gain;
}

void ReadLayer(const XmlElement& layer, ActuatorParameters* p) {
  if (layer.tag == "general") {
    ReadGeneral(layer, p);
  } else if (layer.tag == "motor") {
    SetMotor(p);
  } else if (layer.tag == "position") {
    ReadPosition(layer, p);
  } else if (layer.tag == "velocity") {
    ReadVelocity(layer, p);
  } else if (layer.tag == "intvelocity") {
    ReadIntegratedVelocity(layer, p);
  } else if (layer.tag == "cylinder") {
    ReadCylinder(layer, p);
  } else if (layer.tag == "damper") {
    ReadDamper(layer, p);
  } else if (layer.tag == "adhesion") {
    ReadAdhesion(layer, p);
  } else if (layer.tag == "muscle") {
    ReadMuscle(layer, p);
  } else {
    p->gain_type = GainType::kOther;
  }
  Read(layer, "group", &p->group);
  ReadSome(layer, "gear", p->gear);
  ReadSome(layer, "lengthrange", p->length_range);
  ReadRange(layer, "ctrlrange", "ctrllimited", &p->control);
  ReadRange(layer, "forcerange", "forcelimited", &p->force);
  ReadRange(layer, "actrange", "actlimited", &p->activation_range);
}

}  // namespace

ActuatorParameters ReadActuatorParameters(
    const std::vector<const XmlElement*>& layers) {
  ActuatorParameters parameters;
  for (const XmlElement* layer : layers) ReadLayer(*layer, &parameters);
  return parameters;
}

void RequireOneTarget(const XmlElement& element, const XmlElement& root) {
  std::string given;
  for (const char* name :
       {"joint", "jointinparent", "tendon", "cranksite", "site", "body"}) {
    if (element.Find(name) == nullptr) continue;
    Check(given.empty(), element,
          fmt::format("acts on two things, '{}' and '{}'", given, name));
    given = name;
  }
  const auto require = [&](const char* name, const char* target) {
    if (element.Find(name) != nullptr && given != target)
      FailAttribute(element, name, fmt::format("is for a '{}'", target));
  };
  require("refsite", "site");
  require("slidersite", "cranksite");
  require("cranklength", "cranksite");
  if (given != "tendon") return;
  const std::string& tendon = Required(element, "tendon");
  for (const XmlElement& section : root.children) {
    if (section.tag != "tendon") continue;
    for (const XmlElement& other : section.children) {
      const std::string* name = other.Find("name");
      if (name != nullptr && *name == tendon) return;
    }
  }
  Fail(element, "there is no tendon '" + tendon + "'");
}

}  // namespace tactus::multibody::mjcf
