#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/step_record.h"
#include "tactus/recording/recording.h"
#include "tactus/systems/diagram.h"

namespace tactus::recording {

/// Finds the lines along which the bodies of a plant pull at each other, and
/// how hard: T, positive where it draws its ends together.
///
///   string               line                    T
///   tendon along a path  its branches            CalcTendonTension() / n
///   rod, spring          P to Q of a kDistance   -F'u, by the step's solver
///   piece of a cable     A to B of a kCosserat   -F'u, by the step's solver
///   slide with a spring  through its child       k (q - q*) + d q_dot
///   SpringDamper         P to Q                  its output `tension`
///
///   symbol  meaning                                               unit
///   n       divisor of the branch: each pulley shares the pull
///   F, u    force on B, and the unit vector from A's end to B's   N
///
/// A slide's line goes from where its child's shape starts while the spring is
/// slack, on the parent, to where it ends now: the whole of a bellow.
class StringFinder {
 public:
  /// @param place  of each of the model's bodies among those of a recording;
  ///   -1: it is not there, and its corners stand in the world.
  /// Both must outlive it.
  StringFinder(const multibody::MultibodyPlant& plant,
               const std::vector<int>& place);

  /// Takes the SpringDampers of a diagram that act on the plant, in place of
  /// those of the diagram before.
  void TakeSprings(const systems::Diagram& diagram);

  /// The names of strings, by StringLine::string.
  std::vector<std::string> names() const;

  /// The lines as they are in `context`; slides that are locked have none.
  void Find(const systems::Context& context,
            std::vector<StringLine>* lines) const;

 private:
  struct State;
  void FindSlides();
  void AddTendons(const State& state, std::vector<StringLine>* lines) const;
  void AddConstraints(const State& state, std::vector<StringLine>* lines) const;
  void AddSlides(const State& state, std::vector<StringLine>* lines) const;
  void AddSprings(const State& state, std::vector<StringLine>* lines) const;
  void AddCorner(const State& state, int body, const Vector3d& p_W,
                 StringLine* line) const;

  /// A prismatic joint with a spring.
  struct Slide {
    int joint{};
    Vector3d p_FStart = Vector3d::Zero();  ///< With the spring slack.
    Vector3d p_MEnd = Vector3d::Zero();
  };

  const multibody::MultibodyPlant& plant_;
  const std::vector<int>& place_;
  std::vector<int> tendons_, constraints_;  ///< Those with lines.
  std::vector<Slide> slides_;
  std::vector<const multibody::SpringDamper*> springs_;
};

}  // namespace tactus::recording
