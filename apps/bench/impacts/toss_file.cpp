#include "tactus/apps/bench/impacts/toss_file.h"

#include <array>
#include <fstream>
#include <sstream>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/common/text.h"

namespace tactus::apps::impacts {
namespace {

constexpr int kNumColumns = 15;
using Row = std::array<double, kNumColumns>;

VectorXd PoseOf(const Row& row) {
  VectorXd q(7);
  for (int k = 0; k < 7; ++k) q[k] = row[2 + k];
  return q;
}

Toss StartOf(const Row& row) {
  Toss toss{.id = static_cast<int>(row[0]), .q = PoseOf(row), .v = VectorXd(6)};
  const Eigen::Quaterniond q(row[5], row[6], row[7], row[8]);
  toss.v << q.normalized() * Vector3d(row[12], row[13], row[14]), row[9],
      row[10], row[11];
  return toss;
}

}  // namespace

std::vector<Toss> ReadTosses(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  Require(static_cast<bool>(std::getline(file, line)),
          fmt::format("there is no file of tosses {}", path));
  std::vector<Toss> tosses;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Row row{};
    std::string cell;
    for (double& value : row) {
      Require(static_cast<bool>(std::getline(cells, cell, ',')),
              fmt::format("{}: a row has fewer than {} columns: {}", path,
                          kNumColumns, line));
      const auto number = ParseNumber(TrimBlanks(cell));
      Require(number.has_value(),
              fmt::format("{}: '{}' is no number", path, cell));
      value = *number;
    }
    if (tosses.empty() || tosses.back().id != static_cast<int>(row[0]))
      tosses.push_back(StartOf(row));
    tosses.back().centres.emplace_back(row[2], row[3], row[4]);
    tosses.back().poses.push_back(PoseOf(row));
  }
  return tosses;
}

}  // namespace tactus::apps::impacts
