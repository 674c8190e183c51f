#include "tactus/multibody/cable.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

// The point at distance s along a line with these corners, which has it.
Vector3d PointAt(const std::vector<Vector3d>& corners, double s) {
  for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
    const double length = (corners[i + 1] - corners[i]).norm();
    if (s <= length)
      return corners[i] + s / length * (corners[i + 1] - corners[i]);
    s -= length;
  }
  const Vector3d& last = corners[corners.size() - 1];
  const Vector3d& before = corners[corners.size() - 2];
  return before + s * (last - before).normalized();
}

double CalcLength(const std::vector<Vector3d>& corners) {
  double length = 0;
  for (std::size_t i = 0; i + 1 < corners.size(); ++i)
    length += (corners[i + 1] - corners[i]).norm();
  return length;
}

// A link of the cable in the world, at its centre.
struct Link {
  RigidTransform X_WL;
  double length{};

  RigidTransform X_WStart() const {
    return X_WL * Eigen::Translation3d(0, 0, -length / 2);
  }
  RigidTransform X_WEnd() const {
    return X_WL * Eigen::Translation3d(0, 0, length / 2);
  }
};

Matrix3d MakeFirstAxes(const Vector3d& z) {
  const Vector3d across = std::abs(z.x()) <= std::abs(z.y())
                              ? Vector3d::UnitX()
                              : Vector3d::UnitY();
  const Vector3d x = (across - z.dot(across) * z).normalized();
  Matrix3d R;
  R << x, z.cross(x), z;
  return R;
}

std::vector<Link> MakeLinks(const Cable& cable) {
  const double step = CalcLinkLength(cable);
  std::vector<Link> links;
  Vector3d from = cable.path.front();
  Matrix3d R;
  for (int i = 0; i < cable.num_links; ++i) {
    const Vector3d to = PointAt(cable.path, (i + 1) * step);
    const double length = (to - from).norm();
    Require(length > step / 2,
            fmt::format("cable '{}': its path turns back on itself within a "
                        "link's length, {:g} m",
                        cable.name, step));
    const Vector3d z = (to - from) / length;
    R = i == 0
            ? MakeFirstAxes(z)
            : Quaterniond::FromTwoVectors(R.col(2), z).toRotationMatrix() * R;
    Link& link = links.emplace_back();
    link.X_WL = RigidTransform::Identity();
    link.X_WL.linear() = R;
    link.X_WL.translation() = (from + to) / 2;
    link.length = length;
    from = to;
  }
  return links;
}

// Up to which distance along a cable links and what they are fixed to do not
// touch.
double CalcReach(const Cable& cable) {
  return 4 * cable.radius;
}

class CableTies {
 public:
  CableTies(const Cable& cable, const std::vector<int>& bodies,
            ModelBuilder* builder)
      : cable_(cable),
        section_{.radius = cable.radius,
                 .youngs_modulus = cable.youngs_modulus,
                 .shear_modulus =
                     cable.youngs_modulus / (2 * (1 + cable.poissons_ratio))},
        links_(MakeLinks(cable)),
        bodies_(bodies),
        builder_(*builder) {}

  void Add() {
    for (std::size_t i = 0; i < links_.size(); ++i) AddSurface(i);
    for (std::size_t i = 1; i < links_.size(); ++i) AddTie(i);
    AddEnd(cable_.start, "start", links_.front(), true);
    AddEnd(cable_.end, "end", links_.back(), false);
    ExcludeNeighbors();
  }

 private:
  void AddSurface(std::size_t i) {
    builder_.AddGeometry(
        {.name = LinkName(cable_, static_cast<int>(i)),
         .body = bodies_[i],
         .shape = contact::Capsule{cable_.radius, links_[i].length / 2},
         .material = cable_.material});
  }

  // P is the end of one link, Q the start of the next.
  void AddTie(std::size_t i) {
    const Link &a = links_[i - 1], &b = links_[i];
    Constraint tie = MakeTie(fmt::format("{}/tie{}", cable_.name, i),
                             (a.length + b.length) / 2);
    tie.body_a = bodies_[i - 1];
    tie.body_b = bodies_[i];
    tie.X_AP.translation().z() = a.length / 2;
    tie.X_BQ.translation().z() = -b.length / 2;
    if (cable_.keeps_curves) {
      const Eigen::AngleAxisd turn(
          Matrix3d(a.X_WL.linear().transpose() * b.X_WL.linear()));
      tie.cosserat.turn = turn.angle() * turn.axis();
    }
    builder_.AddConstraint(tie);
  }

