#include "tactus/solvers/small_cholesky.h"

#include <cmath>

#include <Eigen/Core>

namespace tactus::solvers {
namespace {

namespace internal = Eigen::internal;
using Packet = internal::packet_traits<double>::type;
using HalfPacket = internal::packet_traits<double>::half;

// a b + c, which packets may round once, as Eigen's products do.
template <class P>
P MultiplyAdd(const P& a, const P& b, const P& c) {
  if constexpr (sizeof(P) == sizeof(double)) {
    return a * b + c;
  } else {
    return internal::pmadd(a, b, c);
  }
}

// A whose first k columns are those of L, and L_kk.
struct Progress {
  double* A;
  Eigen::Index n, stride, k;
  double pivot;
};

// L_ik = (A_ik - sum_j L_ij L_kj) / L_kk in the rows from i on, while they fill
// kCount packets; returns the row after the last.
template <class P, int kCount>
Eigen::Index FinishRows(const Progress& at, Eigen::Index i) {
  constexpr Eigen::Index size = internal::unpacket_traits<P>::size;
  const P pivot = internal::pset1<P>(at.pivot);
  for (; i + kCount * size <= at.n; i += kCount * size) {
    P sum[kCount];
    for (P& s : sum) s = internal::pset1<P>(0);
    for (Eigen::Index j = 0; j < at.k; ++j) {
      const double* const L_j = at.A + j * at.stride;
      const P L_kj = internal::pset1<P>(L_j[at.k]);
      for (int c = 0; c < kCount; ++c) {
        sum[c] =
            MultiplyAdd(internal::ploadu<P>(L_j + i + c * size), L_kj, sum[c]);
      }
    }
    for (int c = 0; c < kCount; ++c) {
      double* const L_ik = at.A + at.k * at.stride + i + c * size;
      const P rest = internal::psub(internal::ploadu<P>(L_ik), sum[c]);
      internal::pstoreu(L_ik, internal::pdiv(rest, pivot));
    }
  }
  return i;
}

}  // namespace

bool FactorizeSmall(Eigen::Index n, Eigen::Index stride, double* A) {
  for (Eigen::Index k = 0; k < n; ++k) {
    double square = A[k * stride + k], sum = 0;
    for (Eigen::Index j = 0; j < k; ++j)
      sum += A[j * stride + k] * A[j * stride + k];
    square -= sum;
    if (square <= 0) return false;
    const Progress at{A, n, stride, k, std::sqrt(square)};
    A[k * stride + k] = at.pivot;
    Eigen::Index i = k + 1;
    i = FinishRows<Packet, 4>(at, i);
    i = FinishRows<Packet, 2>(at, i);
    i = FinishRows<Packet, 1>(at, i);
    i = FinishRows<HalfPacket, 1>(at, i);
    FinishRows<double, 1>(at, i);
  }
  return true;
}

}  // namespace tactus::solvers
