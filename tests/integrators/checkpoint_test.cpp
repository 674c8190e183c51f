// Checkpoints of whole simulations: what they hold, and that what somebody made
// of one does no harm. The hash is no protection: anybody can compute it.
#include <array>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/common/hash.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/implicit_euler.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/contact_memory.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::PlantDiagram;

constexpr std::size_t kVersionAt = 17, kSizeAt = 21, kContentAt = 37;

template <class T>
std::string Bytes(T object) {
  std::ostringstream out;
  Archive archive(static_cast<std::ostream*>(&out));
  archive.Visit(&object);
  return std::move(out).str();
}

template <class T>
T Read(const std::string& bytes, std::size_t at) {
  T number{};
  std::memcpy(&number, bytes.data() + at, sizeof(number));
  return number;
}

template <class T>
void Write(const T& number, std::size_t at, std::string* bytes) {
  std::memcpy(bytes->data() + at, &number, sizeof(number));
}

std::string Save(const Simulator& simulator) {
  std::ostringstream out;
  simulator.Save(&out);
  return std::move(out).str();
}

// Size and hash as the content has them.
std::string Seal(std::string checkpoint) {
  const std::uint64_t hash = HashOf(checkpoint.substr(kContentAt));
  Write(std::uint64_t{checkpoint.size() - kContentAt}, kSizeAt, &checkpoint);
  Write(hash, kSizeAt + 8, &checkpoint);
  return checkpoint;
}

// Where `needle` ends in the checkpoint.
std::size_t FindEnd(const std::string& checkpoint, const std::string& needle) {
  const std::size_t at = checkpoint.find(needle, kContentAt);
  REQUIRE(at != std::string::npos);
  return at + needle.size();
}

void Restore(const std::string& checkpoint, Simulator* simulator) {
  std::istringstream in(Seal(checkpoint));
  simulator->Restore(&in);
}

// A ball that rests on the ground, one contact point.
PlantDiagram MakeBall() {
  multibody::ModelBuilder builder;
  const int ball = builder.AddBody(
      "ball", {.mass = 1, .I_Bcm = 4e-3 * Matrix3d::Identity()});
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = {}});
  builder.AddGeometry({.name = "ball",
                       .body = ball,
                       .shape = contact::Sphere{0.1},
                       .material = {}});
  PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
  VectorXd q = scene.plant->positions(scene.context);
  q[2] = 0.0999;
  scene.plant->SetPositions(&scene.context, q);
  return scene;
}

template <class Integrator, class... Args>
Simulator MakeRun(const PlantDiagram& scene, Args&&... args) {
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Integrator>(std::forward<Args>(args)...);
  simulator.AdvanceTo(0.05);
  return simulator;
}

// What HessianFactor writes before its numbers.
std::string MakePattern(solvers::FactorMethod method, std::vector<int> sizes,
                        std::size_t num_values) {
  const std::vector<std::pair<int, int>> edges;
  return Bytes(method) + Bytes(std::move(sizes)) + Bytes(edges) +
         Bytes(std::uint64_t{num_values});
}

// A ball at rest goes on resting from a checkpoint whose factor, a pattern and
// its `num_values` numbers, was replaced by other `bytes`.
void CheckRestsWithFactor(const std::string& bytes, int num_values) {
  const PlantDiagram scene = MakeBall();
  Simulator simulator = MakeRun<Cenic>(scene);
  std::string checkpoint = Save(simulator);
  const std::string own = MakePattern(solvers::FactorMethod::kDense, {6}, 36);
  const std::size_t end = FindEnd(checkpoint, own);
  checkpoint.replace(end - own.size(), own.size() + num_values * sizeof(double),
                     bytes);
  Restore(checkpoint, &simulator);
  simulator.AdvanceTo(0.1);
  CHECK(scene.plant->positions(simulator.context())[2] ==
        Approx(0.1).margin(1e-3));
}

