#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/integrator.h"

namespace tactus::integrators {

/// Another integrator with steps so short that nothing moves far in one:
///
///     s h + a h^2 <= f r       for every geometry that can move,
///     s = |v_G| + |w| R
///
/// A method that looks for contact at the ends of its steps, or estimates its
/// errors from states there, then sees two bodies that meet before either has
/// gone into the other by more than a part of its own size.
///
///   symbol   meaning                                            unit
///   f        fraction
///   r, R     smallest and largest half-extent of the geometry   m
///   v_G, w   velocity of its centre, angular velocity           m/s, rad/s
///   a        gravity, so that a start at rest is bounded, too:
///            implicit Euler falls by a h^2 then                 m/s^2
///
/// A sphere has R = 0: its turning moves none of its surface outwards. Steps
/// that are cut count as cut by an event, and leave the integrator's ideal.
class TravelLimit final : public systems::Integrator {
 public:
  /// @throws std::invalid_argument without an integrator, or unless the
  /// fraction is positive.
  TravelLimit(std::unique_ptr<systems::Integrator> integrator, double fraction);

  std::string_view name() const override { return inner_->name(); }
  void Initialize(const systems::Diagram& diagram,
                  systems::Context* context) override;
  void Step(const systems::Diagram& diagram, double t_limit,
            systems::Context* context) override;
  void UndoStep() override { inner_->UndoStep(); }
  void CalcSlopes(const systems::Diagram& diagram, systems::Context* scratch,
                  systems::DenseOutput* step) const override {
    inner_->CalcSlopes(diagram, scratch, step);
  }
  void ProjectInside(const systems::Diagram& diagram,
                     const systems::DenseOutput& step,
                     VectorXd* x) const override {
    inner_->ProjectInside(diagram, step, x);
  }

 private:
  struct Extent {
    int body{};
    Vector3d p_BoG_B;
    double least{}, most{};  // r and R [m].
  };
  struct Plant {
    const multibody::MultibodyPlant* plant{};
    std::vector<Extent> extents;
  };

  double CalcLongestStep(const systems::Context& context) const;

  std::unique_ptr<systems::Integrator> inner_;
  double fraction_;
  std::vector<Plant> plants_;
};

}  // namespace tactus::integrators
