#include "tactus/integrators/classic/runge_kutta3.h"

namespace tactus::integrators {

ClassicMethod::Outcome RungeKutta3::Solve(double h, Memory*, VectorXd* x1,
                                          VectorXd* x1_low) {
  const VectorXd& k1 = xdot0();
  *x1 = x0() + h / 2 * k1;
  Eval(t0() + h / 2, *x1, &k2_);
  *x1 = x0() + 3 * h / 4 * k2_;
  Eval(t0() + 3 * h / 4, *x1, &k3_);
  *x1 = x0() + h / 9 * (2 * k1 + 3 * k2_ + 4 * k3_);
  Eval(t0() + h, *x1, &k4_);
  e_ = h / 72 * (-5 * k1 + 6 * k2_ + 8 * k3_ - 9 * k4_);
  e_three_ = h / 36 * (k1 - 3 * k2_ + 2 * k3_);
  *x1_low = *x1 - (e_.cwiseAbs().array() < e_three_.cwiseAbs().array())
                      .select(e_three_, e_);
  return x1->allFinite() && k4_.allFinite() ? Outcome::kSolved
                                            : Outcome::kNotFinite;
}

}  // namespace tactus::integrators
