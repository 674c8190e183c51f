#include "tactus/systems/dense_output.h"

namespace tactus::systems {

void DenseOutput::Eval(double t, VectorXd* x) const {
  const double h = t1 - t0;
  const double s = (t - t0) / h;
  const double w0 = s * (1 - s) * (1 - s), w1 = s * (1 - s) * s;
  *x = x0 + (s - w0 + w1) * (x1 - x0) + h * (w0 * xdot0 - w1 * xdot1);
}

}  // namespace tactus::systems
