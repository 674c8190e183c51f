// Scenarios in YAML.
#include <stdexcept>

#include "fuzz/fault.h"
#include "fuzz/importers.h"
#include "fuzz/sandbox.h"

#include "tactus/apps/scenario/scenario.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::test {

// YAML writes characters by backslashes, too: nothing with one is taken.
void ImportScenario(std::string_view bytes) {
  const Sandbox& sandbox = Sandbox::Instance();
  if (sandbox.IsLeftBy(bytes) || bytes.find('\\') != bytes.npos) return;
  const std::string name = "input.yaml";
  const auto file = sandbox.Write(name, bytes);
  try {
    apps::MakeScenario({.target = file.string()});
  } catch (const multibody::ModelFileError& error) {
    ExpectNames(error, name);
  } catch (const std::invalid_argument& error) {
    ExpectNames(error, name);
  }
}

}  // namespace tactus::test
