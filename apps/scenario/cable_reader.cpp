#include "tactus/apps/scenario/cable_reader.h"

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/scenario/geometry_reader.h"

namespace tactus::apps {
namespace {

using multibody::CableEnd;

// Time grows with the links: a step of ICF takes 0.2 s for 8,000, 0.8 s for
// 32,000, and seconds for these.
constexpr int kMostLinks = 100000;

CableEnd ReadEnd(const YamlValue& value, std::string* frame) {
  CableEnd end;
  if (value.is_map()) {
    YamlMap map(value);
    *frame = map.Get("weld").Text();
    map.Finish();
    end.hold = CableEnd::Hold::kWeld;
    return end;
  }
  end.hold = value.Word<CableEnd::Hold>(
      {{"free", CableEnd::Hold::kFree}, {"fixed", CableEnd::Hold::kFixed}});
  return end;
}

}  // namespace

CableEntry ReadCable(const std::string& name, YamlMap* map) {
  CableEntry entry;
  multibody::Cable& cable = entry.cable;
  cable.name = name;
  for (const YamlValue& point : map->Get("path").List())
    cable.path.push_back(point.Vector3());
  const YamlValue links = map->Get("links");
  cable.num_links = links.PositiveInteger();
  links.Check(cable.num_links <= kMostLinks,
              fmt::format("a cable has {} links at the most", kMostLinks));
  cable.radius = map->Get("radius").Positive();
  cable.density = map->Get("density").Positive();
  cable.youngs_modulus = map->Get("youngs_modulus").Positive();
  map->Read("poissons_ratio", &YamlValue::Number, &cable.poissons_ratio);
  map->Read("damping", &YamlValue::NotNegative, &cable.damping);
  map->Read("keeps_curves", &YamlValue::Flag, &cable.keeps_curves);
  if (const auto start = map->Find("start"))
    cable.start = ReadEnd(*start, &entry.start);
  if (const auto end = map->Find("end")) cable.end = ReadEnd(*end, &entry.end);
  Apply(ReadSurface(map), &cable.material);
  map->value().Guard([&] { multibody::RequireValid(cable); });
  return entry;
}

}  // namespace tactus::apps
