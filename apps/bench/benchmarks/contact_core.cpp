#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/apps/bench/suite/markdown.h"
#include "tactus/solvers/comfree/backend.h"

namespace tactus::apps {
namespace {

namespace comfree = solvers::comfree;

// Contacts between neighbours in a row of bodies, every second body's contacts
// with the world among them.
template <class Real>
comfree::ContactArrays<Real> MakeContacts(int num, int num_bodies) {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto next = [&] {
    return Vector3d(uniform(generator), uniform(generator), uniform(generator));
  };
  comfree::ContactArrays<Real> contacts(num);
  for (int i = 0; i < num; ++i) {
    const int body = i % num_bodies;
    contacts.SetBodies(i, i % 3 == 0 ? -1 : (body + 1) % num_bodies, body);
    Matrix3d R;
    R = Quaterniond::FromTwoVectors(Vector3d::UnitZ(), next());
    contacts.SetGeometry(i, R, Vector3d(0.1 * next()), Vector3d(0.1 * next()),
                         Vector3d(Vector3d::Zero()));
    contacts.SetFriction(i, 3, 0.5, 0, 0);
    contacts.SetDistance(i, -1e-3 * (1 + uniform(generator)), 5);
  }
  return contacts;
}

/// What a sweep over all contacts takes, alone and with its transfers.
struct CoreTime {
  double sweep{};      ///< [s]
  double transfers{};  ///< Share of device time.
};

template <class Real>
CoreTime TimeCore(comfree::BackendKind kind, int threads, int num,
                  int repeats) {
  const int num_bodies = std::max(num / 3, 2);
  auto contacts = MakeContacts<Real>(num, num_bodies);
  comfree::BodyArrays<Real> bodies(num_bodies);
  for (int b = 0; b < num_bodies; ++b)
    bodies.SetVelocity(b, Vector6d(Vector6d::Constant(-0.01 * (b % 7))));
  const auto backend = comfree::MakeBackend<Real>(kind, threads);
  backend->Bind(&contacts, num_bodies);
  const auto sweep = [&] {
    backend->Sweep({}, comfree::Start::kZero, &bodies);
  };
  sweep();
  const int sweeps = std::max(1, 100000 / num);
  const double seconds = MedianTimeOf(repeats, sweeps, sweep);
  const comfree::DeviceTimes device = backend->device_times();
  const double total = device.upload + device.kernels + device.download;
  return {
      .sweep = seconds,
      .transfers = total > 0 ? (device.upload + device.download) / total : 0};
}

}  // namespace

std::string BenchContactCore(const BenchOptions& options) {
  struct Column {
    const char* name;
    comfree::BackendKind kind;
    int threads;
    bool single_precision;
  };
  std::vector<Column> columns = {
      {"serial", comfree::BackendKind::kSerial, 1, false},
      {"serial fp32", comfree::BackendKind::kSerial, 1, true}};
  if (options.threads > 1 &&
      comfree::IsAvailable(comfree::BackendKind::kOpenMp)) {
    columns.push_back(
        {"openmp", comfree::BackendKind::kOpenMp, options.threads, false});
  }
  const bool has_cuda = comfree::IsAvailable(comfree::BackendKind::kCuda);
  if (has_cuda) {
    columns.push_back({"cuda", comfree::BackendKind::kCuda, 0, false});
    columns.push_back({"cuda fp32", comfree::BackendKind::kCuda, 0, true});
  }
  Table table{.columns = {"contacts"}};
  for (const Column& column : columns) table.columns.emplace_back(column.name);
  std::string transfers;
  for (int num : {10, 100, 1000, 10000, 100000, 1000000}) {
    if (options.quick && num > 10000) break;
    table.rows.push_back({std::to_string(num)});
    for (const Column& column : columns) {
      const CoreTime time = column.single_precision
                                ? TimeCore<float>(column.kind, column.threads,
                                                  num, options.repeats)
                                : TimeCore<double>(column.kind, column.threads,
                                                   num, options.repeats);
      table.rows.back().push_back(
          fmt::format("{:.1f}", 1e9 * time.sweep / num));
      if (column.kind == comfree::BackendKind::kCuda)
        transfers += fmt::format(" {:.0f} %", 100 * time.transfers);
    }
  }
  const std::string text =
      "# ComFree's contact core: ns per contact and sweep\n\n" +
      MakeMarkdown(table);
  if (has_cuda)
    return text + "\nShare of transfers on the device:" + transfers + "\n";
  return text + "\nCUDA is not measured: " +
         comfree::WhyUnavailable(comfree::BackendKind::kCuda) + ".\n";
}

}  // namespace tactus::apps
