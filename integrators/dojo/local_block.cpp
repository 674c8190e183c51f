#include "tactus/integrators/dojo/local_block.h"

namespace tactus::integrators {

void LocalBlock::Reset(int x, int z, int num_z, int first_cone, int num_cones) {
  x_ = x;
  z_ = z;
  num_z_ = num_z;
  first_cone_ = first_cone;
  num_cones_ = num_cones;
  matrix_.setZero(size(), size());
}

bool LocalBlock::Factorize(const solvers::NesterovToddScaling& scaling) {
  Square scaled = matrix_;
  int at = first_z();
  for (int c = first_cone_; c < first_cone_ + num_cones_; ++c) {
    const int n = scaling.size(c);
    scaling.AddSquare(c, scaled.block(at, at, n, n));
    at += n;
  }
  return factor_.Factorize(scaled);
}

void LocalBlock::Gather(const VectorXd& of_x, const VectorXd& of_z,
                        Vector* l) const {
  l->resize(size());
  if (x_ >= 0) (*l)[0] = of_x[x_];
  for (int i = 0; i < num_z_; ++i) (*l)[first_z() + i] = of_z[z_ + i];
}

void LocalBlock::Scatter(const Vector& l, VectorXd* to_x,
                         VectorXd* to_z) const {
  if (x_ >= 0) (*to_x)[x_] = l[0];
  for (int i = 0; i < num_z_; ++i) (*to_z)[z_ + i] = l[first_z() + i];
}

void LocalBlock::AddProduct(const Vector& l, VectorXd* g) const {
  for (int i = 0; i < num_z_; ++i) {
    for (int j = 0; j < size(); ++j)
      (*g)[z_ + i] += matrix_(first_z() + i, j) * l[j];
  }
}

void LocalBlock::AddXProduct(const Vector& l, VectorXd* E) const {
  if (x_ < 0) return;
  for (int j = 0; j < size(); ++j) (*E)[x_] += matrix_(0, j) * l[j];
}

void LocalBlock::AddRows(const Vector& rows, VectorXd* g) const {
  for (int i = 0; i < num_z_; ++i) (*g)[z_ + i] += rows[first_z() + i];
}

}  // namespace tactus::integrators
