#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Cholesky>

#include "tactus/common/profile.h"
#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/geometry/corner_query.h"
#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/fluid_forces.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/elastic_contact.h"
#include "tactus/multibody/plant/free_motion.h"
#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {

/// What of generalized forces resists velocities: a symmetric matrix C of
/// blocks for trees and dampers between trees, positive semidefinite together
/// with what resists there anyway.
struct ForceSlope {
  /// By tree, nv x nv; empty: zero. They add to the cliques' drag.
  std::vector<MatrixXd> blocks;
  /// a a' of each, over velocities of several trees: dampers of 1 N s/m along
  /// x = a'v.
  std::vector<std::vector<contact::JointTerm>> dampers;
};

/// How inputs follow the velocity during a step, after (29) of [Kurtz25]:
///
///     u(v) = u - control_slope (v - v_ref),   C = force_slope,
///     tau(v) = tau - C (v - v_ref),
///
/// each actuator's control with the velocity of its own joint or tendon.
struct InputFeedback {
  double dt{};             ///< Of the step that they hold for [s].
  VectorXd control_slope;  ///< By actuator.
  ForceSlope force_slope;
  VectorXd v_ref;
};

/// Which contacts a problem has beside overlaps.
struct ContactReach {
  /// Those up to this distance apart, or up to their geometries' own margins
  /// [m]; without it, margins do not act.
  std::optional<double> margin;
  /// Those that can happen within this time, by the velocities and gravity
  /// (contact/geometry/sweep.h) [s].
  double horizon = 0;
  /// Contact surfaces in place of points, for pairs that touch by pressure
  /// fields.
  bool with_patches = true;
  /// All corners within the margin where solids are near planes, for methods
  /// that ask for distances at the end of the step
  /// (contact/geometry/corner_query.h).
  bool with_corners = false;
};

/// Translates a model at a state into the velocity problem that step functions
/// solve: the one place where joints and shapes become cliques, patches and
/// numbers. Does not depend on the step.
///
/// Without `solids` and `elastic_contact` it makes them of the model, if it
/// needs them.
///
/// Keeps only work space (each thread needs its own) and the results of the
/// last Build(), which stay readable until the next.
class VelocityProblemBuilder {
 public:
  VelocityProblemBuilder(
      std::shared_ptr<const Model> model,
      std::shared_ptr<const contact::CollisionEngine> engine,
      std::shared_ptr<const contact::PressureSolids> solids = nullptr,
      std::shared_ptr<const ElasticContact> elastic_contact = nullptr);

  void Build(const VectorRef& q, const VectorRef& v, const PlantInputs& inputs,
             contact::VelocityProblem* problem, const ContactReach& reach = {});

  /// Marks the cliques that fly in a step of length h (free_motion.h).
  void FindFlying(double h, contact::VelocityProblem* problem) const;

  /// Lets those that more than gravity drives fly no longer.
  void GroundDriven(contact::VelocityProblem* problem) const;

  /// Takes k(q, v) of what moves freely as it is during a step of length h
  /// (FreeMotion), as the last Build() and its inputs lead there.
  void TakeFreeMotionAtMidpoint(double h, contact::VelocityProblem* problem);

  /// Counts turns of elastic elements as no strain (ElasticSolid::CalcTurning)
  /// in a step of length h at whose end forces act, until free motion is taken
  /// again.
  void TakeElasticTurns(double h, contact::VelocityProblem* problem);

  /// Replaces applied forces and controls by others, in a problem that Build()
  /// has made; with `feedback` they follow the velocity.
  void SetInputs(const PlantInputs& inputs, const InputFeedback* feedback,
                 contact::VelocityProblem* problem);

  /// The efforts of all actuators in the problem as it stands: gear times force
  /// at joints [N m or N], f of thrusters. `forces` are those of the problem's
  /// own actuators, in its order and after gears.
  void CollectEfforts(std::span<const double> forces, VectorXd* efforts) const;

  /// What acts along the model's tendons, positive where it lengthens them, of
  /// `forces` along the joint rows of the last Build() [N or N m]:
  ///
  ///     f_i = sum of its limit, spring and damper, dry friction
  ///           + lambda of couplers of L_i - f'(L_i) lambda of those to L_i.
  ///
  /// Their actuators' efforts are apart.
  void CollectTendonForces(std::span<const double> forces,
                           VectorXd* along) const;

  /// Where the model's tendons are in the last Build().
  std::span<const TendonKinematics> tendons() const { return tendons_; }

