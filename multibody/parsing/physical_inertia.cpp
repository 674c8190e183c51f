#include "tactus/multibody/parsing/physical_inertia.h"

#include <stdexcept>

#include <Eigen/Eigenvalues>
#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/nearest_physical_inertia.h"
#include "tactus/multibody/parsing/model_file_error.h"

namespace tactus::multibody {
namespace {

std::string PrincipalMoments(const SpatialInertia& inertia) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertia.I_Bcm,
                                                       Eigen::EigenvaluesOnly);
  const Vector3d& m = solver.eigenvalues();
  return fmt::format("{:g}, {:g}, {:g}", m[0], m[1], m[2]);
}

}  // namespace

SpatialInertia MakePhysical(const SpatialInertia& inertia,
                            const XmlElement& element, const std::string& link,
                            bool fix, ImportReport* report) {
  const std::string owner = "link '" + link + "'";
  try {
    RequirePhysical(inertia, owner);
    return inertia;
  } catch (const std::invalid_argument& error) {
    if (!fix) {
      Fail(element, std::string(error.what()) +
                        "; correct it, or load with the nearest physical "
                        "inertia (--fix-inertia)");
    }
  }
  try {
    const SpatialInertia nearest = FindNearestPhysicalInertia(inertia, owner);
    report->Add(
        Notice::Severity::kApproximated, element,
        fmt::format("{}: no body has the principal moments of inertia "
                    "{} kg m^2; the nearest that one has, {}, are taken",
                    owner, PrincipalMoments(inertia),
                    PrincipalMoments(nearest)));
    return nearest;
  } catch (const std::invalid_argument& error) {
    Fail(element, error.what());
  }
}

}  // namespace tactus::multibody
