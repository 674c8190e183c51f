#include "tactus/apps/scenario/method_options.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

using contact::Acceleration;
using contact::ComFreeImpedance;
using contact::ComFreeOptions;
using contact::CondOptions;
using contact::ConeProjection;
using integrators::CenicOptions;
using integrators::DojoOptions;
using integrators::ErrorControlOptions;
using integrators::ErrorNorm;
using integrators::ExternalScheme;
using integrators::FrictionCone;
using integrators::IcfStepOptions;
using integrators::Scheme;
using solvers::FactorMethod;
using solvers::LineSearchStart;
using solvers::comfree::BackendKind;
using Json = nlohmann::ordered_json;
using Quadrature = contact::Compliance::Quadrature;
using Type = ValueKind::Type;

// A kind of value, and what it means to a member of type T.
template <class T>
struct Meaning {
  ValueKind kind;
  std::function<T(const Json&)> parse = [](const Json& value) {
    return value.get<T>();
  };
  std::function<Json(const T&)> write = [](const T& value) {
    return Json(value);
  };
};

Meaning<double> Positive() {
  return {{.type = Type::kNumber, .is_positive = true}};
}

Meaning<double> AtLeast(double least) {
  return {{.type = Type::kNumber, .least = least}};
}

// A share of a whole.
Meaning<double> Share() {
  return {{.type = Type::kNumber, .least = 0, .most = 1}};
}

Meaning<int> Integer(int least, int most = std::numeric_limits<int>::max()) {
  return {{.type = Type::kInteger,
           .least = static_cast<double>(least),
           .most = static_cast<double>(most)}};
}

Meaning<bool> Flag() {
  return {{.type = Type::kFlag}};
}

template <class T>
Meaning<T> OneOf(std::vector<std::pair<std::string, T>> words) {
  Meaning<T> meaning{{.type = Type::kWord}};
  for (const auto& [word, value] : words) meaning.kind.words.push_back(word);
  meaning.parse = [words](const Json& value) {
    return std::ranges::find(words, value.get<std::string>(),
                             &std::pair<std::string, T>::first)
        ->second;
  };
  meaning.write = [words](const T& value) {
    return Json(
        std::ranges::find(words, value, &std::pair<std::string, T>::second)
            ->first);
  };
  return meaning;
}

Meaning<Scheme> OneScheme() {
  std::vector<std::pair<std::string, Scheme>> words;
  for (const Scheme scheme : integrators::Schemes())
    words.emplace_back(to_string(scheme), scheme);
  return OneOf<Scheme>(std::move(words));
}

Meaning<ComFreeImpedance> Impedance() {
  return {{.type = Type::kNumbers, .is_positive = true, .count = 5},
          [](const Json& x) {
            return ComFreeImpedance{.r_min = x[0],
                                    .r_max = x[1],
                                    .width = x[2],
                                    .midpoint = x[3],
                                    .power = x[4]};
          },
          [](const ComFreeImpedance& d) {
            return Json{d.r_min, d.r_max, d.width, d.midpoint, d.power};
          }};
}

template <class T>
Json Write(const Meaning<T>& meaning, const std::optional<T>& value) {
  return value ? meaning.write(*value) : Json(nullptr);
}

template <class T, class Value, class Settings>
MethodOption::Member MakeMember(const Meaning<T>& meaning,
                                Value Settings::*member) {
  return {.settings = SettingsPointer(static_cast<Settings*>(nullptr)).index(),
          .set =
              [=](const Json& value, SettingsPointer settings) {
                std::get<Settings*>(settings)->*member = meaning.parse(value);
              },
          .get =
              [=](SettingsPointer settings) {
                return Write<T>(meaning,
                                std::get<Settings*>(settings)->*member);
              }};
}

// The names of an option, and what the help says.
struct Names {
  std::string key, report_key, operand, help;
};

template <class T, class... Members>
MethodOption Option(Names names, Meaning<T> meaning, Members... members) {
  const ValueKind& kind = meaning.kind;
  if (kind.type == Type::kWord)
    names.operand = fmt::format("{}", fmt::join(kind.words, "|"));
  return {std::move(names.key),
          std::move(names.report_key),
          std::move(names.operand),
          std::move(names.help),
          kind,
          {MakeMember(meaning, members)...}};
}

