#include "tactus/multibody/importers/mjcf/contact_pairs.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

int FindGeom(const BodyTree& tree, std::string_view attribute,
             const XmlElement& element) {
  const std::string& name = Required(element, attribute);
  if (name.empty()) FailAttribute(element, attribute, "is empty");
  const auto found = std::ranges::find(tree.geoms, name, &GeomSpec::name);
  Check(found != tree.geoms.end(), element, "unknown geom '" + name + "'");
  return static_cast<int>(found - tree.geoms.begin());
}

void CheckValues(const XmlElement& element, const GeomSpec& surface,
                 const std::array<double, 5>& friction) {
  const int condim = surface.condim;
  if (condim != 1 && condim != 3 && condim != 4 && condim != 6)
    FailAttribute(element, "condim", "is none of 1, 3, 4, 6");
  for (const double mu : friction) {
    if (mu < 0) FailAttribute(element, "friction", "is negative");
  }
}

void ReadSurface(const XmlElement& element, const DefaultClasses& classes,
                 PairSpec* spec, ImportReport* report) {
  GeomSpec& surface = spec->surface;
  surface.source = &element;
  const std::array<double, 3>& defaults = surface.friction;
  std::array<double, 5> friction = {defaults[0], defaults[0], defaults[1],
                                    defaults[2], defaults[2]};
  double margin = 0, gap = 0;
  for (const XmlElement* layer : classes.Layers(element, "", {"pair"})) {
    Read(*layer, "condim", &surface.condim);
    ReadSome(*layer, "friction", friction);
    ReadSome(*layer, "solref", surface.solref);
    ReadSome(*layer, "solimp", surface.solimp);
    Read(*layer, "margin", &margin);
    Read(*layer, "gap", &gap);
  }
  CheckValues(element, surface, friction);
  surface.friction = {friction[0], friction[2], friction[3]};
  if (friction[0] != friction[1] || friction[3] != friction[4]) {
    report->Add(Notice::Severity::kApproximated, element,
                "friction is the same along both tangents: the first of each "
                "two coefficients holds");
  }
  spec->margin = std::max(margin - gap, 0.0);
  if (spec->margin > 0) {
    report->Add(Notice::Severity::kApproximated, element,
                "its margin acts under ComFree only, elsewhere contact begins "
                "at zero distance");
  }
}

// Why a pair cannot act, or acts already; empty if it does.
std::string FindObstacle(const BodyTree& tree, const std::vector<int>& roots,
                         const PairSpec& spec,
                         std::set<std::pair<int, int>>* seen) {
  const int a = tree.geoms[spec.geom_a].body;
  const int b = tree.geoms[spec.geom_b].body;
  if (a == b) return "its geoms are on one body, and never touch";
  if (roots[a] == 0 && roots[b] == 0)
    return "its geoms are both fixed to the world, and never touch";
  if (!seen->insert(std::minmax({spec.geom_a, spec.geom_b})).second)
    return "an earlier pair has the same geoms";
  return "";
}

}  // namespace

std::vector<PairSpec> ReadContactPairs(const XmlElement& root,
                                       const DefaultClasses& classes,
                                       BodyTree* tree, ImportReport* report) {
  const std::vector<int> roots = tree->CalcTreeRoots();
  std::vector<PairSpec> specs;
  std::set<std::pair<int, int>> seen;
  for (const XmlElement& section : root.children) {
    if (section.tag != "contact") continue;
    for (const XmlElement& element : section.children) {
      if (element.tag != "pair") continue;
      PairSpec spec{.source = &element,
                    .geom_a = FindGeom(*tree, "geom1", element),
                    .geom_b = FindGeom(*tree, "geom2", element)};
      ReadSurface(element, classes, &spec, report);
      const std::string obstacle = FindObstacle(*tree, roots, spec, &seen);
      if (!obstacle.empty()) {
        report->Add(Notice::Severity::kDropped, element, obstacle);
        continue;
      }
      tree->geoms[spec.geom_a].is_in_pair = true;
      tree->geoms[spec.geom_b].is_in_pair = true;
      specs.push_back(std::move(spec));
    }
  }
  return specs;
}

GeomSpec MixSurfaces(const GeomSpec& a, const GeomSpec& b) {
  if (a.priority != b.priority) return a.priority > b.priority ? a : b;
  GeomSpec mixed = a;
  const double sum = a.solmix + b.solmix;
  const double share = sum > 0 ? a.solmix / sum : 0.5;
  const auto mix = [share](double x, double y) {
    return x == y ? x : share * x + (1 - share) * y;
  };
  const bool are_times = a.solref[0] > 0 && b.solref[0] > 0;
  for (int i = 0; i < 2; ++i) {
    mixed.solref[i] = are_times ? mix(a.solref[i], b.solref[i])
                                : std::min(a.solref[i], b.solref[i]);
  }
  for (int i = 0; i < 5; ++i) mixed.solimp[i] = mix(a.solimp[i], b.solimp[i]);
  for (int i = 0; i < 3; ++i)
    mixed.friction[i] = std::max(a.friction[i], b.friction[i]);
  mixed.condim = std::max(a.condim, b.condim);
  return mixed;
}

void AddStaticPairs(const BodyTree& tree,
                    std::span<const std::pair<int, int>> excluded_bodies,
                    std::vector<PairSpec>* pairs, ImportReport* report) {
  constexpr std::size_t kMostPairs = 20'000;
  const std::vector<int> roots = tree.CalcTreeRoots();
  std::set<std::pair<int, int>> excluded, known;
  for (const auto& [a, b] : excluded_bodies) excluded.insert(std::minmax(a, b));
  for (const PairSpec& pair : *pairs)
    known.insert(std::minmax({pair.geom_a, pair.geom_b}));
  const auto may_touch = [&](int s, int m) {
    const GeomSpec &a = tree.geoms[s], &b = tree.geoms[m];
    const bool masks =
        (a.contype & b.conaffinity) != 0 || (b.contype & a.conaffinity) != 0;
    return masks && !excluded.contains(std::minmax(a.body, b.body)) &&
           !known.contains(std::minmax(s, m));
  };
  std::vector<PairSpec> added;
  for (int s = 0; s < std::ssize(tree.geoms); ++s) {
    const GeomSpec& fixed = tree.geoms[s];
    if (roots[fixed.body] != 0 || !fixed.collides()) continue;
    for (int m = 0; m < std::ssize(tree.geoms); ++m) {
      const GeomSpec& moving = tree.geoms[m];
      if (roots[moving.body] == 0 || !may_touch(s, m)) continue;
      GeomSpec mixed = MixSurfaces(moving, fixed);
      if (mixed.solref == moving.solref && mixed.solimp == moving.solimp)
        continue;
      if (added.size() == kMostPairs) {
        report->Add(Notice::Severity::kApproximated, *fixed.source,
                    "solref and solimp of what does not move do not act: there "
                    "are more than 20000 pairs of geoms that have others");
        return;
      }
      const double margin = std::max({fixed.margin, moving.margin, 0.0});
      mixed.source = moving.source;
      added.push_back({.geom_a = s,
                       .geom_b = m,
                       .surface = std::move(mixed),
                       .margin = margin});
    }
  }
  std::ranges::move(added, std::back_inserter(*pairs));
}

}  // namespace tactus::multibody::mjcf
