#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/common/output_file.h"
#include "tactus/common/types.h"

namespace tactus::apps {

/// What another simulator did with a scene, in the words of our own report.
struct PeerReport {
  std::string scenario;
  std::string integrator;     ///< The simulator, its version and its method.
  std::string status = "ok";  ///< Else why there is no result.
  std::optional<double> accuracy = {}, step = {};  ///< [s]
  double duration{};   ///< Simulated, the settling included [s].
  double settle{};     ///< Before anything is counted [s].
  double wall_time{};  ///< Of what is counted, integration alone [s].
  double cpu_time{};   ///< Likewise, of all threads [s].
  long steps{}, rejected_steps{};
  /// Iterations of the solver for contact, in methods that have one.
  std::optional<long> solver_iterations = {};

  /// Over the states in which steps start or, by Simbody, end.
  long contacts_sum{}, contacts_max{};
  double penetration_sum{}, penetration_max{};  ///< [m]
  /// Contacts deeper than the smaller body is large: a fault of collision
  /// detection. They are in the sums; this is the largest of the others.
  long penetration_outliers{};
  double penetration_max_without_outliers{};

  double energy_initial{}, energy_final{};  ///< Kinetic, of gravity [J].
  double step_min{}, step_max{};            ///< [s]
  struct BodyState {
    std::string name;
    RigidTransform X_WB;
    Vector6d V_WB;  ///< Angular, linear at Bo, in the world.
  };
  std::vector<BodyState> bodies;
  nlohmann::ordered_json settings = nlohmann::ordered_json::object();

  void AddContact(double depth, double size_of_smaller);
  void AddStep(double h, long num_contacts);
};

/// The keys of our own report, `settings`, `status` and what was said above;
/// null for what a peer does not have.
nlohmann::ordered_json MakePeerJson(const PeerReport& report);

/// A table of poses over time, as `tactus run --log` writes it.
class PeerTrajectory {
 public:
  PeerTrajectory(const std::filesystem::path& path,
                 const std::vector<std::string>& bodies);
  void Write(double time, const std::vector<RigidTransform>& X_WB);
  void Commit() { file_.Commit(); }

 private:
  OutputFile file_;
};

/// Writes a report, whole or not at all; nowhere without a path.
void WritePeerReport(const PeerReport& report,
                     const std::optional<std::filesystem::path>& path);

}  // namespace tactus::apps
