#include "tactus/integrators/dojo/contact_block.h"

namespace tactus::integrators {

Eigen::Matrix<double, 2, 4> PyramidFacets() {
  return Eigen::Matrix<double, 2, 4>{{1, -1, 0, 0}, {0, 0, 1, -1}};
}

void ContactBlock::Reset(FrictionCone cone, int psi, int z, int first_cone,
                         bool moves_a, bool moves_b) {
  cone_ = cone;
  psi_ = psi;
  z_ = z;
  first_cone_ = first_cone;
  moves_a_ = moves_a;
  moves_b_ = moves_b;
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
}

// Rows, with v_t the slip, facets d_i:
//
//     exact    mu gamma - z_0;  phi;  psi;  v_t
//     linear   phi;  psi + d_i v_t;  mu gamma - sum b_i.
void ContactBlock::Calc(const ContactGap& gap, const Vector3d& impulse_W,
                        double mu) {
  // d(t v) = t dv + (t x v) turn.
  for (int i = 0; i < 2; ++i) {
    const Vector3d t = gap.R_WC.col(i), t_x_v = t.cross(gap.v);
    for (const int by : {0, 1}) {
      if (!moves(by)) continue;
      G_.block<1, 6>(i, 6 * by) =
          t.transpose() * gap.dv.middleCols<6>(6 * by) +
          t_x_v.transpose() * gap.turn.middleCols<6>(6 * by);
    }
  }
  G_.row(2) = gap.dgap;

  // As CalcContactWrench() has it: F_A, and -F_B.
  const Matrix3d f = CrossMatrix(impulse_W);
  for (const int on : {0, 1}) {
    if (!moves(on)) continue;
    const double sign = on == 0 ? 1 : -1;
    const Matrix3d arm = sign * CrossMatrix(on == 0 ? gap.arm_a : gap.arm_b);
    H_.middleRows<3>(6 * on).noalias() = arm * gap.R_WC;
    H_.middleRows<3>(6 * on + 3) = sign * gap.R_WC;
    for (const int by : {0, 1}) {
      if (!moves(by)) continue;
      const Eigen::Matrix<double, 3, 6> df =
          -f * gap.turn.middleCols<6>(6 * by);
      auto C = C_.block<6, 6>(6 * on, 6 * by);
      C.topRows<3>().noalias() = arm * df;
      C.topRows<3>().noalias() -= sign * f * gap.dP.middleCols<6>(6 * by);
      C.bottomRows<3>() = sign * df;
    }
  }

  mu_ = mu;
  LocalBlock::Square& B = local_.matrix();
  if (cone_ == FrictionCone::kExact) {
    B(0, 1) = mu;
    B(0, 2) = -1;
    B(2, 0) = 1;
  } else if (cone_ == FrictionCone::kLinear) {
    for (int i = 1; i <= 4; ++i) {
      B(i, 5) = 1;
      B(5, i) = -1;
    }
    B(5, 0) = mu;
  }
}

void ContactBlock::Spread(const Vector3d& u, LocalBlock::Vector* l) const {
  (*l)[local_.first_z()] += u.z();
  if (cone_ == FrictionCone::kExact) l->segment<2>(3) += u.head<2>();
  if (cone_ == FrictionCone::kLinear)
    l->segment<4>(1) += PyramidFacets().transpose() * u.head<2>();
}

Vector3d ContactBlock::Collect(const LocalBlock::Vector& l) const {
  Vector3d u(0, 0, l[local_.first_z()]);
  if (cone_ == FrictionCone::kExact) u.head<2>() = l.segment<2>(3);
  if (cone_ == FrictionCone::kLinear)
    u.head<2>() = PyramidFacets() * l.segment<4>(1);
  return u;
}

void ContactBlock::SolveOwn(LocalBlock::Vector* r) const {
  cone_ == FrictionCone::kExact ? coulomb_.Solve(r->data()) : local_.Solve(*r);
}

bool ContactBlock::Condense(const solvers::NesterovToddScaling& scaling) {
  if (cone_ == FrictionCone::kExact) {
    if (!coulomb_.Factorize(mu_, scaling, first_cone_)) return false;
    inverse_ = coulomb_.CalcInverse();
  } else {
    if (!local_.Factorize(scaling)) return false;
    LocalBlock::Vector l;
    for (int i = 0; i < 3; ++i) {
      l.setZero(local_.size());
      Spread(Vector3d::Unit(i), &l);
      local_.Solve(l);
      inverse_.col(i) = Collect(l);
    }
  }
  for (const int by : {0, 1}) {
    if (!moves(by)) continue;
    const Eigen::Matrix<double, 3, 6> force =
        inverse_ * G_.middleCols<6>(6 * by);
    for (const int on : {0, 1}) {
      if (!moves(on)) continue;
      auto condensed = condensed_.block<6, 6>(6 * on, 6 * by);
      condensed = C_.block<6, 6>(6 * on, 6 * by);
      condensed.noalias() -= H_.middleRows<6>(6 * on) * force;
    }
  }
  return true;
}

ContactBlock::Poses ContactBlock::CalcWrench(LocalBlock::Vector* r) const {
  SolveOwn(r);
  return MultiplyWrench(*r, Poses::Zero());
}

// Near the boundary of the cone B^-1 is large, and r - P G y small beside both:
// B^-1 r - (B^-1 P) G y, which costs less, has few digits of it left.
void ContactBlock::SolveLocal(const Vector3d& motion,
                              LocalBlock::Vector* l) const {
  *l -= MultiplyRows(motion);
  SolveOwn(l);
}

ContactBlock::Poses ContactBlock::MultiplyWrench(const LocalBlock::Vector& l,
                                                 const Poses& y) const {
  const Vector3d impulse = Collect(l);
  Poses wrench = Poses::Zero();
  for (const int on : {0, 1}) {
    if (!moves(on)) continue;
    auto own = wrench.segment<6>(6 * on);
    own.noalias() = H_.middleRows<6>(6 * on) * impulse;
    for (const int by : {0, 1}) {
      if (moves(by))
        own.noalias() += C_.block<6, 6>(6 * on, 6 * by) * y.segment<6>(6 * by);
    }
  }
  return wrench;
}

Vector3d ContactBlock::CalcMotion(const Poses& y) const {
  Vector3d motion = Vector3d::Zero();
  for (const int by : {0, 1}) {
    if (moves(by))
      motion.noalias() += G_.middleCols<6>(6 * by) * y.segment<6>(6 * by);
  }
  return motion;
}

LocalBlock::Vector ContactBlock::MultiplyRows(const Vector3d& motion) const {
  LocalBlock::Vector rows = LocalBlock::Vector::Zero(local_.size());
  Spread(motion, &rows);
  return rows;
}

// Of an exact cone, B has psi alone.
void ContactBlock::AddProduct(const VectorXd& of_x, const VectorXd& of_z,
                              const Vector3d& motion, VectorXd* g) const {
  if (cone_ == FrictionCone::kExact) {
    (*g)[z_] += motion.z();
    (*g)[z_ + 1] += of_x[psi_];
    g->segment<2>(z_ + 2) += motion.head<2>();
    return;
  }
  LocalBlock::Vector l;
  local_.Gather(of_x, of_z, &l);
  local_.AddProduct(l, g);
  local_.AddRows(MultiplyRows(motion), g);
}

void ContactBlock::SubtractWrenches(
    const Eigen::Matrix3Xd& rates,
    Eigen::Matrix<double, 12, Eigen::Dynamic>* wrenches) const {
  const Eigen::Matrix3Xd impulses = inverse_ * rates;
  for (const int on : {0, 1}) {
    if (moves(on))
      wrenches->middleRows<6>(6 * on).noalias() -=
          H_.middleRows<6>(6 * on) * impulses;
  }
}

ContactBlock::Poses ContactBlock::CalcFrictionRate(double rate) const {
  LocalBlock::Vector r = LocalBlock::Vector::Zero(local_.size());
  if (cone_ == FrictionCone::kExact) r[0] = rate;
  if (cone_ == FrictionCone::kLinear) r[5] = rate;
  return -CalcWrench(&r);
}

}  // namespace tactus::integrators