  /// What the inputs of the problem as it stands give at velocity `v`, its own
  /// actuators apart: k(q, v0) - k0 less what follows the velocity.
  void CalcInputForce(const contact::VelocityProblem& problem,
                      const VectorXd& v, VectorXd* force) const;

  /// Replaces the surface velocities that act during the step, so that a belt
  /// is taken at the end of the step, like every other velocity. Those at the
  /// start, which friction lags, stay as Build() found them.
  void SetSurfaceVelocities(
      const std::vector<SurfaceVelocity>& surface_velocities,
      contact::VelocityProblem* problem) const;

  /// What the fluid does to bodies at the last Build()'s state.
  const std::vector<SpatialForce>& fluid_forces() const {
    return fluid_forces_;
  }

  const Model& model() const { return *model_; }
  /// The collision query behind the problem's points, which are in its order.
  /// A face of an elastic body goes by the geometry of its nearest corner.
  const contact::ContactSet& contacts() const { return contacts_; }
  const PositionKinematics& position() const { return position_; }
  const VelocityKinematics& velocity() const { return velocity_; }
  /// The positions of the last Build().
  const VectorXd& q() const { return q_; }

  void set_profile(Profile* profile) { profile_ = profile; }
  /// The results are the same for any. @pre at least 1, the default.
  void set_num_threads(int num_threads) { contacts_.num_threads = num_threads; }

 private:
  void AddTrees(const VectorRef& q, const VectorRef& v,
                contact::VelocityProblem* problem);
  void CalcTrees(const VectorRef& q, const VectorRef& v,
                 contact::VelocityProblem* problem);
  void InChunks(int count, int size,
                const std::function<void(int i)>& body) const;
  void AddElasticBodies(const VectorRef& q, contact::VelocityProblem* problem);
  void ForEachTetrahedron(
      const std::function<void(const ElasticBody& body, int tetrahedron,
                               int element)>& visit) const;
  void AddFluid();
  void AddLimits(const VectorRef& q, contact::VelocityProblem* problem);
  void AddDryFriction(contact::VelocityProblem* problem);
  void AddJointRows(const VectorRef& q, contact::VelocityProblem* problem);
  void AddCouplers(const VectorRef& q, contact::VelocityProblem* problem);
  void AddTendons(const VectorRef& q, contact::VelocityProblem* problem);
  void AddTendonRows(const Tendon& tendon, int index,
                     contact::VelocityProblem* problem);
  void AddTendonCoupler(const JointCoupler& coupler, const CouplerError& at,
                        contact::VelocityProblem* problem);
  double SetMuscle(const Actuator& actuator, double length, double u,
                   const contact::VelocityProblem& problem,
                   contact::LinearActuator* law) const;
  void AddActuators(const PlantInputs& inputs, const InputFeedback* feedback,
                    contact::VelocityProblem* problem);
  contact::LinearActuator MakeLaw(
      int actuator, double u, double* gain,
      const contact::VelocityProblem& problem) const;
  void SetForces(const PlantInputs& inputs, const InputFeedback* feedback,
                 contact::VelocityProblem* problem);
  void AddDampers(const InputFeedback& feedback,
                  contact::VelocityProblem* problem) const;
  void AddAdhesion(contact::VelocityProblem* problem) const;
  double CalcInverseMass(const Joint& joint, int offset,
                         const contact::VelocityProblem& problem) const;
  double CalcInverseMass(std::span<const contact::JointTerm> terms,
                         const contact::VelocityProblem& problem) const;
  void AddLocks(const VectorRef& q, contact::VelocityProblem* problem);
  void AddContacts(const PlantInputs& inputs,
                   contact::VelocityProblem* problem);
  void AddConstraints(contact::VelocityProblem* problem);
  void AddBodyRows(contact::VelocityProblem* problem);
  void AddTurningStiffness(contact::VelocityProblem* problem);
  std::vector<Matrix3d> CalcTurningStiffness() const;
  double CalcInverseMass(const contact::BodyConstraint& constraint,
                         const Vector6d& row,
                         const contact::VelocityProblem& problem);
  /// The two geometries of a manifold as the problem has them.
  struct Sides {
    int geometry_a{}, geometry_b{};
    bool flipped{};  ///< Against the collision query.
  };
  void AddPatches(contact::VelocityProblem* problem);
  void FindContactsOnFaces(const VectorRef& q, const VectorRef& v,
                           const ContactReach& reach);
  const contact::FacePoint* OnFace(int manifold) const;
  int AddFaceBody(const contact::FacePoint& on_face,
                  contact::VelocityProblem* problem);
  Vector6d CalcFaceVelocity(const contact::FacePoint& on_face) const;
  Sides SidesOf(const contact::Manifold& manifold) const;
  Vector3d OriginAt(int body, double time) const;
  void CalcPaths(double horizon);
  Vector3d CalcOffset(const Sides& sides, double time) const;
  double CalcSlip(const contact::ContactBody& on_a,
                  const contact::ContactBody& on_b,
                  const contact::ContactPoint& point) const;
  /// What the points of one manifold have in common.
  struct TouchingPair;
  TouchingPair MakePair(int manifold, const PlantInputs& inputs,
                        const contact::VelocityProblem& problem) const;
  double CalcPatchInverseMass(const contact::Manifold& manifold,
                              const TouchingPair& pair,
                              const contact::VelocityProblem& problem) const;
  void SetPlace(const TouchingPair& pair, const contact::ManifoldPoint& found,
                const contact::VelocityProblem& problem,
                contact::ContactPoint* point) const;
  static void SetNormalForce(const TouchingPair& pair,
                             const contact::ManifoldPoint& found,
                             contact::ContactPoint* point);
  void SetFriction(const TouchingPair& pair,
                   contact::ContactPoint* point) const;
  void SetPoints(int manifold, const PlantInputs& inputs,
                 contact::VelocityProblem* problem) const;
  Vector3d CalcSurfaceVelocity(
      const std::vector<SurfaceVelocity>& surface_velocities, int geometry_a,
      int geometry_b) const;
  int ContactBodyIndex(int body, contact::VelocityProblem* problem);
  double CalcInverseMass(const contact::ContactBody& body,
                         const Vector3d& p_BoC_W,
                         const contact::VelocityProblem& problem) const;

