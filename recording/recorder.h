#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tactus/integrators/step_size/statistics.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/recording/plant_recorder.h"
#include "tactus/recording/recording.h"
#include "tactus/systems/simulator.h"

namespace tactus::recording {

/// Records a plant while it is simulated, and writes what there is to see:
///
///     Recorder recorder(plant);
///     recorder.Watch(&simulator, &cenic.statistics());
///     simulator.AdvanceTo(5);
///     recorder.WriteHtml("fall.html");  // one page, with a viewer in it
///     recorder.WriteGltf("fall.glb");   // for Blender and glTF viewers
///
/// It watches from outside: the steps, and so the results, are the same whether
/// one records or not. Frames between the ends of steps are read off the cubics
/// through them (Interpolate()).
class Recorder {
 public:
  /// Frames per simulated second: this many look smooth at full speed.
  static constexpr double kDefaultRate = 60;  // [Hz]
  /// What all frames' contact polygons may take. Where they would take more,
  /// later frames have none, which a warning and a note on the page say.
  static constexpr std::size_t kPatchBudget = 32'000'000;  // [bytes]
  /// The same of all frames' strings, before a page compresses them: of a
  /// straight one three bytes a frame are left.
  static constexpr std::size_t kStringBudget = 64'000'000;  // [bytes]

  /// `plant` must outlive the Recorder.
  /// @param rate  frames per simulated second [Hz]; zero keeps every step's.
  /// @throws std::invalid_argument for a rate that is negative or not finite.
  explicit Recorder(const multibody::MultibodyPlant& plant,
                    double rate = kDefaultRate,
                    std::size_t patch_budget = kPatchBudget,
                    std::size_t string_budget = kStringBudget);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Takes a frame at the start and after every step, and from the statistics
  /// of the integrator, if given, what limited the steps. The Recorder must
  /// outlive the simulator's advances.
  /// @throws std::invalid_argument if the plant is not in the simulator's
  /// diagram.
  void Watch(systems::Simulator* simulator,
             const integrators::Statistics* statistics = nullptr);

  /// Takes the plant as it is in `context`, for who has no Simulator.
  /// @throws std::invalid_argument if it is earlier than the frame before.
  void AddFrame(const systems::Context& context,
                const integrators::Statistics* statistics = nullptr);

  /// What the page shows above the picture.
  void set_title(std::string title) { recording_.title = std::move(title); }
  /// What it shows beside the title, such as {"accuracy", "0.001"}.
  void set_notes(std::vector<std::pair<std::string, std::string>> notes) {
    notes_ = std::move(notes);
  }

  /// How often contact surfaces have been found: once for each frame of the
  /// rate, however many steps there are.
  long num_patch_queries() const { return plant_recorder_.num_patch_queries(); }

  /// All frames so far, the last one included; walls that hide what moves are
  /// glass. Good until the next frame is taken.
  const Recording& recording();

  /// Each writes a file, complete or not at all.
  /// @throws std::invalid_argument if there is no frame.
  /// @throws std::runtime_error naming a file that cannot be written; a page
  /// also where Tactus was built without node and npm, which its viewer is made
  /// with.
  void WriteGltf(const std::filesystem::path& file);
  void WriteHtml(const std::filesystem::path& file);

 private:
  void AddStep(const systems::Context& context,
               const integrators::Statistics* statistics);
  /// What all frames may have of something.
  struct Budget {
    std::size_t most;                ///< [bytes]
    const char* what;                ///< For a warning.
    std::size_t used = 0;            ///< [bytes]
    std::optional<double> end = {};  ///< Where it was reached [s].

    /// Whether `size` more fit; nothing does after what did not.
    bool Take(std::size_t size, double time);
  };
  void AddDetails(const systems::Context& context);
  void Keep(const Frame& frame);
  void RequireFrames() const;

  const multibody::MultibodyPlant& plant_;
  PlantRecorder plant_recorder_;
  Recording recording_;
  FrameSampler sampler_;
  Frame frame_;
  std::vector<std::pair<std::string, std::string>> notes_;
  Budget patches_, strings_;
  bool ends_between_samples_ = false;  ///< The last frame is none of the rate.
  StepInterval interval_;              ///< Since the last sample.
  long rejected_before_{};
};

}  // namespace tactus::recording
