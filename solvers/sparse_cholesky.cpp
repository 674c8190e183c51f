#include "tactus/solvers/sparse_cholesky.h"

#include <cassert>
#include <new>
#include <utility>

#include <cholmod.h>

namespace tactus::solvers {
namespace {

// The lower triangle of `A` as CHOLMOD sees it, without a copy.
cholmod_sparse ViewOf(const Eigen::SparseMatrix<double>& A) {
  assert(A.isCompressed());
  cholmod_sparse view{};
  view.nrow = static_cast<std::size_t>(A.rows());
  view.ncol = static_cast<std::size_t>(A.cols());
  view.nzmax = static_cast<std::size_t>(A.nonZeros());
  view.p = const_cast<int*>(A.outerIndexPtr());
  view.i = const_cast<int*>(A.innerIndexPtr());
  view.x = const_cast<double*>(A.valuePtr());
  view.stype = -1;
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = 1;
  view.packed = 1;
  return view;
}

cholmod_dense ViewOf(const VectorXd& b) {
  cholmod_dense view{};
  view.nrow = view.nzmax = view.d = static_cast<std::size_t>(b.size());
  view.ncol = 1;
  view.x = const_cast<double*>(b.data());
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  return view;
}

}  // namespace

struct SparseCholesky::Cholmod {
  Cholmod() {
    cholmod_start(&common);
    // Trees are small: the supernodal method's BLAS calls cost more than they
    // save, and its code is GPL where the simplicial one is LGPL.
    common.supernodal = CHOLMOD_SIMPLICIAL;
    common.final_ll = 1;
    common.print = 0;
  }
  ~Cholmod() {
    cholmod_free_factor(&factor, &common);
    cholmod_free_dense(&x, &common);
    cholmod_free_dense(&y, &common);
    cholmod_free_dense(&e, &common);
    cholmod_finish(&common);
  }
  Cholmod(const Cholmod&) = delete;
  Cholmod& operator=(const Cholmod&) = delete;

  cholmod_common common;
  cholmod_factor* factor = nullptr;
  cholmod_dense *x = nullptr, *y = nullptr, *e = nullptr;  // kept by solve2
};

SparseCholesky::SparseCholesky() = default;
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;

SparseCholesky::SparseCholesky(const SparseCholesky& other) {
  if (other.cholmod_ == nullptr) return;
  cholmod_ = std::make_unique<Cholmod>();
  cholmod_->factor =
      cholmod_copy_factor(other.cholmod_->factor, &cholmod_->common);
  if (cholmod_->factor == nullptr) throw std::bad_alloc();
}

SparseCholesky& SparseCholesky::operator=(SparseCholesky other) noexcept {
  std::swap(cholmod_, other.cholmod_);
  return *this;
}

void SparseCholesky::Analyze(const Eigen::SparseMatrix<double>& A) {
  if (cholmod_ == nullptr) cholmod_ = std::make_unique<Cholmod>();
  cholmod_free_factor(&cholmod_->factor, &cholmod_->common);
  cholmod_sparse view = ViewOf(A);
  cholmod_->factor = cholmod_analyze(&view, &cholmod_->common);
  if (cholmod_->factor == nullptr) throw std::bad_alloc();
}

bool SparseCholesky::Factorize(const Eigen::SparseMatrix<double>& A) {
  assert(size() == A.rows());
  cholmod_sparse view = ViewOf(A);
  cholmod_factorize(&view, cholmod_->factor, &cholmod_->common);
  return cholmod_->common.status == CHOLMOD_OK &&
         cholmod_->factor->minor == cholmod_->factor->n;
}

void SparseCholesky::Solve(const VectorXd& b, VectorXd* x) {
  cholmod_dense view = ViewOf(b);
  cholmod_solve2(CHOLMOD_A, cholmod_->factor, &view, nullptr, &cholmod_->x,
                 nullptr, &cholmod_->y, &cholmod_->e, &cholmod_->common);
  *x = VectorXd::Map(static_cast<const double*>(cholmod_->x->x), b.size());
}

int SparseCholesky::size() const {
  return cholmod_ == nullptr ? 0 : static_cast<int>(cholmod_->factor->n);
}

}  // namespace tactus::solvers