TEST_CASE("Checkpoint: a factor of 3000 rows on a clique of 6 -> not used") {
  solvers::HessianFactor large;
  const std::vector<int> sizes(500, 6);
  large.Analyze(solvers::FactorMethod::kBlock, sizes, {});
  CheckRestsWithFactor(Bytes(large), 36);
}

// All values of 36 numbers fit; the blocks do not.
TEST_CASE("Checkpoint: a factor of other blocks of the same size -> not used") {
  CheckRestsWithFactor(MakePattern(solvers::FactorMethod::kDense, {1, 5}, 36),
                       0);
}

TEST_CASE("Checkpoint: numbers that stand for nothing -> refused") {
  const PlantDiagram scene = MakeBall();
  Simulator simulator = MakeRun<Cenic>(scene);
  const std::string whole = Save(simulator);
  const auto refuses = [&](std::string checkpoint, const std::string& what) {
    CHECK_THROWS_WITH(Restore(checkpoint, &simulator), Catch::Contains(what));
    CHECK(Save(simulator) == whole);
  };
  const std::string name = Bytes(std::uint64_t{5}) + "cenic";
  const std::size_t memory =
      FindEnd(whole, "AdaptiveStep::Memory") + name.size();
  REQUIRE(whole.substr(memory - name.size(), name.size()) == name);
  REQUIRE(Read<double>(whole, memory) > 0);  // h_ideal

  std::string spoilt = whole;
  Write(std::nan(""), memory, &spoilt);
  refuses(spoilt, "no such step");
  Write(-1e-3, memory, &spoilt);
  refuses(spoilt, "no such step");

  spoilt = whole;
  Write(int{6}, memory + 8, &spoilt);
  refuses(spoilt, "limits a step");
  Write(int{-1}, memory + 8, &spoilt);
  refuses(spoilt, "limits a step");

  spoilt = whole;
  const std::size_t factor =
      FindEnd(whole, MakePattern(solvers::FactorMethod::kDense, {6}, 36));
  Write(int{4}, factor - MakePattern({}, {6}, 36).size(), &spoilt);
  refuses(spoilt, "no such method");

  // Behind the 36 numbers and two flags: the method that was asked for.
  spoilt = whole;
  REQUIRE(Read<int>(whole, factor + 36 * 8 + 2) == 0);
  Write(int{4}, factor + 36 * 8 + 2, &spoilt);
  refuses(spoilt, "no such method");

  const auto& point =
      scene.plant->last_step(simulator.context()).contacts.points.at(0);
  const std::size_t contact =
      FindEnd(whole, Bytes(point.geometry_a) + Bytes(point.geometry_b) +
                         Bytes(point.p_WC));
  spoilt = whole;
  Write(int{2}, contact - Bytes(point.p_WC).size() - 4, &spoilt);
  refuses(spoilt, "another model");
  Write(int{-1}, contact - Bytes(point.p_WC).size() - 4, &spoilt);
  refuses(spoilt, "another model");
}

TEST_CASE("Checkpoint: a Jacobian of another state -> refused") {
  const PlantDiagram scene = test::MakeSwing();
  Simulator simulator =
      MakeRun<ImplicitEuler>(scene, ErrorControlOptions{.accuracy = 1e-3});
  std::string checkpoint = Save(simulator);
  const std::string shape = Bytes(std::uint64_t{4}) + Bytes(std::uint64_t{4});
  const std::size_t memory = FindEnd(checkpoint, "ClassicMethod::Memory");
  const std::size_t jacobian = checkpoint.find(shape, memory);
  REQUIRE(jacobian != std::string::npos);
  Write(std::uint64_t{2}, jacobian, &checkpoint);
  Write(std::uint64_t{8}, jacobian + 8, &checkpoint);
  CHECK_THROWS_WITH(Restore(checkpoint, &simulator),
                    Catch::Contains("derivatives are of another state"));
}

