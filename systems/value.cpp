#include "tactus/systems/value.h"

#include <stdexcept>

#include <Eigen/Core>
#include <boost/core/demangle.hpp>

namespace tactus::systems {

Value& Value::operator=(const Value& other) {
  if (this == &other) return *this;
  if (held_ && other.held_ && type() == other.type()) {
    held_->Assign(*other.held_);
  } else {
    held_ = other.held_ ? other.held_->Clone() : nullptr;
  }
  return *this;
}

void Value::ThrowWrongType(const std::type_info& wanted) const {
  throw std::invalid_argument(
      "a value of type " + TypeName(wanted) + " was expected, but it holds " +
      (has_value() ? "a value of type " + TypeName(type()) : "nothing"));
}

void Value::ThrowNotArchivable(const std::type_info& type) {
  throw CheckpointError("a value of type " + TypeName(type) +
                        " cannot be part of a checkpoint: the type has no "
                        "member Serialize()");
}

void Value::Serialize(Archive* archive) {
  const std::string mine = TypeName(type());
  std::string written = mine;
  archive->Visit(&written);
  if (written != mine) {
    if (written == TypeName(typeid(void))) {
      held_ = nullptr;
    } else if (!has_value() && written == TypeName(typeid(Eigen::VectorXd))) {
      *this = Value(Eigen::VectorXd());
    } else {
      throw CheckpointError("the checkpoint has a value of type " + written +
                            " where the simulation has " +
                            (has_value() ? "one of type " + mine : mine));
    }
  }
  if (held_) held_->Serialize(archive);
}

std::string TypeName(const std::type_info& type) {
  if (type == typeid(void)) return "nothing";
  return boost::core::demangle(type.name());
}

}  // namespace tactus::systems
