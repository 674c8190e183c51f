#pragma once

#include <vector>

#include "tactus/multibody/importers/mjcf/assemble_bodies.h"
#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/tendons.h"

namespace tactus::multibody::mjcf {

/// The path of a <spatial>: its <site>s, <geom>s with their side sites, and
/// <pulley>s, in their order; bodies are the tree's.
/// @throws ModelFileError for what there is not, geoms that are neither spheres
/// nor cylinders, a geom that is not between two sites, a branch of fewer than
/// two sites, and a divisor that is not positive.
std::vector<Tendon::Stop> ReadTendonPath(const XmlElement& element,
                                         const BodyTree& tree);

/// The tendon on the bodies and joints of a builder.
Tendon MakeTendon(const TendonSpec& spec, const BuilderIndices& indices);

/// Where tendons' lengths are measured.
enum class LengthsAt {
  kReferences,        ///< `ref` of joints.
  kSpringReferences,  ///< `springref`.
};
std::vector<double> CalcTendonLengths(const BodyTree& tree,
                                      const std::vector<TendonSpec>& tendons,
                                      LengthsAt at);

/// Gives those that are slack where joints' own springs are their rest length,
/// as MuJoCo does without a springlength.
void SetRestLengths(const BodyTree& tree, std::vector<TendonSpec>* tendons);

}  // namespace tactus::multibody::mjcf