TEST_CASE("Plant: a force on a body that there is not -> refused") {
  PlantDiagram scene = MakeBall();
  for (const int body : {-1, 2}) {
    scene.context.FixInput(
        scene.plant->spatial_forces_input(),
        std::vector<multibody::SpatialForce>{{.body = body}});
    VectorXd xdot(scene.diagram->num_continuous_states());
    CHECK_THROWS_WITH(
        scene.diagram->CalcTimeDerivatives(scene.context, &xdot),
        Catch::Contains("a force acts on body " + std::to_string(body)));
  }
}

// Writes down what is visited in which order, instead of its values.
class Layout {
 public:
  bool is_reading() const { return false; }

  template <class... T>
  void Visit(T*... objects) {
    (Add(objects), ...);
  }
  const std::string& text() const { return text_; }

 private:
  template <class T>
  void Add(T* object) {
    if constexpr (std::is_enum_v<T>) {
      text_ += "e" + std::to_string(sizeof(T)) + " ";
    } else if constexpr (std::is_arithmetic_v<T>) {
      text_ += (std::is_floating_point_v<T> ? "f" : "i") +
               std::to_string(sizeof(T)) + " ";
    } else if constexpr (internal::EigenPlain<T>) {
      text_ += std::to_string(T::RowsAtCompileTime) + "x" +
               std::to_string(T::ColsAtCompileTime) + " ";
    } else {
      text_ += "{ ";
      object->Serialize(this);
      text_ += "} ";
    }
  }
  void Add(std::string*) { text_ += "text "; }
  template <class A, class B>
  void Add(std::pair<A, B>* both) {
    Visit(&both->first, &both->second);
  }
  template <class T>
  void Add(std::vector<T>*) {
    T element{};
    text_ += "[ ";
    Add(&element);
    text_ += "] ";
  }

  std::string text_;
};

template <class T>
std::string LayoutOf(T object) {
  Layout layout;
  layout.Visit(&object);
  return layout.text();
}

// What is written, and how much of it, belongs to the version of the format. If
// this test fails, raise the version in systems/checkpoint.cpp, and then change
// the golden values here.
TEST_CASE("Checkpoint: the layout of a version -> stays as it is") {
  const PlantDiagram scene = MakeBall();
  const std::string cenic = Save(MakeRun<Cenic>(scene));
  CHECK(Read<std::uint32_t>(cenic, kVersionAt) == 7);

  CHECK(LayoutOf(multibody::SpatialForce{}) == "{ i4 3x1 6x1 } ");
  CHECK(LayoutOf(multibody::SurfaceVelocity{}) == "{ i4 3x1 } ");
  CHECK(LayoutOf(multibody::StepRecord{}) ==
        "{ f8 f8 -1x1 -1x1 -1x1 -1x1 -1x1 [ { i4 3x1 6x1 } ] [ 6x1 ] -1x1 { f8 "
        "[ { i4 i4 3x1 3x1 3x1 3x1 f8 3x1 } ] } [ 3x1 ] { f8 f8 f8 f8 } } ");
  CHECK(LayoutOf(contact::IcfMemory{}) ==
        "{ [ { [ i4 ] { e4 [ i4 ] [ i4 i4 ] [ f8 ] } i1 i1 e4 } ] } ");
  CHECK(LayoutOf(ContactMemory{}) ==
        "{ [ { i4 i4 3x1 3x1 f8 } ] [ f8 ] [ f8 ] } ");

  // The rest is counted; the names of types in it are the compiler's.
#if defined(__GNUC__) && !defined(__clang__)
  CHECK(cenic.size() == 1970);
  CHECK(Save(MakeRun<ImplicitEuler>(scene, ErrorControlOptions{})).size() ==
        2268);
  CHECK(Save(MakeRun<FixedStep>(scene, std::make_unique<IcfStep>(), 0.01))
            .size() == 1573);
#endif
}

}  // namespace
}  // namespace tactus::integrators
