#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::multibody {

/// Names of elements of one model among several: "arm::elbow" is the elbow of
/// the model "arm". An element may also be called by its own name alone,
/// "elbow", as long as no other one has that name.

/// "model::element"; the element's own name where the model has none.
std::string MakeScopedName(std::string_view model, std::string_view element);

/// True for "model::..."; always true where the model has no name.
bool IsInScope(std::string_view name, std::string_view model);

/// The index of the one name that equals `name` or, if there is none, ends in
/// "::name".
/// @param kind  what the names are, for messages: "body".
/// @throws std::invalid_argument when there is none, with those that come near
/// it, or several.
int FindScopedName(std::span<const std::string> names, std::string_view name,
                   std::string_view kind);

/// The names of a range of elements that have one.
template <typename Elements>
std::vector<std::string> NamesOf(const Elements& elements) {
  std::vector<std::string> names;
  for (const auto& element : elements) names.push_back(element.name);
  return names;
}

/// What to say to someone who wrote `name` where one of `names` was meant: "did
/// you mean 'elbow'?" if one is near, by edit distance, or is the only one that
/// has it in it; else "there are: ...", those that have it first, or "there are
/// none".
std::string Suggest(std::string_view name, std::span<const std::string> names);

}  // namespace tactus::multibody
