#include "tactus/multibody/importers/parsing/physical_inertia.h"

#include <optional>
#include <stdexcept>

#include <Eigen/Eigenvalues>
#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/nearest_physical_inertia.h"

namespace tactus::multibody {
namespace {

std::string PrincipalMoments(const SpatialInertia& inertia) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertia.I_Bcm,
                                                       Eigen::EigenvaluesOnly);
  const Vector3d& m = solver.eigenvalues();
  return fmt::format("{:g}, {:g}, {:g}", m[0], m[1], m[2]);
}

std::string Owner(const std::string& link) {
  return "link '" + link + "'";
}

// m = 0 forces I = 0, since I = ∫ (|r|² 1 - r r') dm.
bool TurnsWithoutMass(const SpatialInertia& inertia) {
  return inertia.mass == 0 && !inertia.I_Bcm.isZero(0);
}

// What is wrong with it; empty for one that a body can have.
std::string FindFlaw(const SpatialInertia& inertia, const std::string& link) {
  try {
    RequirePhysical(inertia, Owner(link));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  if (!TurnsWithoutMass(inertia)) return "";
  return fmt::format(
      "{}: its mass is 0, but its principal moments of inertia are {} kg m^2; "
      "what has no mass has no inertia",
      Owner(link), PrincipalMoments(inertia));
}

// Nothing where no inertia is near.
std::optional<SpatialInertia> FindNearest(const SpatialInertia& inertia,
                                          const std::string& link) {
  SpatialInertia nearest = inertia;
  if (inertia.mass == 0 && inertia.I_Bcm.allFinite()) nearest.I_Bcm.setZero();
  try {
    return FindNearestPhysicalInertia(nearest, Owner(link));
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

}  // namespace

SpatialInertia MakePhysical(const SpatialInertia& inertia,
                            const XmlElement& element, const std::string& link,
                            bool fix, ImportReport* report) {
  const std::string flaw = FindFlaw(inertia, link);
  if (flaw.empty()) return inertia;
  const std::optional<SpatialInertia> nearest = FindNearest(inertia, link);
  Check(nearest.has_value(), element, flaw);
  Check(fix, element,
        flaw + (inertia.mass == 0
                    ? "; state a mass, or load without the inertia (without "
                      "--no-fix-inertia)"
                    : "; correct it, or load with the nearest physical "
                      "inertia (without --no-fix-inertia)"));
  report->Add(
      Notice::Severity::kApproximated, element,
      inertia.mass == 0
          ? flaw + ": the moments are set to 0"
          : fmt::format("{}: no body has the principal moments of inertia "
                        "{} kg m^2; the nearest that one has, {}, are taken",
                        Owner(link), PrincipalMoments(inertia),
                        PrincipalMoments(*nearest)));
  return *nearest;
}

}  // namespace tactus::multibody
