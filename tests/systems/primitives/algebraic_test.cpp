// The primitives without state.
#include <cmath>
#include <limits>
#include <numbers>

#include "systems/primitives/one_block.h"
#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/multiplexer.h"
#include "tactus/systems/primitives/pass_through.h"
#include "tactus/systems/primitives/saturation.h"
#include "tactus/systems/primitives/sine.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using Eigen::Vector2d;
using Eigen::Vector3d;
using test::OneBlock;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

TEST_CASE("ConstantVectorSource: its parameter is set -> the new value") {
  OneBlock<ConstantVectorSource> source("source", Vector2d(1, 2));
  CHECK(source.Output() == Vector2d(1, 2));
  source.context.of(*source.leaf).set_parameter<VectorXd>(Vector2d(3, 4));
  CHECK(source.Output() == Vector2d(3, 4));
  CHECK(source.leaf->get_output_port().Eval(
            source.diagram->CreateDefaultContext()) == Vector2d(1, 2));
}

TEST_CASE(
    "Gain: a vector -> element by element, a number -> the same for all") {
  OneBlock<Gain> each("gain", Vector2d(2, -3));
  each.Fix(0, Vector2d(5, 7));
  CHECK(each.Output() == Vector2d(10, -21));
  OneBlock<Gain> same("gain", 0.5, 3);
  same.Fix(0, Vector3d(2, 4, 6));
  CHECK(same.Output() == Vector3d(1, 2, 3));
}

TEST_CASE("Adder: inputs -> their sum") {
  OneBlock<Adder> adder("adder", 3, 2);
  for (int i = 0; i < 3; ++i) adder.Fix(i, Vector2d(i, 10 * i));
  CHECK(adder.Output() == Vector2d(3, 30));
  adder.Fix(1, Vector2d(0, 0));
  CHECK(adder.Output() == Vector2d(2, 20));
  CHECK(adder.leaf->GetInputPort("u2") == adder.leaf->get_input_port(2));
  CHECK(OneBlock<Adder>("none", 0, 2).Output() == Vector2d(0, 0));
}

TEST_CASE("Multiplexer: inputs -> one below the other") {
  OneBlock<Multiplexer> mux("mux", std::vector<int>{2, 0, 1});
  mux.Fix(0, Vector2d(1, 2));
  mux.Fix(1, VectorXd());
  mux.Fix(2, Scalar(3));
  CHECK(mux.Output() == Vector3d(1, 2, 3));
}

TEST_CASE("Demultiplexer: an input -> its pieces") {
  OneBlock<Demultiplexer> demux("demux", std::vector<int>{1, 0, 2});
  demux.Fix(0, Vector3d(1, 2, 3));
  CHECK(demux.Output(0) == Scalar(1));
  CHECK(demux.Output(1).size() == 0);
  CHECK(demux.Output(2) == Vector2d(2, 3));
}

TEST_CASE("PassThrough: an input -> the same") {
  OneBlock<PassThrough> through("through", 2);
  through.Fix(0, Vector2d(1, 2));
  CHECK(through.Output() == Vector2d(1, 2));
}

TEST_CASE("Saturation: inputs beyond and between bounds -> clamped") {
  const double infinity = std::numeric_limits<double>::infinity();
  OneBlock<Saturation> limit("limit", Vector3d(-1, 0, 2),
                             Vector3d(1, infinity, 2));
  limit.Fix(0, Vector3d(-5, -5, -5));
  CHECK(limit.Output() == Vector3d(-1, 0, 2));
  limit.Fix(0, Vector3d(5, 5, 5));
  CHECK(limit.Output() == Vector3d(1, 5, 2));
  limit.Fix(0, Vector3d(-1, 0.5, 2));
  CHECK(limit.Output() == Vector3d(-1, 0.5, 2));
  limit.Fix(0, Vector3d(std::nan(""), 0, 0));
  CHECK(std::isnan(limit.Output()[0]));
}

TEST_CASE("Saturation: bounds that cross or differ in size -> refused") {
  const std::string message = "block 'limit': lower bounds must match";
  CHECK_THROWS_WITH(Saturation("limit", Scalar(1), Scalar(0)),
                    Contains(message));
  CHECK_THROWS_WITH(Saturation("limit", Scalar(0), Vector2d(1, 1)),
                    Contains(message));
  CHECK_THROWS_WITH(Saturation("limit", Scalar(std::nan("")), Scalar(0)),
                    Contains(message));
}

TEST_CASE("Sine: its outputs -> the wave and its derivatives") {
  const Vector2d a(2, 0.5), w(3, 7), phi(0.4, -1);
  OneBlock<Sine> sine("sine", a, w, phi);
  const double t = 1.3, dt = 1e-5;
  const auto at = [&](const char* port, double time) -> VectorXd {
    sine.context.SetTime(time);
    return sine.leaf->GetOutputPort(port).Eval(sine.context);
  };
  for (int i = 0; i < 2; ++i) {
    CHECK(at("y", t)[i] == Approx(a[i] * std::sin(w[i] * t + phi[i])));
  }
  const VectorXd ydot = (at("y", t + dt) - at("y", t - dt)) / (2 * dt);
  CHECK((ydot - at("ydot", t)).norm() < 1e-7);
  const VectorXd yddot = (at("ydot", t + dt) - at("ydot", t - dt)) / (2 * dt);
  CHECK((yddot - at("yddot", t)).norm() < 1e-6);
}

TEST_CASE("Sine: the fastest wave that is not flat -> a twentieth of it") {
  const auto longest_of = [](const VectorXd& a, const VectorXd& w) {
    DiagramBuilder builder;
    builder.AddSystem<Sine>("sine", a, w, VectorXd::Zero(a.size()));
    return std::move(builder).Build()->CalcLongestStep();
  };
  const double pi = std::numbers::pi;
  CHECK(longest_of(Vector3d(1, -2, 0), Vector3d(2 * pi, -20 * pi, 200 * pi)) ==
        Approx(0.005));
  CHECK(longest_of(Vector2d(1, 0), Vector2d(0, 3)) == kInfinity);
}

TEST_CASE("Sine: equal waves -> alike, sizes that differ -> refused") {
  OneBlock<Sine> sine("sine", 2.0, 3.0, 0.5, 2);
  sine.context.SetTime(0.1);
  CHECK(sine.Output()[0] == Approx(2 * std::sin(0.8)));
  CHECK(sine.Output()[1] == sine.Output()[0]);
  CHECK_THROWS_WITH(Sine("sine", Scalar(1), Vector2d(1, 1), Scalar(0)),
                    "block 'sine': amplitude, frequency and phase differ in "
                    "size");
  CHECK_THROWS_AS(Sine("sine", Scalar(1), Scalar(1), Vector2d(0, 0)),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::systems
