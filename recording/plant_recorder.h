#pragma once

#include <vector>

#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/quantities/patch_contacts.h"
#include "tactus/recording/recording.h"
#include "tactus/recording/string_finder.h"
#include "tactus/systems/context.h"

namespace tactus::recording {

/// Takes frames of a plant. Virtual bodies and nodes within elastic bodies are
/// left out; the world is among the bodies, first, for the shapes fixed to it.
class PlantRecorder {
 public:
  explicit PlantRecorder(const multibody::MultibodyPlant& plant);
  PlantRecorder(const PlantRecorder&) = delete;
  PlantRecorder& operator=(const PlantRecorder&) = delete;

  /// Indices into Model::bodies() of the bodies of a frame, in its order.
  const std::vector<int>& bodies() const { return bodies_; }

  /// Names, shapes and colours, without frames: the model's visuals, and those
  /// of its geometries that are drawn. What has no colour of its own: free
  /// bodies take turns with the colours of a palette; links of a robot are
  /// light and dark in turn; what is fixed to the world is grey. Where a mesh
  /// file cannot be read, which is told in a warning, what collides stands in.
  Recording MakeEmptyRecording() const;

  /// The plant as it is in `context`; of a contact patch one force, at its
  /// centre of pressure. Reuses the storage of `frame`; of the two
  /// quaternions that mean a rotation, takes the one nearer to what was there,
  /// so that they vary continuously from frame to frame.
  void TakeFrame(const systems::Context& context, Frame* frame) const;

  /// The polygons of its contact patches, on the bodies that feel the arrows'
  /// forces. Costs a query of the surfaces.
  void TakePatches(const systems::Context& context, Frame* frame);
  /// How often they have been found, which is most of what they cost.
  long num_patch_queries() const { return num_patch_queries_; }

  /// Its strings (string_finder.h); springs that are blocks of a diagram are
  /// among them from TakeSprings() on.
  void TakeStrings(const systems::Context& context, Frame* frame) const {
    string_finder_.Find(context, &frame->strings);
  }
  void TakeSprings(const systems::Diagram& diagram) {
    string_finder_.TakeSprings(diagram);
  }
  std::vector<std::string> string_names() const {
    return string_finder_.names();
  }

 private:
  std::vector<bool> AddVisuals(Recording* recording) const;
  void TakeForces(const multibody::ContactResults& contacts,
                  Frame* frame) const;
  void AddSurface(const multibody::ElasticBody& body, int index,
                  Recording* recording) const;

  const multibody::MultibodyPlant& plant_;
  multibody::PatchFinder patch_finder_;
  long num_patch_queries_ = 0;
  std::vector<int> bodies_;
  std::vector<int> place_;  ///< In `bodies_`, by the model's body; -1: not.
  StringFinder string_finder_;
};

/// Makes those boxes of body 0 translucent that hide what moves: something is
/// beside them and lower than their top in some frame. So one sees into a bin,
/// while a floor stays solid.
void MakeWallsTranslucent(Recording* recording);

}  // namespace tactus::recording
