#include "tactus/multibody/gravity_stiffness.h"

#include <vector>

namespace tactus::multibody {
namespace {

// The weight of all that hangs on a body: gravity on it is mu g, with the first
// moment s about Bo, in W.
struct Weight {
  double mu{};
  Vector3d s = Vector3d::Zero();
};

// By body, from the tree's first one on.
std::vector<Weight> CalcWeights(const Model& model,
                                const PositionKinematics& position,
                                const Tree& tree) {
  std::vector<Weight> weights(tree.num_bodies);
  const int first = tree.first_body;
  for (int k = tree.num_bodies - 1; k >= 0; --k) {
    const int b = first + k;
    const double scale = model.bodies()[b].gravity_scale;
    const MassMoments& moments = position.moments_W[b];
    weights[k].mu += scale * moments.mass;
    weights[k].s += scale * moments.first;
    const int parent = model.joints()[b - 1].parent;
    if (parent < first) continue;
    weights[parent - first].mu += weights[k].mu;
    weights[parent - first].s +=
        weights[k].s + weights[k].mu * position.p_PoBo_W[b];
  }
  return weights;
}

// How k_j grows with a turn by velocity i that H_j and what hangs on it make.
double CalcTurned(const Vector3d& g, const Weight& weight,
                  const Eigen::Ref<const Vector6d>& H_i,
                  const Eigen::Ref<const Vector6d>& H_j) {
  const Vector3d u = g.cross(H_i.head<3>());
  return -u.dot(H_j.head<3>().cross(weight.s) + weight.mu * H_j.tail<3>());
}

// Of velocities i and j, i before j, of one joint.
double CalcWithinJoint(const Vector3d& g, const Weight& weight,
                       const Joint& joint,
                       const Eigen::Ref<const Vector6d>& H_i,
                       const Eigen::Ref<const Vector6d>& H_j) {
  // Its turns leave its own translations where they are.
  const auto translates = [](const Eigen::Ref<const Vector6d>& H) {
    return H.head<3>().isZero(0);
  };
  if (translates(H_i) || translates(H_j)) return 0;
  const double G_ij = CalcTurned(g, weight, H_i, H_j);
  if (joint.type == JointType::kUniversal) return G_ij;
  return (G_ij + CalcTurned(g, weight, H_j, H_i)) / 2;
}

}  // namespace

void CalcGravityStiffness(const Model& model,
                          const PositionKinematics& position, const Tree& tree,
                          MatrixXd* G) {
  const Vector3d& g = model.gravity_W();
  const std::vector<Weight> weights = CalcWeights(model, position, tree);
  const auto H = [&](int i) {
    return position.H_W.col(i);
  };
  G->setZero(tree.nv, tree.nv);
  const auto set = [&](int i, int j, double value) {
    (*G)(i - tree.v_start, j - tree.v_start) = value;
    (*G)(j - tree.v_start, i - tree.v_start) = value;
  };
  for (int k = 0; k < tree.num_bodies; ++k) {
    const Joint& joint = model.joints()[tree.first_body + k - 1];
    for (int j = joint.v_start; j < joint.v_start + joint.nv(); ++j) {
      for (int i = joint.v_start; i <= j; ++i)
        set(i, j, CalcWithinJoint(g, weights[k], joint, H(i), H(j)));
      for (int b = joint.parent; b >= tree.first_body;) {
        const Joint& inboard = model.joints()[b - 1];
        for (int i = inboard.v_start; i < inboard.v_start + inboard.nv(); ++i)
          set(i, j, CalcTurned(g, weights[k], H(i), H(j)));
        b = inboard.parent;
      }
    }
  }
}

void CalcWeightChanges(const Model& model, const PositionKinematics& position,
                       const VectorRef& way, std::vector<Vector6d>* dW) {
  const Vector3d& g = model.gravity_W();
  VelocityKinematics along;  // What moves by `way` in a second.
  CalcVelocityKinematics(model, position, way, &along);
  dW->assign(model.num_bodies(), Vector6d::Zero());
  for (const Tree& tree : model.trees()) {
    const std::vector<Weight> weights = CalcWeights(model, position, tree);
    std::vector<Vector3d> moved(weights.size(), Vector3d::Zero());
    for (int k = tree.num_bodies - 1; k >= 0; --k) {
      const int b = tree.first_body + k;
      const Vector3d theta = along.V_WB[b].head<3>();
      const Vector3d d = along.V_WB[b].tail<3>();
      const MassMoments& moments = position.moments_W[b];
      // sum m dp, from the world, with what hangs on b.
      moved[k] += model.bodies()[b].gravity_scale *
                  (moments.mass * d + theta.cross(moments.first));
      const int parent = model.joints()[b - 1].parent - tree.first_body;
      if (parent >= 0) moved[parent] += moved[k];
      const auto& [mu, s] = weights[k];
      const Vector3d ds = moved[k] - mu * d - theta.cross(s);
      (*dW)[b] << ds.cross(g) + s.cross(g.cross(theta)), mu * g.cross(theta);
    }
  }
}

}  // namespace tactus::multibody
