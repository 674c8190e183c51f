// The clutter scenes of the CENIC paper: five layers of four objects, dropped
// into a bin. The starts are a table, so that other simulators can start alike.
#include <array>

#include "tactus/examples/scenes/scene.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::examples {
namespace {

using multibody::ModelBuilder;

struct Start {
  std::string_view name;
  double x, y, z;         // centre of mass [m]
  double qw, qx, qy, qz;  // orientation
};

constexpr std::array<Start, 20> kHardStarts = {{
    {"sphere0", -0.122338, -0.115169, 0.15942, 1, 0, 0, 0},
    {"cube1", 0.140094, -0.124077, 0.14571, 0.25713575111288706,
     -0.3740114969319871, -0.5479976919875361, -0.7026344250309966},
    {"cube2", -0.126802, 0.126203, 0.148719, -0.7223246819741863,
     -0.5578638406191421, -0.3747270768154572, 0.16313983891708825},
    {"sphere3", 0.132268, 0.140373, 0.141319, 1, 0, 0, 0},
    {"cube4", -0.133524, -0.143084, 0.35031, 0.14521612665627237,
     0.5149189001344635, -0.011954567653435588, 0.8447649916725263},
    {"sphere5", 0.128914, -0.121536, 0.347943, 1, 0, 0, 0},
    {"sphere6", -0.123253, 0.134929, 0.356361, 1, 0, 0, 0},
    {"cube7", 0.114454, 0.131249, 0.357378, 0.35779235416332517,
     -0.18070228081205683, 0.7709896918975078, 0.4948799975745356},
    {"sphere8", -0.109242, -0.108492, 0.546037, 1, 0, 0, 0},
    {"cube9", 0.120746, -0.141491, 0.552141, -0.23785614068393643,
     0.8876637624517694, -0.2777367456556032, 0.27989248164526864},
    {"cube10", -0.123942, 0.107735, 0.555047, -0.6708276444917979,
     -0.12618946178444262, 0.7179094108366234, -0.1366476086594674},
    {"sphere11", 0.106497, 0.105881, 0.551369, 1, 0, 0, 0},
    {"cube12", -0.106092, -0.117357, 0.751312, -0.5112090933837942,
     -0.5177609325932446, -0.5281415704230561, 0.43778460584282886},
    {"sphere13", 0.13723, -0.140638, 0.752992, 1, 0, 0, 0},
    {"sphere14", -0.117597, 0.142634, 0.755011, 1, 0, 0, 0},
    {"cube15", 0.136217, 0.120524, 0.741936, -0.12417640380066308,
     -0.1780155748437257, 0.5431173268936577, 0.8111191312502007},
    {"sphere16", -0.110762, -0.111248, 0.940002, 1, 0, 0, 0},
    {"cube17", 0.1316, -0.125662, 0.949239, -0.07599504795379176,
     -0.06263930966304772, 0.18227592456776623, 0.9783028962925561},
    {"cube18", -0.111088, 0.14139, 0.947723, -0.6968701080447779,
     -0.6042782001304672, -0.22203639845306825, -0.31610084960773677},
    {"sphere19", 0.112398, 0.109006, 0.95977, 1, 0, 0, 0},
}};

constexpr std::array<Start, 20> kSoftStarts = {{
    {"sphere0", -0.121352, -0.115034, 0.151913, 1, 0, 0, 0},
    {"sphere1", 0.134054, -0.115437, 0.145006, 1, 0, 0, 0},
    {"sphere2", -0.122768, 0.119952, 0.15864, 1, 0, 0, 0},
    {"sphere3", 0.120113, 0.113408, 0.140964, 1, 0, 0, 0},
    {"sphere4", -0.108352, -0.11539, 0.350505, 1, 0, 0, 0},
    {"sphere5", 0.139686, -0.120863, 0.345336, 1, 0, 0, 0},
    {"sphere6", -0.133848, 0.105428, 0.358042, 1, 0, 0, 0},
    {"sphere7", 0.105329, 0.132124, 0.356776, 1, 0, 0, 0},
    {"sphere8", -0.13799, -0.123015, 0.549423, 1, 0, 0, 0},
    {"sphere9", 0.128988, -0.135746, 0.55192, 1, 0, 0, 0},
    {"sphere10", -0.109111, 0.119662, 0.558185, 1, 0, 0, 0},
    {"sphere11", 0.128893, 0.112085, 0.55163, 1, 0, 0, 0},
    {"sphere12", -0.123987, -0.108636, 0.753885, 1, 0, 0, 0},
    {"sphere13", 0.126956, -0.114633, 0.756256, 1, 0, 0, 0},
    {"sphere14", -0.132802, 0.124154, 0.759293, 1, 0, 0, 0},
    {"sphere15", 0.117835, 0.13944, 0.747692, 1, 0, 0, 0},
    {"sphere16", -0.122315, -0.106191, 0.942532, 1, 0, 0, 0},
    {"sphere17", 0.119638, -0.111221, 0.946157, 1, 0, 0, 0},
    {"sphere18", -0.144993, 0.135702, 0.954317, 1, 0, 0, 0},
    {"sphere19", 0.128695, 0.142652, 0.955313, 1, 0, 0, 0},
}};

// A floor and four walls around 0.6 m x 0.6 m, thick enough that nothing is
// pushed through and tall enough that nothing bounces out.
void AddBin(ModelBuilder* builder, const contact::Material& material) {
  const auto at = [](double x, double y, double z) {
    return RigidTransform(Eigen::Translation3d(x, y, z));
  };
  AddFixed(builder, "floor", contact::Box{{0.6, 0.6, 0.15}}, at(0, 0, -0.15),
           material);
  const contact::Box long_wall{{0.15, 0.6, 0.5}}, short_wall{{0.3, 0.15, 0.5}};
  AddFixed(builder, "wall_px", long_wall, at(0.45, 0, 0.5), material);
  AddFixed(builder, "wall_nx", long_wall, at(-0.45, 0, 0.5), material);
  AddFixed(builder, "wall_py", short_wall, at(0, 0.45, 0.5), material);
  AddFixed(builder, "wall_ny", short_wall, at(0, -0.45, 0.5), material);
}

template <std::size_t kCount>
SceneInstance MakeClutter(const std::array<Start, kCount>& starts,
                          const contact::Material& material) {
  ModelBuilder builder;
  AddBin(&builder, material);
  for (const Start& start : starts) {
    RigidTransform X_WB(Eigen::Translation3d(start.x, start.y, start.z));
    X_WB.rotate(
        Quaterniond(start.qw, start.qx, start.qy, start.qz).normalized());
    const bool is_sphere = start.name.starts_with("sphere");
    const contact::Shape shape =
        is_sphere ? contact::Shape(contact::Sphere{0.05})
                  : contact::Shape(contact::Box{{0.05, 0.05, 0.05}});
    AddSolid(&builder, std::string(start.name), shape, 1000, X_WB, material);
  }
  return MakePlantScene(std::move(builder).Build());
}

}  // namespace

SceneInstance MakeHardClutter() {
  return MakeClutter(kHardStarts, MakePairMaterial(1e5, 10, 0.5, 1e-4));
}

SceneInstance MakeSoftClutter() {
  return MakeClutter(kSoftStarts, MakePairMaterial(1e3, 10, 0.5, 1e-2));
}

}  // namespace tactus::examples
