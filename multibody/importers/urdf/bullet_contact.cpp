#include "tactus/multibody/importers/urdf/bullet_contact.h"

#include <string_view>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/urdf/elements.h"

namespace tactus::multibody::urdf {
namespace {

// False, and `value` stays, without such a child.
bool ReadFriction(const XmlElement& contact, std::string_view tag,
                  double* value) {
  if (!ReadChildValue(contact, tag, value)) return false;
  Check(*value >= 0, *FindChild(contact, tag), "must not be negative");
  return true;
}

}  // namespace

void ApplyBulletContact(LinkSpec* link, ImportReport* report) {
  const XmlElement* contact = FindChild(*link->source, "contact");
  if (contact == nullptr) return;
  for (contact::Material* material : FindPlainMaterials(link)) {
    if (ReadFriction(*contact, "lateral_friction", &material->static_friction))
      material->dynamic_friction = material->static_friction;
    double spinning = 0, rolling = 0;
    ReadFriction(*contact, "spinning_friction", &spinning);
    ReadFriction(*contact, "rolling_friction", &rolling);
    if (spinning == 0 && rolling == 0) continue;
    material->torsional_friction = spinning;
    material->rolling_friction = rolling;
    material->condim = rolling > 0 ? 6 : 4;
    report->AddCommon(Notice::Severity::kApproximated, *contact,
                      "rolling and spinning friction act under comfree, cond, "
                      "pgs and apgd only");
  }
}

}  // namespace tactus::multibody::urdf
