#include "tactus/systems/primitives/lookup_table1.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

LookupTable1::LookupTable1(std::string name, const VectorRef& x,
                           const MatrixXd& y)
    : LeafSystem(std::move(name)), x_(x), y_(y) {
  CheckBlock(*this, x_.size() >= 1 && y_.cols() == x_.size(),
             "a table needs a point, and a column of values for each");
  CheckFinite(*this, "the points", x_);
  CheckFinite(*this, "the values", y_);
  CheckBlock(
      *this,
      (x_.tail(x_.size() - 1).array() > x_.head(x_.size() - 1).array()).all(),
      "the points must increase");
  u_ = DeclareVectorInputPort("u", 1);
  DeclareVectorOutputPort("y", static_cast<int>(y_.rows()),
                          &LookupTable1::CalcY, Reads::kInputs);
}

void LookupTable1::CalcY(const LeafContext& context, VectorXd* y) const {
  const double u = u_.Eval(context)[0];
  if (std::isnan(u)) {
    y->setConstant(u);
    return;
  }
  // x_(i-1) <= u < x_i
  const auto i = std::upper_bound(x_.begin(), x_.end(), u) - x_.begin();
  if (i == 0) {
    *y = y_.col(0);
  } else if (i == x_.size()) {
    *y = y_.col(i - 1);
  } else {
    const double s = (u - x_[i - 1]) / (x_[i] - x_[i - 1]);
    *y = (1 - s) * y_.col(i - 1) + s * y_.col(i);
  }
}

}  // namespace tactus::systems