  // P is on what holds the start, Q on what holds the end.
  void AddEnd(const CableEnd& end, const char* what, const Link& link,
              bool is_start) {
    if (end.hold == CableEnd::Hold::kFree) return;
    Constraint tie =
        MakeTie(fmt::format("{}/{}", cable_.name, what), link.length / 2);
    const bool is_weld = end.hold == CableEnd::Hold::kWeld;
    const int holder = is_weld ? end.body : 0;
    const RigidTransform X_HE = is_weld    ? end.X_BE
                                : is_start ? link.X_WStart()
                                           : link.X_WEnd();
    RigidTransform X_LE = RigidTransform::Identity();
    X_LE.translation().z() = (is_start ? -0.5 : 0.5) * link.length;
    tie.body_a = is_start ? holder : bodies_.back();
    tie.X_AP = is_start ? X_HE : X_LE;
    tie.body_b = is_start ? bodies_.front() : holder;
    tie.X_BQ = is_start ? X_LE : X_HE;
    builder_.AddConstraint(tie);
    ExcludeHolder(holder, is_start);
  }

  Constraint MakeTie(std::string name, double length) const {
    Constraint tie{.name = std::move(name), .type = ConstraintType::kCosserat};
    tie.cosserat.stiffness = CalcStiffness(section_, length);
    tie.cosserat.damping = cable_.damping;
    return tie;
  }

  void ExcludeHolder(int holder, bool is_start) {
    double along = 0;
    for (std::size_t k = 0; k < links_.size() && along < CalcReach(cable_);
         ++k) {
      const std::size_t i = is_start ? k : links_.size() - 1 - k;
      builder_.ExcludePair(holder, bodies_[i]);
      along += links_[i].length;
    }
  }

  void ExcludeNeighbors() {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      double between = 0;
      for (std::size_t j = i + 1;
           j < links_.size() && between < CalcReach(cable_); ++j) {
        builder_.ExcludePair(bodies_[i], bodies_[j]);
        between += links_[j].length;
      }
    }
  }

  const Cable& cable_;
  const RodSection section_;
  const std::vector<Link> links_;
  const std::vector<int>& bodies_;
  ModelBuilder& builder_;
};

// By how much R turns about z, of R = swing twist and R = twist swing alike.
double CalcTwist(const Matrix3d& R) {
  const Quaterniond turn(R);
  return 2 * std::atan2(turn.z(), turn.w());
}

}  // namespace

void RequireValid(const Cable& cable) {
  const auto check = [&](bool good, const std::string& complaint) {
    Require(good, fmt::format("cable '{}': {}", cable.name, complaint));
  };
  const auto check_positive = [&](double number, std::string_view what) {
    check(std::isfinite(number) && number > 0,
          fmt::format("{} is {:g}; it must be positive", what, number));
  };
  check(cable.num_links >= 1,
        fmt::format("it has {} links; it needs one", cable.num_links));
  check_positive(cable.radius, "its radius");
  check_positive(cable.density, "its density");
  check_positive(cable.youngs_modulus, "Young's modulus");
  check(cable.poissons_ratio > -1 && cable.poissons_ratio < 0.5,
        fmt::format("Poisson's ratio is {:g}; it must lie between -1 and 1/2",
                    cable.poissons_ratio));
  check(std::isfinite(cable.damping) && cable.damping >= 0,
        fmt::format("its damping is {:g}; it must not be negative",
                    cable.damping));
  check(cable.path.size() >= 2, "its path needs two points");
  for (std::size_t i = 0; i < cable.path.size(); ++i) {
    check(cable.path[i].allFinite(),
          fmt::format("point {} of its path is not finite", i + 1));
    check(i == 0 || cable.path[i] != cable.path[i - 1],
          fmt::format("points {} and {} of its path are one", i, i + 1));
  }
}

std::string LinkName(const Cable& cable, int i) {
  return fmt::format("{}/link{}", cable.name, i);
}

