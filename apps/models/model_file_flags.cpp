#include "tactus/apps/models/model_file_flags.h"

#include <cmath>
#include <string>
#include <vector>

#include "tactus/apps/io/command_line.h"
#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

// "NAME=DIR"
void AddPackage(const std::string& text, multibody::PackagePaths* paths) {
  const std::size_t equals = text.find('=');
  Require(
      equals != 0 && equals != std::string::npos && equals + 1 < text.size(),
      "--package is NAME=DIR, not '" + text + "'");
  const std::filesystem::path folder = text.substr(equals + 1);
  Require(std::filesystem::is_directory(folder),
          "--package " + text + ": there is no such folder");
  paths->packages[text.substr(0, equals)] = folder;
}

void AddPackageFlags(CLI::App* command, ModelFileOptions* options) {
  command
      ->add_option_function<std::vector<std::string>>(
          "--package",
          [options](const std::vector<std::string>& packages) {
            for (const std::string& text : packages) {
              AddPackage(text, &options->packages);
            }
          },
          "Where package://NAME or model://NAME is")
      ->type_name("NAME=DIR")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  AddRepeatedOption(command, "--package-path DIR", &options->packages.folders,
                    "A folder that holds packages");
}

}  // namespace

void AddReadingFlags(CLI::App* command, ModelFileOptions* options) {
  AddPackageFlags(command, options);
  command->add_flag("--fix-inertia,!--no-fix-inertia", options->fix_inertia,
                    "Replace an inertia that no body has by the nearest "
                    "physical one, and say so (the default), or refuse the "
                    "file");
  command->add_flag("--skip-missing-meshes", options->skip_missing_meshes,
                    "Leave out collision meshes of a URDF file that are "
                    "missing");
  AddOption(command, "--world NAME", &options->world,
            "Of an SDFormat file with several worlds (the first)");
  command
      ->add_option_function<double>(
          "--density",
          [options](double density) {
            Require(std::isfinite(density) && density > 0,
                    "--density must be a positive number");
            options->density = density;
          },
          "Of links of a URDF file without inertia, in kg/m^3")
      ->type_name("D");
}

void AddModelFileFlags(CLI::App* command, ModelFileOptions* options) {
  AddReadingFlags(command, options);
  command->add_flag("--weld-root", options->weld_root,
                    "Weld the root links of a URDF file to the world, instead "
                    "of letting them float");
}

}  // namespace tactus::apps
