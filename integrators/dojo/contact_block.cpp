#include "tactus/integrators/dojo/contact_block.h"

namespace tactus::integrators {

Eigen::Matrix<double, 2, 4> PyramidFacets() {
  return Eigen::Matrix<double, 2, 4>{{1, -1, 0, 0}, {0, 0, 1, -1}};
}

void ContactBlock::Reset(FrictionCone cone, int psi, int z, int first_cone,
                         bool moves_a, bool moves_b) {
  cone_ = cone;
  first_ = moves_a ? 0 : 6;
  num_ = (moves_a ? 6 : 0) + (moves_b ? 6 : 0);
  switch (cone) {
    case FrictionCone::kExact:
      local_.Reset(psi, z, 4, first_cone, 2);
      break;
    case FrictionCone::kLinear:
      local_.Reset(-1, z, 6, first_cone, 6);
      break;
    case FrictionCone::kNone:
      local_.Reset(-1, z, 1, first_cone, 1);
      break;
  }
  const int k = local_.size();
  G_.setZero(k, 12);
  H_.setZero(12, k);
}

// Rows, with v_t the slip, facets d_i:
//
//     exact    mu gamma - z_0;  phi;  psi;  v_t
//     linear   phi;  psi + d_i v_t;  mu gamma - sum b_i.
void ContactBlock::Calc(const ContactGap& gap, const Vector3d& impulse_W,
                        double mu) {
  // d(t v) = t dv + (t x v) turn.
  Eigen::Matrix<double, 2, 12> dv_t;
  for (int i = 0; i < 2; ++i) {
    const Vector3d t = gap.R_WC.col(i);
    dv_t.row(i) =
        t.transpose() * gap.dv + t.cross(gap.v).transpose() * gap.turn;
  }
  CalcContactWrench(gap, impulse_W, &wrench_);
  C_.topRows<6>() = wrench_.dF_a;
  C_.bottomRows<6>() = -wrench_.dF_b;
  Eigen::Matrix<double, 12, 3> by_impulse;  // t1, t2, n
  by_impulse << CrossMatrix(gap.arm_a) * gap.R_WC, gap.R_WC,
      -CrossMatrix(gap.arm_b) * gap.R_WC, -gap.R_WC;

  LocalBlock::Square& B = local_.matrix();
  const int normal = local_.first_z();
  G_.row(normal) = gap.dgap;
  H_.col(normal) = by_impulse.col(2);
  if (cone_ == FrictionCone::kExact) {
    B(0, 1) = mu;
    B(0, 2) = -1;
    B(2, 0) = 1;
    G_.middleRows<2>(3) = dv_t;
    H_.middleCols<2>(3) = by_impulse.leftCols<2>();
  } else if (cone_ == FrictionCone::kLinear) {
    for (int i = 1; i <= 4; ++i) {
      B(i, 5) = 1;
      B(5, i) = -1;
    }
    B(5, 0) = mu;
    G_.middleRows<4>(1).noalias() = PyramidFacets().transpose() * dv_t;
    H_.middleCols<4>(1).noalias() = by_impulse.leftCols<2>() * PyramidFacets();
  }
}

bool ContactBlock::Condense(const solvers::NesterovToddScaling& scaling) {
  if (!local_.Factorize(scaling)) return false;
  Rows quotient = G_;
  local_.Solve(quotient.middleCols(first_, num_));
  condensed_ = C_;
  for (int j = first_; j < first_ + num_; ++j) {
    for (int i = 0; i < local_.size(); ++i)
      condensed_.col(j) -= quotient(i, j) * H_.col(i);
  }
  return true;
}

ContactBlock::Poses ContactBlock::CalcWrench(LocalBlock::Vector* r) const {
  local_.Solve(*r);
  Poses wrench = Poses::Zero();
  for (int i = 0; i < local_.size(); ++i) wrench += (*r)[i] * H_.col(i);
  return wrench;
}

void ContactBlock::SolveLocal(const Poses& y, LocalBlock::Vector* l) const {
  for (int j = first_; j < first_ + num_; ++j) *l -= y[j] * G_.col(j);
  local_.Solve(*l);
}

ContactBlock::Poses ContactBlock::MultiplyWrench(const LocalBlock::Vector& l,
                                                 const Poses& y) const {
  Poses wrench = Poses::Zero();
  for (int j = first_; j < first_ + num_; ++j) wrench += y[j] * C_.col(j);
  for (int i = 0; i < local_.size(); ++i) wrench += l[i] * H_.col(i);
  return wrench;
}

LocalBlock::Vector ContactBlock::MultiplyRows(const Poses& y) const {
  LocalBlock::Vector rows = LocalBlock::Vector::Zero(local_.size());
  for (int j = first_; j < first_ + num_; ++j) rows += y[j] * G_.col(j);
  return rows;
}

void ContactBlock::SubtractWrenches(
    const Eigen::RowVectorXd& gap_rates,
    const Eigen::Matrix<double, 2, Eigen::Dynamic>& slip,
    Eigen::Matrix<double, 12, Eigen::Dynamic>* wrenches) const {
  for (Eigen::Index j = 0; j < gap_rates.size(); ++j) {
    LocalBlock::Vector r = LocalBlock::Vector::Zero(local_.size());
    r[local_.first_z()] = gap_rates[j];
    if (cone_ == FrictionCone::kExact) r.segment<2>(3) = slip.col(j);
    if (cone_ == FrictionCone::kLinear)
      r.segment<4>(1) = PyramidFacets().transpose() * slip.col(j);
    wrenches->col(j) -= CalcWrench(&r);
  }
}

ContactBlock::Poses ContactBlock::CalcFrictionRate(double rate) const {
  LocalBlock::Vector r = LocalBlock::Vector::Zero(local_.size());
  if (cone_ == FrictionCone::kExact) r[0] = rate;
  if (cone_ == FrictionCone::kLinear) r[5] = rate;
  return -CalcWrench(&r);
}

}  // namespace tactus::integrators
