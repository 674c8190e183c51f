#include "tactus/apps/csv_log.h"

#include <array>
#include <charconv>

#include "tactus/solvers/require.h"

namespace tactus::apps {
namespace {

// The shortest text that reads back as the same number.
void Append(double value, std::string* row) {
  std::array<char, 32> text;
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value);
  Require(error == std::errc(), "a double has fewer than 32 digits");
  row->append(text.data(), end);
}

}  // namespace

std::string QuoteCsv(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(field);
  }
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

CsvLog::CsvLog(const std::vector<std::string>& bodies, std::ostream* out)
    : out_(out), num_bodies_(bodies.size()) {
  std::string header = "time";
  for (const std::string& body : bodies) {
    for (const char* part : {".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"}) {
      header += ',' + QuoteCsv(body + part);
    }
  }
  *out_ << header << '\n';
}

void CsvLog::Write(const Frame& frame) {
  Require(frame.poses.size() == num_bodies_,
          "CsvLog: a frame needs one pose per body");
  row_.clear();
  Append(frame.time, &row_);
  for (const BodyPose& pose : frame.poses) {
    const Vector3d& p = pose.p_WB;
    const Quaterniond& q = pose.q_WB;
    for (const double value :
         {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()}) {
      row_ += ',';
      Append(value, &row_);
    }
  }
  row_ += '\n';
  out_->write(row_.data(), static_cast<std::streamsize>(row_.size()));
}

}  // namespace tactus::apps
