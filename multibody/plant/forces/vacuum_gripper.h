#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/multibody/plant/forces/force_element.h"

namespace tactus::multibody {

/// The pull of a suction cup on a surface at distance d of its mouth:
///
///     f(d) = f0 d0 / (d0 + d) (1 - d/R)   for 0 <= d <= R,
///     f(d) = f0 for d < 0,                f(d) = 0 for d > R.
///
/// It falls with the inverse of the distance, is bounded where the cup is shut,
/// and ends without a jump. What it gives to a body that comes from R to d >= 0
/// is
///
///     f0 d0 ((1 + d0/R) ln((d0 + R)/(d0 + d)) - (R - d)/R)  [J].
///
/// A cup of area A at a vacuum of p below the surrounding has f0 = p A.
struct SuctionLaw {
  double max_force = 20;        ///< f0 [N]
  double decay_length = 0.002;  ///< d0 [m]
  double range = 0.03;          ///< R [m]
  bool operator==(const SuctionLaw&) const = default;
};

/// f(d) [N].
double CalcSuction(const SuctionLaw& law, double distance);

/// A mouth, at point M of a body. Bodies are named, since they are often still
/// without number where grippers are made (ModelBuilder).
struct SuctionCup {
  std::string body = {};
  Vector3d p_BoM_B = Vector3d::Zero();  ///< [m]
  /// The body that feels the opposite force; the cup's own when empty.
  std::string reaction_body = {};
};

struct VacuumGripperParameters {
  SuctionLaw law = {};
  /// Names of the bodies that are attracted; when empty, all bodies with
  /// collision geometry that can move and are not of the cups' kinematic trees.
  std::vector<std::string> attracted = {};
};

/// Suction of cups on nearby bodies, as in Figure 13 of [Kurtz25]: each cup
/// pulls each body within its range at that point S of the body's collision
/// geometry which is nearest to the cup's mouth M,
///
///     force on the body at S:  s f(d) n,    on the cup's at M:  -s f(d) n.
///
///   symbol   meaning                                               unit
///   n        the surface's outward normal at S, which points to M
///   d        S to M along n, negative where M is inside            m
///   f        SuctionLaw                                            N
///   s        input `suction`, limited to [0, 1]: the part of the
///            full vacuum; 0 is off; 0 when unconnected
///
/// The two forces act along the line from S to M, equal and opposite, so that
/// they change neither linear nor angular momentum. At constant s they have the
/// potential energy above, unless another body than the cup's feels the
/// reaction: the vacuum in a bellow pulls at its pad, not at its thin wall. Of
/// several shapes on a body the nearest counts; shapes that collide with
/// nothing do not count.
///
/// The force grows as fast as f0 / d0 per metre where a cup closes, which makes
/// it stiff: an explicit step longer than sqrt(m d0 / (N f0)) or so carries
/// a body of mass m past N cups. AddBellows() makes cups on bellows.
class VacuumGripper final : public ForceElement {
 public:
  /// @throws std::invalid_argument without a model or cups; for bodies that do
  /// not exist or, if named as attracted, have no collision geometry or a cup;
  /// for a force that is negative, a decay length or range that is not
  /// positive, and numbers that are not finite.
  VacuumGripper(std::string name, std::shared_ptr<const Model> model,
                const std::vector<SuctionCup>& cups,
                VacuumGripperParameters parameters = {});

  const systems::InputPort& suction_input() const { return suction_; }

  /// Numbers of the bodies that it attracts, in order.
  std::vector<int> attracted_bodies() const;

 private:
  struct Cup {
    BodyPoint mouth;
    int reaction_body{};
  };
  struct Target {
    int body{};
    std::vector<int> geometries;  ///< In Model::geometries().
  };
  void AddCups(const std::vector<SuctionCup>& cups);
  void AddTargets(const std::vector<std::string>& names);
  void AddTarget(int body);
  void CalcForces(const systems::LeafContext& context,
                  std::vector<SpatialForce>* forces) const override;

  const SuctionLaw law_;
  std::vector<Cup> cups_;
  std::vector<Target> targets_;
  systems::InputPort suction_;
};

}  // namespace tactus::multibody
