#pragma once

#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/model.h"

namespace tactus::apps {

/// One line per notice; the cosmetic ones only on request.
void PrintNotices(std::span<const multibody::Notice> notices, bool cosmetic,
                  std::ostream& out);

/// All of them by kind, the worst first, each kind under a line that counts it.
void PrintNoticesByKind(std::span<const multibody::Notice> notices,
                        std::ostream& out);

/// How many actuators of the file are left out, by its notices.
int CountLostActuators(std::span<const multibody::Notice> notices);

/// A line where fewer threads are used than were asked for.
void WarnOfThreads(int asked, int used, std::ostream& out);

/// What of a model methods hold near-rigidly, in words: limits, of tendons too,
/// couplers, locked joints, and rigid constraints between bodies.
std::vector<std::string> ListNearRigidParts(const multibody::Model& model);
/// A line where `integrator` is comfree and the model has such parts, which
/// ComFree holds with the stiffness of its contacts.
void WarnOfSoftJoints(const multibody::Model& model,
                      std::string_view integrator, std::ostream& out);

/// Whether an integrator takes contact by pressure fields; others need
/// distances and get points.
bool TakesPatches(std::string_view integrator);

/// A line where `integrator` needs distances, and solids that would touch by
/// pressure fields touch at points.
void WarnOfPatches(const multibody::Model& model, std::string_view integrator,
                   std::ostream& out);

/// A line where nothing can move, and one where two half-spaces of the world
/// lie in one plane, so that every contact with the ground counts twice.
void WarnOfWorld(const multibody::Model& model, std::ostream& out);

}  // namespace tactus::apps
