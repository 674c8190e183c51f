#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tactus/contact/comfree/options.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/multibody/plant/contact_results.h"
#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {

/// A way to step, to be compared with others.
struct Method {
  std::string name;
  std::function<std::unique_ptr<integrators::StepFunction>()> make;
};

/// "ComFree", and the number L of refinement sweeps if there are any.
Method MakeComFree(const contact::ComFreeOptions& options);
Method MakeIcf();

/// A model that a method advances by equal steps, watched from outside.
class Trial {
 public:
  /// `surface_velocities` act all the time. @param h  [s]
  Trial(std::shared_ptr<const multibody::Model> model, const Method& method,
        double h,
        std::vector<multibody::SurfaceVelocity> surface_velocities = {});

  void Advance(int num_steps);

  VectorXd q() const;
  VectorXd v() const;
  void set_q(const VectorXd& q);
  void set_v(const VectorXd& v);
  /// Of the last step.
  std::vector<multibody::PointContact> contacts() const;
  const multibody::Model& model() const { return scene_.plant->model(); }

 private:
  SceneInstance scene_;
  systems::Simulator simulator_;
  double h_;
  int num_steps_{};
};

}  // namespace tactus::examples
