#pragma once

#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/meshes.h"
#include "tactus/multibody/importers/parsing/import_report.h"

namespace tactus::multibody::mjcf {

/// Gives every body but the world its inertia, as MuJoCo's compiler does:
///
///   1. from <inertial>, or as the sum of its geoms, as inertiafromgeom says; a
///      body without geoms (of inertiagrouprange) keeps its <inertial>;
///   2. not below boundmass and, in its principal moments, boundinertia;
///   3. where the moments violate A + B >= C, all three their mean, if
///      balanceinertia asks for it;
///   4. all of them scaled so that they sum up to settotalmass.
///
/// With `fix` an unphysical inertia is replaced after step 3 by the nearest
/// physical one, and reported. A body on a joint whose mass is left out is a
/// ball of 1 kg and 5 cm, which is reported.
/// @throws ModelFileError for an <inertial> that is negative, not positive
/// definite or violates the triangle inequality, and for a joint that moves
/// nothing: no mass and no armature.
void AssignInertias(const CompilerSettings& compiler, bool fix,
                    MeshAssets* meshes, BodyTree* tree, ImportReport* report);

}  // namespace tactus::multibody::mjcf
