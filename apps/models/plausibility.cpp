#include "tactus/apps/models/plausibility.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>

#include <Eigen/Eigenvalues>
#include <spdlog/fmt/fmt.h>

#include "tactus/apps/models/contact_table.h"
#include "tactus/apps/models/start_overlaps.h"
#include "tactus/contact/geometry/shapes/bounds.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::apps {
namespace {

using multibody::Body;
using multibody::Joint;
using multibody::Model;

constexpr double kMaxMassRatio = 1000;
constexpr double kMaxGyration = 2, kMinGyration = 0.01;  // Of the reach.
constexpr double kMaxDensity = 23000;                    // [kg/m^3]
constexpr double kMinOverlap = 1e-4;                     // [m]

// The box around a body's geometries, along its axes.
struct Box {
  Vector3d lower = Vector3d::Constant(std::numeric_limits<double>::infinity());
  Vector3d upper = -lower;

  double volume() const { return (upper - lower).prod(); }
  double DistanceTo(const Vector3d& point) const {
    return (lower - point).cwiseMax(point - upper).cwiseMax(0.0).norm();
  }
  double ReachFrom(const Vector3d& point) const {
    return (point - lower)
        .cwiseAbs()
        .cwiseMax((upper - point).cwiseAbs())
        .norm();
  }
};

// Nothing for a body without geometry, or with a half-space.
std::vector<std::optional<Box>> CalcBoxes(const Model& model) {
  std::vector<std::optional<Box>> boxes(model.bodies().size());
  std::vector<bool> unbounded(boxes.size(), false);
  for (const contact::Geometry& geometry : model.geometries()) {
    const auto b = static_cast<std::size_t>(geometry.body);
    if (std::holds_alternative<contact::HalfSpace>(geometry.shape)) {
      unbounded[b] = true;
      continue;
    }
    const auto bounds = contact::CalcBounds(geometry.shape, geometry.X_BG);
    Box& box = boxes[b] ? *boxes[b] : boxes[b].emplace();
    box.lower = box.lower.cwiseMin(bounds.center - bounds.half_extents);
    box.upper = box.upper.cwiseMax(bounds.center + bounds.half_extents);
  }
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    if (unbounded[b]) boxes[b].reset();
  }
  return boxes;
}

class Examiner {
 public:
  explicit Examiner(const Model& model) : model_(model) {}

  std::vector<Implausibility> Run() && {
    const auto boxes = CalcBoxes(model_);
    const std::vector<double> carried = CalcCarriedMasses();
    for (int b = 1; b < model_.num_bodies(); ++b) {
      const auto index = static_cast<std::size_t>(b);
      const Body& body = model_.bodies()[index];
      if (body.is_virtual || body.tree < 0 || IsNode(b)) continue;
      ExamineMassRatio(body, carried[index]);
      if (boxes[index]) ExamineInertia(body, *boxes[index]);
    }
    for (const Joint& joint : model_.joints()) ExamineStart(joint);
    return std::move(doubts_);
  }

 private:
  template <typename... Args>
  void Report(fmt::format_string<Args...> format, Args&&... args) {
    doubts_.push_back({fmt::format(format, std::forward<Args>(args)...)});
  }

  // Whether it is of an elastic body: its ball is a skin, not its volume.
  bool IsNode(int body) const {
    return std::ranges::any_of(
        model_.elastic_bodies(), [body](const multibody::ElasticBody& elastic) {
          return body >= elastic.first_body &&
                 body < elastic.first_body + elastic.solid->num_nodes();
        });
  }

  // The mass of all that hangs on each body, itself left out.
  std::vector<double> CalcCarriedMasses() const {
    std::vector<double> carried(model_.bodies().size(), 0.0);
    for (int b = model_.num_bodies() - 1; b > 0; --b) {
      const auto index = static_cast<std::size_t>(b);
      const int parent = model_.joints()[index - 1].parent;
      carried[static_cast<std::size_t>(parent)] +=
          carried[index] + model_.bodies()[index].inertia.mass;
    }
    return carried;
  }

  void ExamineMassRatio(const Body& body, double carried) {
    const double mass = body.inertia.mass;
    if (mass <= 0 || carried <= kMaxMassRatio * mass) return;
    Report("body '{}' of {:.3g} kg carries {:.3g} kg, {:.0f} times its mass",
           body.name, mass, carried, carried / mass);
  }

  void ExamineInertia(const Body& body, const Box& box) {
    const multibody::SpatialInertia& inertia = body.inertia;
    if (inertia.mass <= 0) return;
    const double density = inertia.mass / box.volume();
    if (density > kMaxDensity) {
      Report(
          "body '{}' has {:.3g} kg in a box of {:.3g} m^3: {:.3g} kg/m^3 is "
          "more than osmium's density",
          body.name, inertia.mass, box.volume(), density);
    }
    const double distance = box.DistanceTo(inertia.p_BoBcm);
    const double length = (box.upper - box.lower).norm();
    if (distance > length) {
      Report(
          "the centre of mass of body '{}' is {:.3g} m away from its geometry"
          ", which is {:.3g} m long",
          body.name, distance, length);
      return;
    }
    ExamineGyration(body, box.ReachFrom(inertia.p_BoBcm));
  }

  void ExamineGyration(const Body& body, double reach) {
    const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(
        body.inertia.I_Bcm, Eigen::EigenvaluesOnly);
    const double largest = std::sqrt(
        std::max(solver.eigenvalues().maxCoeff(), 0.0) / body.inertia.mass);
    if (largest > kMaxGyration * reach) {
      Report(
          "body '{}' has a radius of gyration of {:.3g} m, but its geometry "
          "reaches only {:.3g} m from its centre of mass",
          body.name, largest, reach);
    } else if (largest > 0 && largest < kMinGyration * reach) {
      Report(
          "body '{}' has a radius of gyration of {:.3g} m, little for "
          "geometry that reaches {:.3g} m from its centre of mass",
          body.name, largest, reach);
    }
  }

  void ExamineStart(const Joint& joint) {
    if (joint.nv() != 1) return;
    const double q = model_.default_positions()[joint.q_start];
    const double excess = std::max(joint.lower - q, q - joint.upper);
    if (excess <= 1e-9) return;
    Report(
        "joint '{}' starts at {:.6g}, outside of its limits [{:.6g}, {:.6g}]",
        joint.name, q, joint.lower, joint.upper);
  }

  const Model& model_;
  std::vector<Implausibility> doubts_;
};

}  // namespace

std::vector<Implausibility> FindDoubts(const Model& model) {
  return Examiner(model).Run();
}

std::vector<Overlap> FindOverlaps(const Model& model, const VectorXd& q) {
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  std::vector<Overlap> overlaps;
  for (const OverlappingPair& pair :
       FindOverlappingPairs(model, position.X_WB)) {
    if (pair.depth <= kMinOverlap) continue;
    const contact::Geometry& a = model.geometries()[pair.geometry_a];
    const contact::Geometry& b = model.geometries()[pair.geometry_b];
    if (TouchAsSurfaces(a, b)) continue;
    overlaps.push_back({a.name, b.name, model.bodies()[a.body].name,
                        model.bodies()[b.body].name, pair.depth});
  }
  std::ranges::stable_sort(overlaps, std::ranges::greater{}, &Overlap::depth);
  return overlaps;
}

}  // namespace tactus::apps
