#pragma once

#include <span>
#include <string>
#include <vector>

#include "tactus/multibody/plant/multibody_plant.h"

namespace tactus::apps {

/// Whether elements of elastic bodies are pressed through themselves, det F <=
/// 0 (multibody/elastic/elastic_solid.h). The rotation that is taken out of F
/// stays one, with det R = 1, and the element pulls back to its own side: a
/// step goes on. But no material is there in between, and the strain of what is
/// inside out is not small, as the law has it.
///
/// Once per body, its first element at the first state seen.
class InversionWatch {
 public:
  struct Inversion {
    std::string body;
    int tetrahedron{};  ///< As its mesh counts, from 0.
    double time{};      ///< [s]
  };

  /// @param plant  must outlive this.
  explicit InversionWatch(const multibody::MultibodyPlant& plant);

  /// At the start, and after each step.
  void Add(const systems::Context& context);

  /// In the order of time.
  std::span<const Inversion> inversions() const { return inversions_; }

 private:
  const multibody::MultibodyPlant& plant_;
  std::vector<bool> is_told_;  ///< By elastic body.
  std::vector<Inversion> inversions_;
};

/// A line for the terminal.
std::string Describe(const InversionWatch::Inversion& inversion);

}  // namespace tactus::apps
