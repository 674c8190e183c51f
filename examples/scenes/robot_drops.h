#pragma once

#include <filesystem>
#include <memory>

#include "tactus/multibody/model.h"

/// Robots that fall on their feet, [Howell22], Table II and Figure 7. Their feet
/// alone, and the ant's torso, touch the ground, geometry 0; springs and
/// dampers hold all joints where they start. The models are of Dojo's examples
/// and do not come with Tactus.
///
/// All functions throw multibody::ModelFileError for a file that cannot be
/// used, and std::invalid_argument for a model of something else.
namespace tactus::examples {

/// Atlas, leaning and turned, half a metre above the ground: four spheres under
/// each foot, springs of 1 N m/rad, dampers of 25 N m s/rad.
/// @param urdf  atlas_complex.urdf
std::shared_ptr<const multibody::Model> MakeAtlasDrop(
    const std::filesystem::path& urdf);

/// The quadruped A1 with bent legs, a fifth of a metre above where it would
/// stand: springs of 30 N m/rad, which are ours, and dampers of 5 N m s/rad.
/// @param urdf  gazebo_a1.urdf
std::shared_ptr<const multibody::Model> MakeA1Drop(
    const std::filesystem::path& urdf);

/// The ant: its torso and its feet touch the ground, and nothing else. Springs
/// of 1 N m/rad, which are ours, and dampers of 0.1 N m s/rad.
/// @param urdf  ant.urdf
std::shared_ptr<const multibody::Model> MakeAntDrop(
    const std::filesystem::path& urdf);

}  // namespace tactus::examples
