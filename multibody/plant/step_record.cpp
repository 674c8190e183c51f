#include "tactus/multibody/plant/step_record.h"

#include "tactus/contact/body_motion.h"

namespace tactus::multibody {
namespace {

// The problem's first constraints are the model's, their bodies in its order or
// the other way round.
void CollectConstraintForces(const VelocityProblemBuilder& builder,
                             const contact::VelocityProblem& problem,
                             std::span<const double> row_forces,
                             std::vector<Vector6d>* forces) {
  const Model& model = builder.model();
  forces->clear();
  for (std::size_t i = 0; i < model.constraints().size(); ++i) {
    const contact::BodyConstraint& constraint = problem.constraints[i];
    Vector6d F = contact::CalcWrench(problem, constraint, row_forces);
    if (model.bodies()[model.constraints()[i].body_b].tree < 0) {
      F = -F;  // acts on the other body, and is carried over
      F.head<3>() += constraint.p_AoBo_W.cross(F.tail<3>());
    }
    forces->push_back(F);
  }
}

}  // namespace

void MakeStepRecord(const VelocityProblemBuilder& builder,
                    const contact::VelocityProblem& problem,
                    const StepForces& forces, const VectorRef& vdot,
                    double start, double end, StepRecord* record) {
  record->start = start;
  record->end = end;
  record->q = builder.q();
  record->v = problem.v0;
  record->vdot = vdot;
  record->gravity_way.resize(0);
  builder.CollectEfforts(forces.actuator_forces, &record->actuator_efforts);
  record->spatial_forces.assign(forces.spatial_forces.begin(),
                                forces.spatial_forces.end());
  record->spatial_forces.insert(record->spatial_forces.end(),
                                builder.fluid_forces().begin(),
                                builder.fluid_forces().end());
  CollectConstraintForces(builder, problem, forces.row_forces,
                          &record->constraint_forces);
  builder.CollectTendonForces(forces.joint_row_forces, &record->tendon_forces);
  MakeContactResults(builder, problem, forces.forces_W, forces.torques_W, end,
                     &record->contacts);
  record->energy = {};
  record->p_WBo.clear();
  for (const RigidTransform& X_WB : builder.position().X_WB) {
    record->p_WBo.push_back(X_WB.translation());
  }
}

void MakeContactResults(const VelocityProblemBuilder& builder,
                        const contact::VelocityProblem& problem,
                        std::span<const Vector3d> forces_W,
                        std::span<const Vector3d> torques_W, double time,
                        ContactResults* results) {
  results->time = time;
  results->points.clear();
  const contact::ContactSet& contacts = builder.contacts();
  const Model& model = builder.model();
  for (const contact::Manifold& manifold : contacts.manifolds) {
    const int body_a = model.geometries()[manifold.geometry_a].body;
    const int body_b = model.geometries()[manifold.geometry_b].body;
    const bool flipped = model.bodies()[body_b].tree < 0;
    const double sign = flipped ? -1 : 1;
    const Vector3d p_WBo =
        builder.position().X_WB[flipped ? body_a : body_b].translation();
    for (int i = 0; i < manifold.num_points; ++i) {
      const int index = manifold.first_point + i;
      const contact::ContactPoint& point = problem.points[index];
      const Vector3d torque =
          torques_W.empty() ? Vector3d::Zero() : torques_W[index];
      results->points.push_back({.geometry_a = manifold.geometry_a,
                                 .geometry_b = manifold.geometry_b,
                                 .p_WC = p_WBo + point.p_BoC_W,
                                 .normal_W = contacts.points[index].normal_W,
                                 .force_B_W = sign * forces_W[index],
                                 .torque_B_W = sign * torque,
                                 .depth = -point.phi0,
                                 .v_AB_W = sign * (point.R_WC * point.v_C0)});
    }
  }
}

}  // namespace tactus::multibody
