#include "tactus/solvers/comfree/backend.h"

#include <algorithm>
#include <numeric>

#include "solvers/comfree/random_contacts.h"
#include "support/allocation_counter.h"
#include "support/skip.h"
#include <catch2/catch.hpp>

namespace tactus::solvers::comfree {
namespace {

bool Has(BackendKind kind) {
  if (IsAvailable(kind)) return true;
  tactus::test::Skip(WhyUnavailable(kind));
  return false;
}

// All numbers that come out of three sweeps, each from where the one before
// ended, with other velocities and some momentum.
template <class Real>
struct Outcome {
  std::vector<Real> contacts, wrenches;
  bool operator==(const Outcome&) const = default;
};

template <class Real>
Outcome<Real> Run(const Scene& scene, Backend<Real>* backend) {
  constexpr int kNumSweeps = 3;
  ContactArrays<Real> contacts = MakeContacts<Real>(scene);
  BodyArrays<Real> bodies = MakeBodies<Real>(scene);
  backend->Bind(&contacts, bodies.num());
  for (int sweep = 0; sweep < kNumSweeps; ++sweep) {
    for (int b = 0; b < bodies.num(); ++b)
      bodies.SetVelocity(b, Vector6d((1 - 0.6 * sweep) * scene.velocities[b]));
    Gains<Real> gains;
    gains.momentum = sweep + 1 < kNumSweeps ? Real(0.4) : Real(0);
    backend->Sweep(gains, sweep == 0 ? Start::kZero : Start::kStored, &bodies);
  }
  backend->Fetch();
  Outcome<Real> outcome;
  for (int i = 0; i < contacts.num(); ++i) {
    Eigen::Matrix<Real, 3, 1> force, torque;
    contacts.GetForce(i, &force);
    contacts.GetTorque(i, &torque);
    for (int c = 0; c < 3; ++c) outcome.contacts.push_back(force[c]);
    for (int c = 0; c < 3; ++c) outcome.contacts.push_back(torque[c]);
    for (int j = 0; j < kMaxRows; ++j) {
      const bool is_used = j < NumRows(contacts.condim(i));
      outcome.contacts.push_back(is_used ? contacts.lambda(i, j) : Real(0));
    }
  }
  for (int b = 0; b < bodies.num(); ++b) {
    Eigen::Matrix<Real, 6, 1> wrench;
    bodies.GetWrench(b, &wrench);
    outcome.wrenches.insert(outcome.wrenches.end(), wrench.begin(),
                            wrench.end());
  }
  return outcome;
}

template <class Real>
Outcome<Real> RunOn(BackendKind kind, const Scene& scene, int num_threads = 0) {
  return Run(scene, MakeBackend<Real>(kind, num_threads).get());
}

// The largest difference, relative to the largest value.
double CompareToDouble(const std::vector<float>& a,
                       const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double error = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    error = std::max(error, std::abs(static_cast<double>(a[i]) - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return error / size;
}

TEST_CASE(
    "ComFree backend: 1 to 7 threads -> the serial results, to the last bit") {
  if (!Has(BackendKind::kOpenMp)) return;
  for (const int num_contacts : {1, 100, 10000}) {
    RandomScenes random(num_contacts);
    const Scene scene = random.Make(num_contacts, 1 + num_contacts / 5);
    const auto expected = RunOn<double>(BackendKind::kSerial, scene);
    const auto expected_fp32 = RunOn<float>(BackendKind::kSerial, scene);
    for (const int num_threads : {1, 2, 3, 7}) {
      CHECK(RunOn<double>(BackendKind::kOpenMp, scene, num_threads) ==
            expected);
      CHECK(RunOn<float>(BackendKind::kOpenMp, scene, num_threads) ==
            expected_fp32);
    }
  }
}

TEST_CASE("ComFree backend: contacts in another order -> the same forces") {
  RandomScenes random(1);
  const Scene scene = random.Make(1000, 100);
  std::vector<int> order(1000);
  std::iota(order.begin(), order.end(), 0);
  for (int i = 999; i > 0; --i)
    std::swap(order[i], order[random.Integer(0, i)]);
  Scene shuffled = scene;
  for (int i = 0; i < 1000; ++i)
    shuffled.contacts[i] = scene.contacts[order[i]];

  const auto a = RunOn<double>(BackendKind::kSerial, scene);
  const auto b = RunOn<double>(BackendKind::kSerial, shuffled);
  constexpr int kSize = 6 + kMaxRows;
  bool is_equal = true;
  for (int i = 0; i < 1000; ++i) {
    is_equal = is_equal && std::equal(b.contacts.begin() + kSize * i,
                                      b.contacts.begin() + kSize * (i + 1),
                                      a.contacts.begin() + kSize * order[i]);
  }
  CHECK(is_equal);
  // The bodies add up the same forces in another order.
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.wrenches.size(); ++i) {
    difference = std::max(difference, std::abs(a.wrenches[i] - b.wrenches[i]));
    size = std::max(size, std::abs(a.wrenches[i]));
  }
  CHECK(difference < 1e-14 * size);
}

// Item s of environment e at s * environments + e.
Scene Interleave(const std::vector<Scene>& scenes) {
  Scene batch;
  const int num = static_cast<int>(scenes.size());
  for (std::size_t s = 0; s < scenes[0].contacts.size(); ++s) {
    for (int e = 0; e < num; ++e) {
      ContactCase contact = scenes[e].contacts[s];
      for (int* body : {&contact.body_a, &contact.body_b})
        *body = *body < 0 ? -1 : *body * num + e;
      batch.contacts.push_back(contact);
    }
  }
  for (std::size_t b = 0; b < scenes[0].velocities.size(); ++b)
    for (const Scene& scene : scenes)
      batch.velocities.push_back(scene.velocities[b]);
  return batch;
}

TEST_CASE(
    "ComFree backend: environments in a batch -> each one's results alone") {
  std::vector<BackendKind> kinds = {BackendKind::kSerial};
  if (IsAvailable(BackendKind::kOpenMp)) kinds.push_back(BackendKind::kOpenMp);
  if (IsAvailable(BackendKind::kCuda)) kinds.push_back(BackendKind::kCuda);
  RandomScenes random(2);
  std::vector<Scene> scenes;
  for (int e = 0; e < 7; ++e) scenes.push_back(random.Make(60, 9));
  for (const BackendKind kind : kinds) {
    INFO(to_string(kind));
    const auto batch = RunOn<double>(kind, Interleave(scenes));
    for (int e = 0; e < 7; ++e) {
      const auto alone = RunOn<double>(BackendKind::kSerial, scenes[e]);
      bool is_equal = true;
      constexpr int kSize = 6 + kMaxRows;
      for (int i = 0; i < 60 * kSize; ++i) {
        is_equal = is_equal &&
                   alone.contacts[i] ==
                       batch.contacts[(i / kSize * 7 + e) * kSize + i % kSize];
      }
      for (int i = 0; i < 9 * 6; ++i) {
        is_equal = is_equal && alone.wrenches[i] ==
                                   batch.wrenches[(i / 6 * 7 + e) * 6 + i % 6];
      }
      CHECK(is_equal);
    }
  }
}

TEST_CASE(
    "ComFree backend: single precision -> within 2e-6 of double precision") {
  RandomScenes random(3);
  const Scene scene = random.Make(1000, 200);
  const auto fine = RunOn<double>(BackendKind::kSerial, scene);
  const auto coarse = RunOn<float>(BackendKind::kSerial, scene);
  CHECK(CompareToDouble(coarse.contacts, fine.contacts) < 2e-6);
  CHECK(CompareToDouble(coarse.wrenches, fine.wrenches) < 2e-6);
  CHECK(CompareToDouble(coarse.contacts, fine.contacts) > 1e-9);
}

TEST_CASE(
    "ComFree backend: forces stored by the caller -> a sweep starts there") {
  RandomScenes random(4);
  const Scene scene = random.Make(50, 10);
  ContactArrays<double> contacts = MakeContacts<double>(scene);
  BodyArrays<double> bodies = MakeBodies<double>(scene);
  const auto backend = MakeBackend<double>(BackendKind::kSerial);
  const auto sum_forces = [&](Start start) {
    backend->Sweep({}, start, &bodies);
    backend->Fetch();
    double sum = 0;
    for (int i = 0; i < contacts.num(); ++i)
      for (int j = 0; j < NumRows(contacts.condim(i)); ++j)
        sum += contacts.lambda(i, j);
    return sum;
  };
  backend->Bind(&contacts, bodies.num());
  const double from_zero = sum_forces(Start::kZero);
  const auto view = contacts.view();
  for (const int first : {kLambda, kExtrapolated}) {
    for (int j = 0; j < kMaxRows; ++j)
      std::fill_n(view.outputs + (first + j) * view.stride, contacts.num(),
                  1e3);
  }
  backend->Bind(&contacts, bodies.num());
  CHECK(sum_forces(Start::kStored) > from_zero + 1e4);
  CHECK(sum_forces(Start::kZero) == from_zero);
}

TEST_CASE("ComFree backend: a step repeated -> no allocation") {
  RandomScenes random(5);
  const Scene scene = random.Make(90, 20);
  ContactArrays<double> contacts = MakeContacts<double>(scene);
  BodyArrays<double> bodies = MakeBodies<double>(scene);
  for (const BackendKind kind : {BackendKind::kSerial, BackendKind::kOpenMp}) {
    if (!IsAvailable(kind)) continue;
    const auto backend = MakeBackend<double>(kind, 1);
    const auto step = [&] {
      backend->Bind(&contacts, bodies.num());
      backend->Sweep({}, Start::kZero, &bodies);
      backend->Sweep({}, Start::kStored, &bodies);
      backend->Fetch();
    };
    step();
    CHECK(tactus::test::CountAllocations(step) == 0);
  }
}

TEST_CASE("ComFree backend: no contacts -> no error, and no forces") {
  for (const BackendKind kind :
       {BackendKind::kSerial, BackendKind::kOpenMp, BackendKind::kCuda}) {
    if (!IsAvailable(kind)) continue;
    INFO(to_string(kind));
    const auto nothing = RunOn<double>(kind, {});
    CHECK(nothing.contacts.empty());
    CHECK(nothing.wrenches.empty());
    RandomScenes random(6);
    const auto free = RunOn<double>(kind, random.Make(0, 3));
    CHECK(free.wrenches == std::vector<double>(18, 0));
  }
}

TEST_CASE("ComFree backend: each kind -> its name, and why it is unavailable") {
  CHECK(to_string(BackendKind::kSerial) == "serial");
  CHECK(to_string(BackendKind::kOpenMp) == "openmp");
  CHECK(to_string(BackendKind::kCuda) == "cuda");
  CHECK(IsAvailable(BackendKind::kSerial));
  for (const BackendKind kind :
       {BackendKind::kSerial, BackendKind::kOpenMp, BackendKind::kCuda}) {
    if (IsAvailable(kind)) {
      CHECK(MakeBackend<double>(kind)->kind() == kind);
    } else {
      CHECK_THROWS_WITH(MakeBackend<double>(kind),
                        "The " + to_string(kind) + " backend is unavailable: " +
                            WhyUnavailable(kind) + ".");
    }
  }
}

TEST_CASE("ComFree backend: other bodies than those bound -> refused") {
  RandomScenes random(7);
  const Scene scene = random.Make(10, 4);
  ContactArrays<double> contacts = MakeContacts<double>(scene);
  BodyArrays<double> bodies(3);
  for (const BackendKind kind :
       {BackendKind::kSerial, BackendKind::kOpenMp, BackendKind::kCuda}) {
    if (!IsAvailable(kind)) continue;
    const auto backend = MakeBackend<double>(kind);
    CHECK_THROWS_AS(backend->Sweep({}, Start::kZero, &bodies),
                    std::invalid_argument);
    backend->Bind(&contacts, 4);
    CHECK_THROWS_AS(backend->Sweep({}, Start::kZero, &bodies),
                    std::invalid_argument);
    CHECK_THROWS_AS(backend->Bind(&contacts, 1), std::invalid_argument);
  }
}

TEST_CASE("ComFree backend: CUDA -> the serial results, to the last bit") {
  if (!Has(BackendKind::kCuda)) return;
  const auto device = MakeBackend<double>(BackendKind::kCuda);
  const auto device_fp32 = MakeBackend<float>(BackendKind::kCuda);
  for (const int num_contacts : {100, 1000, 10000, 100000, 1000000}) {
    RandomScenes random(num_contacts);
    const Scene scene = random.Make(num_contacts, num_contacts / 5);
    const auto expected = RunOn<double>(BackendKind::kSerial, scene);
    CHECK(Run(scene, device.get()) == expected);
    const auto coarse = Run(scene, device_fp32.get());
    CHECK(CompareToDouble(coarse.contacts, expected.contacts) < 2e-6);
    CHECK(CompareToDouble(coarse.wrenches, expected.wrenches) < 2e-6);
  }
}

TEST_CASE("ComFree backend: CUDA, run twice -> the same bits, and its times") {
  if (!Has(BackendKind::kCuda)) return;
  RandomScenes random(8);
  const Scene scene = random.Make(20000, 4000);
  const auto device = MakeBackend<double>(BackendKind::kCuda);
  const auto first = Run(scene, device.get());
  const DeviceTimes times = device->device_times();
  CHECK(times.upload > 0);
  CHECK(times.kernels > 0);
  CHECK(times.download > 0);
  CHECK(Run(scene, device.get()) == first);
  CHECK(device->device_times().kernels > times.kernels);
}

}  // namespace
}  // namespace tactus::solvers::comfree
