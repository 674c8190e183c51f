#pragma once

#include <span>
#include <string>

#include "tactus/apps/models/contact_table.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/model.h"

namespace tactus::apps {

/// How many of everything a model has, a kind on a line. Actuators that
/// `notices` say were left out are counted beside those that act.
std::string MakeModelSummary(const multibody::Model& model,
                             const ContactPairs& pairs,
                             std::span<const multibody::Notice> notices);

/// Bodies, joints and actuators with their numbers, in SI units, and which
/// geometries touch (contact_table.h): one on a line, under a heading for each
/// kind. Virtual bodies and joints that do not move are left out.
std::string MakeModelTables(const multibody::Model& model,
                            const ContactPairs& pairs);

}  // namespace tactus::apps