std::vector<int> AddCableLinks(const Cable& cable, ModelBuilder* builder) {
  RequireValid(cable);
  std::vector<int> bodies;
  for (const Link& link : MakeLinks(cable)) {
    const contact::Cylinder shape{cable.radius, link.length / 2};
    bodies.push_back(builder->AddBody(
        LinkName(cable, static_cast<int>(bodies.size())),
        MakeSolidInertia(shape, cable.density, RigidTransform::Identity())));
    builder->SetDefaultPose(bodies.back(), link.X_WL);
  }
  return bodies;
}

void TieCable(const Cable& cable, const std::vector<int>& links,
              ModelBuilder* builder) {
  CableTies(cable, links, builder).Add();
}

std::vector<int> AddCable(const Cable& cable, ModelBuilder* builder) {
  std::vector<int> links = AddCableLinks(cable, builder);
  TieCable(cable, links, builder);
  return links;
}

int CountLinksWithinReach(const Cable& cable) {
  const double links = std::ceil(CalcReach(cable) / CalcLinkLength(cable));
  return static_cast<int>(std::min<double>(links, cable.num_links));
}

// Between link i and its k-th neighbour there are k - 1 links.
void ExcludeAround(const Cable& cable, const std::vector<int>& links, int i,
                   int body, ModelBuilder* builder) {
  const double length = CalcLinkLength(cable);
  for (int j = 0; j < std::ssize(links); ++j) {
    const int apart = std::abs(j - i) - 1;
    if (j != i && apart * length < CalcReach(cable))
      builder->ExcludePair(body, links[j]);
  }
}

double CalcLinkLength(const Cable& cable) {
  return CalcLength(cable.path) / cable.num_links;
}

std::shared_ptr<const Model> TakeTwistAtEndsAsRest(
    const Cable& cable, std::shared_ptr<const Model> model,
    const VectorRef& q) {
  constexpr double kRoundOff = 1e-9;
  PositionKinematics position;
  CalcPositionKinematics(*model, q, &position);
  std::vector<Constraint> constraints(model->constraints().begin(),
                                      model->constraints().end());
  bool is_twisted = false;
  for (Constraint& tie : constraints) {
    const bool is_start = tie.name == cable.name + "/start" &&
                          cable.start.hold == CableEnd::Hold::kWeld;
    const bool is_end = tie.name == cable.name + "/end" &&
                        cable.end.hold == CableEnd::Hold::kWeld;
    if (!is_start && !is_end) continue;
    const Matrix3d R_WP = (position.X_WB[tie.body_a] * tie.X_AP).linear();
    const Matrix3d R_WQ = (position.X_WB[tie.body_b] * tie.X_BQ).linear();
    const double twist = CalcTwist(R_WP.transpose() * R_WQ);
    if (std::abs(twist) < kRoundOff) continue;
    is_twisted = true;
    RigidTransform& X_HE = is_start ? tie.X_AP : tie.X_BQ;
    X_HE.rotate(
        Eigen::AngleAxisd(is_start ? twist : -twist, Vector3d::UnitZ()));
  }
  if (!is_twisted) return model;
  return ModelBuilder::WithConstraints(*model, std::move(constraints));
}

void RequireWithinReach(const Cable& cable, const Model& model,
                        const VectorRef& q) {
  constexpr double kMostTurn = 2;
  const double reach = CalcLinkLength(cable);
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  for (const Constraint& constraint : model.constraints()) {
    if (constraint.type != ConstraintType::kCosserat ||
        !constraint.name.starts_with(cable.name + '/'))
      continue;
    const Vector6d e =
        CalcCosseratStrain(constraint.cosserat,
                           position.X_WB[constraint.body_a] * constraint.X_AP,
                           position.X_WB[constraint.body_b] * constraint.X_BQ)
            .e;
    const double off = e.head<3>().norm(), turn = e.tail<3>().norm();
    Require(off <= reach,
            fmt::format("constraint '{}': its frames start {:.3g} m away from "
                        "where they are at rest, beyond its reach of {:.3g} m",
                        constraint.name, off, reach));
    Require(
        turn <= kMostTurn,
        fmt::format("constraint '{}': its frames start turned by {:.3g} rad "
                    "from where they are at rest; z of a frame that holds "
                    "a cable points along it, from start to end",
                    constraint.name, turn));
  }
}

}  // namespace tactus::multibody
