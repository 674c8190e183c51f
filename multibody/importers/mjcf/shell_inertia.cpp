#include "tactus/multibody/importers/mjcf/shell_inertia.h"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <variant>

namespace tactus::multibody::mjcf {
namespace {

using std::numbers::pi;

// A and the diagonal of S.
struct Shell {
  double area{};
  Vector3d squares = Vector3d::Zero();

  void Add(double part, const Vector3d& mean_squares) {
    area += part;
    squares += part * mean_squares;
  }
};

Shell CalcShell(const contact::Sphere& sphere) {
  const double r = sphere.radius;
  Shell shell;
  shell.Add(4 * pi * r * r, Vector3d::Constant(r * r / 3));
  return shell;
}

// Two faces at +-h[i], of half lengths h[j] and h[k].
Shell CalcShell(const contact::Box& box) {
  const Vector3d h = box.half_extents;
  Shell shell;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    Vector3d mean_squares;
    mean_squares[i] = h[i] * h[i];
    mean_squares[j] = h[j] * h[j] / 3;
    mean_squares[k] = h[k] * h[k] / 3;
    shell.Add(8 * h[j] * h[k], mean_squares);
  }
  return shell;
}

// The mantle of a cylinder.
void AddMantle(double r, double half_length, Shell* shell) {
  shell->Add(4 * pi * r * half_length,
             {r * r / 2, r * r / 2, half_length * half_length / 3});
}

// Over a half sphere above z = h the mean of (h + r u)², 0 < u < 1, is h² + h r
// + r² / 3.
Shell CalcShell(const contact::Capsule& capsule) {
  const double r = capsule.radius, h = capsule.half_length;
  Shell shell;
  AddMantle(r, h, &shell);
  shell.Add(4 * pi * r * r, {r * r / 3, r * r / 3, h * h + h * r + r * r / 3});
  return shell;
}

Shell CalcShell(const contact::Cylinder& cylinder) {
  const double r = cylinder.radius, h = cylinder.half_length;
  Shell shell;
  AddMantle(r, h, &shell);
  shell.Add(2 * pi * r * r, {r * r / 4, r * r / 4, h * h});
  return shell;
}

// A node in (-1, 1) and the weight of Gauss's rule with n points: the i-th root
// of the Legendre polynomial P_n, by Newton's method, with the recursion
// k P_k = (2 k - 1) u P_(k - 1) - (k - 1) P_(k - 2).
struct GaussPoint {
  double node{}, weight{};
};

GaussPoint CalcGaussPoint(int i, int n) {
  double u = std::cos(pi * (i + 0.75) / (n + 0.5)), slope = 0;
  for (int iteration = 0; iteration < 10; ++iteration) {
    double last = 1, value = u;
    for (int k = 2; k <= n; ++k) {
      const double next = ((2 * k - 1) * u * value - (k - 1) * last) / k;
      last = value;
      value = next;
    }
    slope = n * (u * value - last) / (u * u - 1);
    u -= value / slope;
  }
  return {u, 2 / ((1 - u * u) * slope * slope)};
}

Shell CalcShell(const contact::Ellipsoid& ellipsoid) {
  constexpr int kNumPoints = 64;
  const double a = ellipsoid.radii[0], b = ellipsoid.radii[1],
               c = ellipsoid.radii[2];
  Shell shell;
  for (int i = 0; i < kNumPoints; ++i) {
    const auto [u, weight] = CalcGaussPoint(i, kNumPoints);
    const double s = std::sqrt(1 - u * u);
    for (int k = 0; k < kNumPoints; ++k) {
      const double f = 2 * pi * k / kNumPoints;
      const double cosine = std::cos(f), sine = std::sin(f);
      const double stretch =
          std::hypot(std::hypot(b * c * cosine, a * c * sine) * s, a * b * u);
      const Vector3d p(a * s * cosine, b * s * sine, c * u);
      shell.Add(2 * pi / kNumPoints * weight * stretch, p.cwiseAbs2());
    }
  }
  return shell;
}

[[noreturn]] Shell Refuse() {
  throw std::invalid_argument("this shape has no shell");
}
Shell CalcShell(const contact::HalfSpace&) {
  Refuse();
}
Shell CalcShell(const contact::ConvexMesh&) {
  Refuse();
}

}  // namespace

SpatialInertia MakeShellInertia(const contact::Shape& shape) {
  const Shell shell =
      std::visit([](const auto& s) { return CalcShell(s); }, shape);
  const Vector3d& squares = shell.squares;
  return {
      .mass = shell.area,
      .p_BoBcm = Vector3d::Zero(),
      .I_Bcm = Vector3d(squares.y() + squares.z(), squares.z() + squares.x(),
                        squares.x() + squares.y())
                   .asDiagonal()};
}

}  // namespace tactus::multibody::mjcf