// What no run ends with: a step of a picosecond takes a day for a microsecond.
constexpr double kLeastLongestStep = 1e-12;
constexpr int kMostRefinement = 1'000'000;

// What reports tell and no option sets.
template <class T, class... Members>
MethodOption Fixed(std::string report_key, Members... members) {
  return Option<T>({"", std::move(report_key), "", ""}, {}, members...);
}

std::vector<MethodOption> FixedSettings() {
  return {
      Fixed<double>("step_s", &FixedStepSettings::step),
      Fixed<double>("accuracy", &CenicOptions::accuracy,
                    &ErrorControlOptions::accuracy),
      Fixed<double>("h_min_s", &CenicOptions::h_min,
                    &ErrorControlOptions::h_min),
      // A fraction of the longest step, or null: from the derivatives.
      Fixed<double>("first_step", &CenicOptions::first_step,
                    &ErrorControlOptions::first_step),
      Fixed<double>("kappa", &CenicOptions::kappa),
      Fixed<double>("tolerance", &IcfStepOptions::tolerance,
                    &DojoOptions::tolerance),
      Fixed<int>("max_iterations", &DojoOptions::max_iterations,
                 &CondOptions::max_iterations),
  };
}

void CheckNumber(const ValueKind& kind, const Json& value,
                 std::string_view name) {
  const double x = value.is_number() ? value.get<double>() : std::nan("");
  Require(std::isfinite(x) && (!kind.is_positive || x > 0),
          fmt::format("{} must be a {}number, not {}", name,
                      kind.is_positive ? "positive " : "",
                      value.is_number() ? fmt::format("{}", x) : value.dump()));
  Require(x >= kind.least, fmt::format("{} must be at least {:g}, not {:g}",
                                       name, kind.least, x));
  Require(x <= kind.most,
          fmt::format("{} must be at most {}, not {}", name, kind.most, x));
}

void CheckWord(const ValueKind& kind, const Json& value,
               std::string_view name) {
  const std::string word =
      value.is_string() ? value.get<std::string>() : value.dump();
  Require(std::ranges::find(kind.words, word) != kind.words.end(),
          fmt::format("{} is one of {}, not '{}'", name,
                      fmt::join(kind.words, ", "), word));
}

}  // namespace

std::string MethodOption::flag() const {
  std::string name = "--" + key;
  std::ranges::replace(name, '_', '-');
  return name;
}

const MethodOption::Member* MethodOption::FindMember(
    std::size_t settings) const {
  const auto found = std::ranges::find(members, settings, &Member::settings);
  return found == members.end() ? nullptr : &*found;
}

void MethodOption::Check(const Json& value, std::string_view name) const {
  switch (kind.type) {
    case Type::kInteger:
      Require(value.is_number_integer(),
              fmt::format("{} must be an integer, not {}", name, value.dump()));
      return CheckNumber(kind, value, name);
    case Type::kNumber:
      return CheckNumber(kind, value, name);
    case Type::kWord:
      return CheckWord(kind, value, name);
    case Type::kFlag:
      return Require(
          value.is_boolean(),
          fmt::format("{} is true or false, not {}", name, value.dump()));
    case Type::kNumbers:
      Require(value.is_array() && std::ssize(value) == kind.count,
              fmt::format("{} must be {} numbers, not {}", name, kind.count,
                          value.dump()));
      for (const Json& each : value) CheckNumber(kind, each, name);
  }
}

