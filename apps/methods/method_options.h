#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/apps/models/contact_overrides.h"
#include "tactus/contact/comfree/options.h"
#include "tactus/contact/cond/options.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/diagram/external_system.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/integrators/step_size/error_control_options.h"

namespace tactus::apps {

/// What integrators::FixedStep is made with, whatever its step function.
struct FixedStepSettings {
  double step = 0.01;  ///< [s]
  integrators::ExternalScheme external = integrators::ExternalScheme::kImplicit;
};

/// The settings that options are members of.
using SettingsPointer =
    std::variant<integrators::CenicOptions*, integrators::ErrorControlOptions*,
                 FixedStepSettings*, integrators::IcfStepOptions*,
                 integrators::DojoOptions*, contact::ComFreeOptions*,
                 contact::CondOptions*, ContactOverrides*>;

/// What a user may write for an option.
struct ValueKind {
  enum class Type { kNumber, kInteger, kFlag, kWord, kNumbers };
  Type type = Type::kNumber;
  /// The bounds of numbers, which are finite.
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool is_positive = false;  ///< Numbers are more than 0.
  std::vector<std::string> words = {};
  int count = 1;  ///< Of a list of numbers.
};

/// An option of methods of integration, or of contact, by one name wherever it
/// is written.
struct MethodOption {
  /// The member of one method's settings that the option sets.
  struct Member {
    std::size_t settings;  ///< The index in SettingsPointer.
    std::function<void(const nlohmann::ordered_json&, SettingsPointer)> set;
    /// Null if nothing is set.
    std::function<nlohmann::ordered_json(SettingsPointer)> get;
  };

  std::string key;         ///< In scenarios, with _ between words.
  std::string report_key;  ///< In reports: with the unit.
  std::string operand;     ///< What the help calls the value.
  std::string help;
  ValueKind kind;
  std::vector<Member> members;

  std::string flag() const;  ///< "--error-norm"
  /// Its member in these settings; null: none.
  const Member* FindMember(std::size_t settings) const;
  /// @throws std::invalid_argument for a value of another kind or out of
  /// bounds, which begins with `name`.
  void Check(const nlohmann::ordered_json& value, std::string_view name) const;
};

/// All options of methods, in the order of the help. An entry here makes an
/// option of the command line, a key of scenarios and a setting in reports.
const std::vector<MethodOption>& MethodOptions();

/// How surfaces touch, by whatever method: members of ContactOverrides.
const std::vector<MethodOption>& ContactOptions();

/// @throws std::invalid_argument if there is none with this key.
const MethodOption& FindMethodOption(std::string_view key);

/// Sets the option, which `settings` have.
void SetOption(const MethodOption& option, const nlohmann::ordered_json& value,
               SettingsPointer settings);

/// Sets what `given` says, values by key, of the options that `settings` have.
void ApplyOptions(const nlohmann::ordered_json& given,
                  SettingsPointer settings);

/// All `settings` by name, in SI units, for the report of a run.
nlohmann::ordered_json MakeSettingsJson(SettingsPointer settings);

/// Whether a method with these settings has the option.
template <class... Settings>
bool HasOption(const MethodOption& option) {
  return (option.FindMember(
              SettingsPointer(static_cast<Settings*>(nullptr)).index()) ||
          ...);
}

}  // namespace tactus::apps
