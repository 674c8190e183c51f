#include "tactus/contact/smooth_prediction.h"

#include <algorithm>

#include <Eigen/LU>

namespace tactus::contact {
namespace {

// By Sylvester's criterion.
bool IsPositiveDefinite(const Matrix3d& M) {
  return M(0, 0) > 0 && M(0, 0) * M(1, 1) > M(0, 1) * M(1, 0) &&
         M.determinant() > 0;
}

// The inverse of a symmetric matrix by halves, with closed forms for three by
// three:
//
//     A = [P Q; Q' R],  S = P - Q R^-1 Q',  U = R^-1 Q',
//     A^-1 = [S^-1, -S^-1 U'; -U S^-1, R^-1 + U S^-1 U'].
//
// False unless A is positive definite, which it is when R and S are.
bool Invert(const Matrix6d& A, Matrix6d* inverse) {
  const Matrix3d R = A.bottomRightCorner<3, 3>();
  const Matrix3d R_inverse = R.inverse();
  const Matrix3d U = R_inverse * A.bottomLeftCorner<3, 3>();
  const Matrix3d S = A.topLeftCorner<3, 3>() - A.topRightCorner<3, 3>() * U;
  inverse->topLeftCorner<3, 3>() = S.inverse();
  inverse->bottomLeftCorner<3, 3>().noalias() =
      -U * inverse->topLeftCorner<3, 3>();
  inverse->topRightCorner<3, 3>() =
      inverse->bottomLeftCorner<3, 3>().transpose();
  inverse->bottomRightCorner<3, 3>() =
      R_inverse - U * inverse->topRightCorner<3, 3>();
  return IsPositiveDefinite(R) && IsPositiveDefinite(S);
}

}  // namespace

void SmoothPrediction::Reset(const VelocityProblem& problem, double h) {
  problem_ = &problem;
  h_ = h;
  actuators_.clear();
  for (const LinearActuator& actuator : problem.actuators) {
    if (actuator.num_terms > 0) {  // joint_rows.h
      actuators_.push_back({.law = {}, .is_implicit = false, .force = 0});
      continue;
    }
    const double x0 = actuator.gear * problem.v0[actuator.dof];
    const StableLaw law = MakeStableLaw(actuator, x0, h);
    actuators_.push_back(
        {.law = law,
         .is_implicit = law.c > 0,
         .force = std::clamp(law.b, actuator.lower, actuator.upper)});
  }
  Factorize();
  Predict();
  // Each round holds back one actuator at the least.
  while (ClampActuators(v_smooth_)) continue;
}

// M + h D + h^2 K, with the actuators' own D and K.
void SmoothPrediction::CalcMatrix(const Clique& clique, MatrixXd* A) const {
  *A = clique.M;
  if (clique.has_drag()) *A += h_ * clique.drag;
  A->diagonal() += diagonal_.segment(clique.v_start, clique.nv);
}

// A^-1 of six by six blocks, mostly free bodies; the lower triangle of A = L L'
// of the others.
void SmoothPrediction::Factorize() {
  const VelocityProblem& problem = *problem_;
  diagonal_ = h_ * problem.damping + h_ * h_ * problem.stiffness;
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    if (!actuators_[i].is_implicit) continue;
    const LinearActuator& actuator = problem.actuators[i];
    diagonal_[actuator.dof] +=
        h_ * actuator.gear * actuator.gear * actuators_[i].law.c;
  }
  failed_clique_ = -1;
  inverse6_.resize(problem.cliques.size());
  L_.resize(problem.cliques.size());
  for (std::size_t i = 0; i < problem.cliques.size(); ++i) {
    const Clique& clique = problem.cliques[i];
    if (clique.nv == 6) {
      Matrix6d A = clique.M;
      if (clique.has_drag()) A += h_ * clique.drag;
      A.diagonal() += diagonal_.segment<6>(clique.v_start);
      if (!Invert(A, &inverse6_[i])) failed_clique_ = static_cast<int>(i);
    } else {
      CalcMatrix(clique, &L_[i]);
      const Eigen::LLT<Eigen::Ref<MatrixXd>> in_place(L_[i]);
      if (in_place.info() != Eigen::Success)
        failed_clique_ = static_cast<int>(i);
    }
  }
}

void SmoothPrediction::Predict() {
  const VelocityProblem& problem = *problem_;
  v_smooth_ = -h_ * (problem.k0 + problem.spring_force0);
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    const LinearActuator& actuator = problem.actuators[i];
    v_smooth_[actuator.dof] +=
        h_ * actuator.gear *
        (actuators_[i].is_implicit ? actuators_[i].law.b : actuators_[i].force);
  }
  for (const Clique& clique : problem.cliques) {
    if (clique.nv == 6) {  // mostly free bodies: let the compiler unroll
      v_smooth_.segment<6>(clique.v_start).noalias() +=
          clique.M.topLeftCorner<6, 6>() *
          problem.v0.segment<6>(clique.v_start);
    } else {
      v_smooth_.segment(clique.v_start, clique.nv).noalias() +=
          clique.M * problem.v0.segment(clique.v_start, clique.nv);
    }
  }
  Solve(&v_smooth_);
}

bool SmoothPrediction::ClampActuators(const VectorXd& v) {
  bool any = false;
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    Actuator& own = actuators_[i];
    if (!own.is_implicit) continue;
    const LinearActuator& actuator = problem_->actuators[i];
    const double force = own.CalcForce(actuator.gear * v[actuator.dof]);
    if (force >= actuator.lower && force <= actuator.upper) continue;
    own.is_implicit = false;
    own.force = std::clamp(force, actuator.lower, actuator.upper);
    any = true;
  }
  if (!any) return false;
  Factorize();
  Predict();
  return true;
}

void SmoothPrediction::CalcActuatorForces(const VectorXd& v,
                                          std::vector<double>* forces) const {
  forces->clear();
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    const LinearActuator& actuator = problem_->actuators[i];
    const double x = actuator.gear * v[actuator.dof];
    forces->push_back(actuator.gear * actuators_[i].CalcForce(x));
  }
}

void SmoothPrediction::Solve(VectorXd* x) const {
  for (std::size_t i = 0; i < problem_->cliques.size(); ++i) {
    const Clique& clique = problem_->cliques[i];
    Solve(static_cast<int>(i), x->segment(clique.v_start, clique.nv));
  }
}

void SmoothPrediction::Solve(int clique, Eigen::Ref<VectorXd> x) const {
  if (problem_->cliques[clique].nv == 6) {
    x = (inverse6_[clique] * x.head<6>()).eval();
  } else {
    L_[clique].triangularView<Eigen::Lower>().solveInPlace(x);
    L_[clique].transpose().triangularView<Eigen::Upper>().solveInPlace(x);
  }
}

// |L^-1 G|^2
void SmoothPrediction::CalcMobility(int clique,
                                    const Eigen::Ref<const MatrixXd>& G,
                                    Mobility* mobility) const {
  MatrixXd& X = mobility->solved;
  if (problem_->cliques[clique].nv == 6) {
    X.noalias() = inverse6_[clique] * G;
    mobility->value.noalias() = G.transpose() * X;
    return;
  }
  X = G;
  L_[clique].triangularView<Eigen::Lower>().solveInPlace(X);
  mobility->value.noalias() = X.transpose() * X;
}

}  // namespace tactus::contact