const std::vector<MethodOption>& MethodOptions() {
  static const std::vector<MethodOption> table = {
      Option({"max_step", "h_max_s", "H",
              "Longest step, in seconds, of methods that choose theirs (0.1)"},
             AtLeast(kLeastLongestStep), &CenicOptions::h_max,
             &ErrorControlOptions::h_max),
      Option({"external", "external", "",
              "How what lies outside the plant is taken (implicit)"},
             OneOf<ExternalScheme>({{"implicit", ExternalScheme::kImplicit},
                                    {"explicit", ExternalScheme::kExplicit}}),
             &CenicOptions::external, &FixedStepSettings::external),
      Option({"error_norm", "error_norm", "",
              "What the accuracy is measured over (cenic: positions, others: "
              "state)"},
             OneOf<ErrorNorm>({{"positions", ErrorNorm::kPositions},
                               {"state", ErrorNorm::kState}}),
             &CenicOptions::error_norm, &ErrorControlOptions::error_norm),
      Option({"length_scale", "length_scale_m", "L",
              "Metres that the accuracy counts as one radian, such as the size "
              "of small bodies (1)"},
             Positive(), &CenicOptions::length_scale,
             &ErrorControlOptions::length_scale),
      Option({"algebra", "algebra", "", "How cenic and icf factorize (auto)"},
             OneOf<FactorMethod>({{"auto", FactorMethod::kAuto},
                                  {"dense", FactorMethod::kDense},
                                  {"sparse", FactorMethod::kSparse}}),
             &CenicOptions::factor_method, &IcfStepOptions::factor_method),
      Option({"scheme", "scheme", "",
              "How cenic makes a step and its error (extrapolated)"},
             OneScheme(), &CenicOptions::scheme),
      Option({"newton_tolerance", "newton_tolerance", "",
              "Whether cenic's follows the accuracy (adaptive)"},
             OneOf<bool>({{"adaptive", true}, {"fixed", false}}),
             &CenicOptions::adaptive_tolerance),
      Option({"hessian_reuse", "hessian_reuse", "N",
              "Iterations in which cenic and icf reuse a factorization, at "
              "most (10); 0: none"},
             Integer(0), &CenicOptions::hessian_reuse,
             &IcfStepOptions::hessian_reuse),
      Option({"iterations", "iterations", "N",
              "Of cond, pgs and apgd, as many in each step; else to the "
              "residual"},
             Integer(1), &CondOptions::iterations),
      Option({"residual", "residual", "R",
              "Of cond, pgs and apgd, of momentum, relative, where they end "
              "(1e-6)"},
             Positive(), &CondOptions::residual),
      Option({"change", "change", "C",
              "Of cond, where its iterations change nodes' velocities by no "
              "more than this share, they end, whatever the residual"},
             Positive(), &CondOptions::change),
      Option({"theta", "theta", "",
              "Of cond, pgs and apgd, where in the step forces act (end)"},
             OneOf<double>({{"end", 1.0}, {"middle", 0.5}}),
             &CondOptions::theta),
      Option({"virtual_damping", "virtual_damping", "B",
              "Of cond, pgs and apgd, between contacts and virtual nodes, in N "
              "s/m (by mass)"},
             Positive(), &CondOptions::virtual_damping),
      Option({"push_out", "push_out", "S",
              "Of cond, pgs and apgd, the share of an overlap that a step "
              "takes back (0.2)"},
             Share(), &CondOptions::push_out),
      Option({"regularization", "regularization_1_kg", "R",
              "Of cond, pgs and apgd, by which contact points yield to their "
              "impulse, in 1/kg (0)"},
             AtLeast(0), &CondOptions::regularization),
      Option({"projection", "projection", "",
              "Of cond, pgs and apgd, how impulses come into the friction cone "
              "(strict)"},
             OneOf<ConeProjection>({{"strict", ConeProjection::kStrict},
                                    {"proximal", ConeProjection::kProximal}}),
             &CondOptions::projection),
      Option({"acceleration", "acceleration", "",
              "Of cond, how its iterations go on (nesterov)"},
             OneOf<Acceleration>(
                 {{"none", Acceleration::kNone},
                  {"chebyshev", Acceleration::kChebyshev},
                  {"nesterov", Acceleration::kNesterov},
                  {"barzilai_borwein", Acceleration::kBarzilaiBorwein}}),
             &CondOptions::acceleration),
      Option({"line_search_start", "line_search_start", "",
              "Where line searches look first (cubic)"},
             OneOf<LineSearchStart>({{"cubic", LineSearchStart::kCubic},
                                     {"quadratic", LineSearchStart::kQuadratic},
                                     {"unit", LineSearchStart::kUnit}}),
             &CenicOptions::line_search_start,
             &IcfStepOptions::line_search_start),
      Option({"kappa", "kappa", "K",
              "Of dojo: gap times impulse at contacts, in J s (a hundredth of "
              "what gravity makes in a step, 1e-6 at most)"},
             Positive(), &DojoOptions::kappa),
      Option({"friction_cone", "friction_cone", "", "Of dojo (exact)"},
             OneOf<FrictionCone>({{"exact", FrictionCone::kExact},
                                  {"linear", FrictionCone::kLinear},
                                  {"none", FrictionCone::kNone}}),
             &DojoOptions::cone),
      Option({"comfree_stiffness", "stiffness_1_s", "K", "k, in 1/s (0.1)"},
             AtLeast(0), &ComFreeOptions::stiffness),
      Option({"comfree_damping", "damping", "D", "d (0.001)"}, AtLeast(0),
             &ComFreeOptions::damping),
      Option(
          {"comfree_impedance", "impedance", "R_MIN R_MAX WIDTH MIDPOINT POWER",
           "As MuJoCo's solimp (0.9 0.95 0.001 0.5 2)"},
          Impedance(), &ComFreeOptions::impedance),
      Option({"margin", "margin_m", "M",
              "Contacts act below this distance, in m (0)"},
             AtLeast(0), &ComFreeOptions::margin),
      Option({"refinement", "refinement", "L",
              "Sweeps beyond the first; less creep (0)"},
             Integer(0, kMostRefinement),
             &ComFreeOptions::refinement_iterations),
      Option({"mass_splitting", "mass_splitting", "",
              "Bound the gains where many contacts meet"},
             Flag(), &ComFreeOptions::mass_splitting),
      Option({"backend", "backend", "", "Where contacts are resolved (serial)"},
             OneOf<BackendKind>({{"serial", BackendKind::kSerial},
                                 {"openmp", BackendKind::kOpenMp},
                                 {"cuda", BackendKind::kCuda}}),
             &ComFreeOptions::backend),
      Option({"single_precision", "single_precision", "",
              "Resolve contacts in fp32"},
             Flag(), &ComFreeOptions::single_precision),
  };
  return table;
}

