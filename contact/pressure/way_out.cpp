#include "tactus/contact/pressure/way_out.h"

#include <algorithm>

#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::contact {
namespace {

double CalcPressure(const PressureField::Cell& cell, const Vector3d& x) {
  return cell.offset + cell.gradient.dot(x);
}

}  // namespace

double CalcWayOut(const PressureField& field, const PressureField::Cell& cell,
                  const Vector3d& x, const Vector3d& direction) {
  constexpr double kRoundOff = 1e-9;
  const double least =
      CalcPressure(cell, x) - kRoundOff * cell.slope * cell.radius;
  double way = kInfinity;
  for (const PressureField::Cell& other : field.cells()) {
    const double pressure = CalcPressure(other, x);
    if (pressure < least) return kInfinity;
    const double fall = -other.gradient.dot(direction);
    if (fall > 0) way = std::min(way, std::max(pressure, 0.0) / fall);
  }
  return way;
}

double CalcRimSlope(const PressureField& field, const PressureField::Cell& cell,
                    const Vector3d& x, const Vector3d& normal) {
  constexpr double kAcross = 0.5, kNear = 4;
  if (std::abs(cell.gradient.dot(normal)) >= kAcross * cell.slope) return 0;
  const double pressure = CalcPressure(cell, x);
  const double way = CalcWayOut(field, cell, x, -normal);
  return way < kNear * pressure / cell.slope ? pressure / way : 0;
}

}  // namespace tactus::contact
