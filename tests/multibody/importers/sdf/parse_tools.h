#pragma once

#include <memory>
#include <string>
#include <utility>

#include "tactus/multibody/importers/sdf/load_sdf.h"
#include "tactus/multibody/model.h"

namespace tactus::test {

using multibody::ImportReport;
using multibody::Model;
using multibody::ModelBuilder;
using multibody::Notice;

/// The model of a file that reads <sdf version='1.9'>`xml`</sdf>.
inline std::shared_ptr<const Model> Build(const std::string& xml,
                                          ImportReport* report = nullptr) {
  ModelBuilder builder;
  const ImportReport found =
      ParseSdf("<sdf version='1.9'>" + xml + "</sdf>", "a.sdf", {}, &builder);
  if (report != nullptr) *report = found;
  return std::move(builder).Build();
}

/// That of a <model> of the given elements.
inline std::shared_ptr<const Model> BuildModel(const std::string& elements,
                                               ImportReport* report = nullptr) {
  return Build("<model name='m'>" + elements + "</model>", report);
}

/// True if a notice of that severity holds the text.
inline bool Says(const ImportReport& report, Notice::Severity severity,
                 const std::string& text) {
  for (const Notice& notice : report.notices()) {
    if (notice.severity == severity &&
        to_string(notice).find(text) != std::string::npos) {
      return true;
    }
  }
  return false;
}

inline const std::string kTwoLinks = "<link name='a'/><link name='b'/>";

}  // namespace tactus::test