const std::vector<MethodOption>& ContactOptions() {
  static const std::vector<MethodOption> table = {
      Option({"hydroelastic", "hydroelastic_modulus_Pa", "MODULUS",
              "Give all that is not rigid a pressure field with this modulus, "
              "in Pa: contact by patches"},
             Positive(), &ContactOverrides::modulus),
      Option(
          {"contact_model", "contact_model", "",
           "By points; by pressure fields where a pair has them; or by "
           "these alone, and what has none must not touch "
           "(hydroelastic_with_fallback)"},
          OneOf<ContactModel>({{"point", ContactModel::kPoint},
                               {"hydroelastic_with_fallback",
                                ContactModel::kHydroelasticWithFallback},
                               {"hydroelastic", ContactModel::kHydroelastic}}),
          &ContactOverrides::model),
      Option({"quadrature", "quadrature", "",
              "Points for each polygon of a patch (3); with 1 faces rock"},
             OneOf<Quadrature>({{"1", Quadrature::kCentroid},
                                {"3", Quadrature::kThreePoints}}),
             &ContactOverrides::quadrature),
  };
  return table;
}

const MethodOption& FindMethodOption(std::string_view key) {
  const auto& table = MethodOptions();
  const auto found = std::ranges::find(table, key, &MethodOption::key);
  Require(found != table.end(),
          fmt::format("no method has an option '{}'", key));
  return *found;
}

void SetOption(const MethodOption& option, const Json& value,
               SettingsPointer settings) {
  option.FindMember(settings.index())->set(value, settings);
}

void ApplyOptions(const Json& given, SettingsPointer settings) {
  for (const auto& [key, value] : given.items()) {
    const MethodOption& option = FindMethodOption(key);
    if (option.FindMember(settings.index()) != nullptr)
      SetOption(option, value, settings);
  }
}

Json MakeSettingsJson(SettingsPointer settings) {
  Json json = Json::object();
  const auto add = [&](const std::vector<MethodOption>& table) {
    for (const MethodOption& option : table) {
      if (const auto* member = option.FindMember(settings.index()))
        json[option.report_key] = member->get(settings);
    }
  };
  add(FixedSettings());
  add(MethodOptions());
  add(ContactOptions());
  return json;
}

}  // namespace tactus::apps
