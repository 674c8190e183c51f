#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/step_record.h"

namespace tactus::multibody {

/// The sum of the contact forces of body A on body B, about Bo, in W: torque
/// [N m], then force [N],
///
///     t = sum_i (p_BoCi x f_i + t_i),    f = sum_i f_i
///
///   C_i        points of contact of A and B
///   f_i, t_i   force on B at C_i, and torque of rolling and torsional friction
Vector6d CalcContactWrench(const Model& model, const StepRecord& record,
                           int body_a, int body_b);

/// Pairs of bodies a < b with shapes that may touch: at least one of them
/// moves, and they are not an excluded pair.
std::vector<std::pair<int, int>> FindContactPairs(const Model& model);

/// The bodies A and B of "contact/A/B/quantity"; nothing if the name is of
/// another form or there are no such bodies. The bodies' names may contain
/// slashes, and lack their scopes where one body alone has that name.
std::optional<std::pair<int, int>> ParseContactName(
    const Model& model, std::string_view name,
    std::string_view quantity = "wrench");

}  // namespace tactus::multibody
