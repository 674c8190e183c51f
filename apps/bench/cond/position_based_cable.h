#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/multibody/model.h"

namespace tactus::apps::cond {

/// What COND is measured against in Table VIII of [Lee22]: a cable by
/// position-based dynamics in substeps, one sweep of Gauss and Seidel over all
/// constraints in each [Macklin19]. Links are free bodies; ties between them
/// have the strain e, stiffness K and damping d of their Cosserat elements
/// (multibody/elastic/cosserat_element.h),
///
///     v <- v + h g,   x <- x + h v                          each link
///     s = 1 + d / h
///     l = -(W + (h^2 s K)^-1)^-1 (e - (d / h) / s e0)       each tie in turn
///     x <- x + M^-1 G' l
///     v = (x - x before) / h
///
///     h    a substep [s]
///     x    poses, of which turns are rotation vectors
///     e0   strain where the substep began
///     W    G M^-1 G' of the tie's two bodies
///     l    h^2 times the tie's force [kg m, kg m^2]
///
/// Links do not touch each other, but a drum: what overlaps is moved out along
/// the normal, and back by what its place on the drum has slid in the substep,
/// as far as Coulomb's cone allows; then it has no normal velocity.
class PositionBasedCable {
 public:
  /// An endless cylinder about the world's y, and what it touches.
  struct Drum {
    double radius{}, link_radius{};  ///< [m]
    double friction{};
  };
  struct Options {
    int substeps = 100;  ///< Of each step.
    std::optional<Drum> drum{};
  };

  /// A cable of bodies on floating joints that Cosserat elements tie, at (q,
  /// v).
  /// @throws std::invalid_argument for less than one substep, and where nothing
  /// is tied.
  PositionBasedCable(const multibody::Model& model, const VectorXd& q,
                     const VectorXd& v, const Options& options);

  /// Links from where they are; what holds a tie besides goes straight from
  /// `from` to `to`, by body of the model.
  void Step(double h, std::span<const RigidTransform> from,
            std::span<const RigidTransform> to);

  /// The poses of the bodies of the model; those that are no links stay where
  /// they are.
  const std::vector<RigidTransform>& X_WB() const { return X_WB_; }
  /// Along the strain of the model's constraint `index`, -K (e + d de/dt), in
  /// the mean over the substeps of the last step [N, N m].
  Vector6d force(int index) const;
  /// How deep links are in the drum, at most [m].
  double CalcOverlap() const;
  /// The momentum of the links: (angular about the origin, linear) [kg m^2/s,
  /// kg m/s].
  Vector6d CalcMomentum() const;

 private:
  struct Link {
    int body{};
    double inverse_mass{}, half_length{};
    Vector3d inertia, inverse_inertia;  ///< Along the body's axes.
    Vector3d gravity_W;
    Vector3d p, v, w;  ///< Of its centre, world axes.
    Quaterniond R;
    Vector3d p_before;
    Quaterniond R_before;
    Vector3d n_W;  ///< From the drum, where it touches.
    Vector3d arm_W;
    bool touches = false;
  };
  struct Tie {
    int constraint{};
    Vector6d strain0, force;
  };
  /// Where a link is nearest to the drum.
  struct Nearest {
    double gap{};
    Vector3d n_W, arm_W;  ///< The arm is from its centre to its surface.
  };

  void AddLink(const multibody::Model& model, int body, double half_length,
               const VectorXd& v);
  void Substep(double h);
  void Predict(double h, Link* link) const;
  void Pull(double h, Tie* tie);
  void Touch(Link* link) const;
  void UpdateVelocities(double h, Link* link) const;
  void StopNormal(Link* link) const;
  Nearest FindNearest(const Link& link) const;
  Matrix6d CalcCompliance(int body, const Vector3d& p_W) const;
  void Push(int body, const Vector3d& p_W, const Vector6d& impulse);
  RigidTransform PoseOf(const Link& link) const;
  RigidTransform PoseOf(int body) const;
  multibody::CosseratStrain CalcStrain(const multibody::Constraint& tie) const;

  const multibody::Model& model_;
  Options options_;
  std::vector<Link> links_;
  std::vector<Tie> ties_;
  std::vector<int> link_of_body_;  ///< -1: it is none.
  std::vector<RigidTransform> X_WB_;
};

}  // namespace tactus::apps::cond