  std::shared_ptr<const Model> model_;
  std::shared_ptr<const contact::CollisionEngine> engine_;
  std::shared_ptr<const contact::PressureSolids> solids_;
  Profile* profile_{};

  PositionKinematics position_;
  VelocityKinematics velocity_;
  contact::ContactSet contacts_;
  contact::PatchQuery patch_query_;
  contact::CornerQuery corner_query_;
  std::shared_ptr<const ElasticContact> elastic_contact_;  ///< Or none.
  std::vector<contact::NodeOnFace> nodes_on_faces_;
  std::vector<contact::ShapeOnFace> shapes_on_faces_;
  std::vector<contact::FacePoint> on_faces_;  ///< A of the last manifolds.
  contact::Sweep sweep_;                      ///< Of the last Build().
  std::vector<contact::BodyPath> paths_;
  VectorXd q_, bias_, joint_damping_, force_;
  Eigen::Matrix<double, 12, Eigen::Dynamic> gradients_;  ///< By tetrahedron.
  VectorXd start_bias_;  ///< Of q and v as they are.
  FluidForces fluid_;
  std::vector<SpatialForce> fluid_forces_;
  VectorXd fluid_force_;              ///< By velocity, at v0.
  std::vector<MatrixXd> fluid_drag_;  ///< By tree; empty: none.
  FreeMotion free_motion_;
  VectorXd constant_efforts_;         ///< By actuator; zero for laws.
  std::vector<int> law_of_actuator_;  ///< Into the problem's, or -1.
  std::vector<TendonKinematics> tendons_;
  /// Of the problem's, the model's own; those of inputs stand behind them.
  std::size_t num_joint_rows_{}, num_joint_terms_{};
  std::vector<int> first_term_of_tendon_;  ///< Into the problem's.
  /// What a joint row's force is along a tendon: `factor` times as much.
  struct TendonShare {
    int row{}, tendon{};
    double factor = 1;
  };
  std::vector<TendonShare> tendon_shares_;
  std::vector<int> patch_of_manifold_;
  std::vector<int> contact_body_of_;  ///< Model body -> problem body, or -1.
  int num_contact_bodies_{};
  BodyRows body_rows_;
  VectorXd difference_, column_;
  std::vector<Eigen::LLT<MatrixXd>> factor_of_tree_;
  std::vector<bool> is_factorized_;
};

/// The engine for a model's geometries and filters.
std::shared_ptr<const contact::CollisionEngine> MakeCollisionEngine(
    const Model& model);

}  // namespace tactus::multibody
