#include "tactus/apps/methods/method_option_kinds.h"
#include "tactus/apps/methods/method_options.h"

namespace tactus::apps {
namespace method_options {
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
using Quadrature = contact::Compliance::Quadrature;

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

// What no run ends with: a step of a picosecond takes a day for a microsecond.
constexpr double kLeastLongestStep = 1e-12;
constexpr int kMostRefinement = 1'000'000;

std::vector<MethodOption> MakeMethodTable() {
  return {
      Option({"max_step", "h_max_s", "H",
              "Longest step, in seconds, of methods that choose theirs"},
             AtLeast(kLeastLongestStep), &CenicOptions::h_max,
             &ErrorControlOptions::h_max),
      Option({"external", "external", "",
              "How what lies outside the plant is taken"},
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
              "of small bodies"},
             Positive(), &CenicOptions::length_scale,
             &ErrorControlOptions::length_scale),
      Option({"algebra", "algebra", "", "How cenic and icf factorize"},
             OneOf<FactorMethod>({{"auto", FactorMethod::kAuto},
                                  {"dense", FactorMethod::kDense},
                                  {"sparse", FactorMethod::kSparse}}),
             &CenicOptions::factor_method, &IcfStepOptions::factor_method),
      Option({"scheme", "scheme", "", "How cenic makes a step and its error"},
             OneScheme(), &CenicOptions::scheme),
      Option({"newton_tolerance", "newton_tolerance", "",
              "Whether cenic's follows the accuracy"},
             OneOf<bool>({{"adaptive", true}, {"fixed", false}}),
             &CenicOptions::adaptive_tolerance),
      Option({"hessian_reuse", "hessian_reuse", "N",
              "Iterations in which cenic and icf reuse a factorization, at "
              "most; 0: none"},
             Integer(0), &CenicOptions::hessian_reuse,
             &IcfStepOptions::hessian_reuse),
      Option({"iterations", "iterations", "N",
              "Iterations of cond, pgs and apgd in each step; else as many as "
              "the residual takes"},
             Integer(1), &CondOptions::iterations),
      Option({"residual", "residual", "R",
              "Residual of momentum, relative, at which cond, pgs and apgd "
              "end"},
             Positive(), &CondOptions::residual),
      Option({"change", "change", "C",
              "Share of nodes' velocities: where cond's iterations change them "
              "by no more, they end, whatever the residual"},
             Positive(), &CondOptions::change),
      Option({"theta", "theta", "",
              "Where in the step forces act, for cond, pgs and apgd"},
             OneOf<double>({{"end", 1.0}, {"middle", 0.5}}),
             &CondOptions::theta),
      Option({"virtual_damping", "virtual_damping", "B",
              "Damping between contacts and virtual nodes, for cond, pgs and "
              "apgd, in N s/m (by mass)"},
             Positive(), &CondOptions::virtual_damping),
      Option({"push_out", "push_out", "S",
              "Share of an overlap that a step of cond, pgs and apgd takes "
              "back"},
             Share(), &CondOptions::push_out),
      Option({"regularization", "regularization_1_kg", "R",
              "How far contact points yield to their impulse, for cond, pgs "
              "and apgd, in 1/kg"},
             AtLeast(0), &CondOptions::regularization),
      Option({"projection", "projection", "",
              "How impulses come into the friction cone, for cond, pgs and "
              "apgd"},
             OneOf<ConeProjection>({{"strict", ConeProjection::kStrict},
                                    {"proximal", ConeProjection::kProximal}}),
             &CondOptions::projection),
      Option(
          {"acceleration", "acceleration", "", "How cond's iterations go on"},
          OneOf<Acceleration>(
              {{"none", Acceleration::kNone},
               {"chebyshev", Acceleration::kChebyshev},
               {"nesterov", Acceleration::kNesterov},
               {"barzilai_borwein", Acceleration::kBarzilaiBorwein}}),
          &CondOptions::acceleration),
      Option({"line_search_start", "line_search_start", "",
              "Where line searches look first"},
             OneOf<LineSearchStart>({{"cubic", LineSearchStart::kCubic},
                                     {"quadratic", LineSearchStart::kQuadratic},
                                     {"unit", LineSearchStart::kUnit}}),
             &CenicOptions::line_search_start,
             &IcfStepOptions::line_search_start),
      Option({"kappa", "kappa", "K",
              "Gap times impulse at dojo's contacts, in J s (a hundredth of "
              "what gravity makes in a step, 1e-6 at most)"},
             Positive(), &DojoOptions::kappa),
      Option({"friction_cone", "friction_cone", "", "Friction cone of dojo"},
             OneOf<FrictionCone>({{"exact", FrictionCone::kExact},
                                  {"linear", FrictionCone::kLinear},
                                  {"none", FrictionCone::kNone}}),
             &DojoOptions::cone),
      Option({"comfree_stiffness", "stiffness_1_s", "K", "k, in 1/s"},
             AtLeast(0), &ComFreeOptions::stiffness),
      Option({"comfree_damping", "damping", "D", "d"}, AtLeast(0),
             &ComFreeOptions::damping),
      Option({"comfree_impedance", "impedance",
              "R_MIN R_MAX WIDTH MIDPOINT POWER", "As MuJoCo's solimp"},
             Impedance(), &ComFreeOptions::impedance),
      Option(
          {"margin", "margin_m", "M", "Contacts act below this distance, in m"},
          AtLeast(0), &ComFreeOptions::margin),
      Option({"refinement", "refinement", "L",
              "Sweeps beyond the first; less creep"},
             Integer(0, kMostRefinement),
             &ComFreeOptions::refinement_iterations),
      Option({"mass_splitting", "mass_splitting", "",
              "Bound the gains where many contacts meet"},
             Flag(), &ComFreeOptions::mass_splitting),
      Option({"backend", "backend", "", "Where contacts are resolved"},
             OneOf<BackendKind>({{"serial", BackendKind::kSerial},
                                 {"openmp", BackendKind::kOpenMp},
                                 {"cuda", BackendKind::kCuda}}),
             &ComFreeOptions::backend),
      Option({"single_precision", "single_precision", "",
              "Resolve contacts in fp32"},
             Flag(), &ComFreeOptions::single_precision),
  };
}

std::vector<MethodOption> MakeContactTable() {
  return {
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
}

}  // namespace

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

}  // namespace method_options

const std::vector<MethodOption>& MethodOptions() {
  static const std::vector<MethodOption> table =
      method_options::MakeMethodTable();
  return table;
}

const std::vector<MethodOption>& ContactOptions() {
  static const std::vector<MethodOption> table =
      method_options::MakeContactTable();
  return table;
}

}  // namespace tactus::apps
