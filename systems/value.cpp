#include "tactus/systems/value.h"

#include <stdexcept>

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

std::string TypeName(const std::type_info& type) {
  if (type == typeid(void)) return "nothing";
  return boost::core::demangle(type.name());
}

}  // namespace tactus::systems
