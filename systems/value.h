#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "tactus/common/archive.h"

namespace tactus::systems {

/// A copyable object of any type: what a port carries and what abstract state
/// holds. Copying a Value copies the object.
///
/// Assigning a Value to one that holds the same type assigns object to object,
/// so storage inside it is reused: restoring a saved Context of vectors does
/// not allocate.
class Value {
 public:
  /// Holds nothing.
  Value() = default;

  template <class T>
  requires(!std::same_as<T, Value> && std::copyable<T>) explicit Value(T object)
      : held_(std::make_unique<Held<T>>(std::move(object))) {}

  Value(const Value& other)
      : held_(other.held_ ? other.held_->Clone() : nullptr) {}
  Value(Value&&) noexcept = default;
  Value& operator=(const Value& other);
  Value& operator=(Value&&) noexcept = default;
  ~Value() = default;

  bool has_value() const { return held_ != nullptr; }

  /// The type of the object, typeid(void) if there is none.
  const std::type_info& type() const {
    return held_ ? *held_->type : typeid(void);
  }

  /// The object. @throws std::invalid_argument naming both types if the Value
  /// holds another type or nothing.
  template <class T>
  const T& get() const {
    if (type() != typeid(T)) ThrowWrongType(typeid(T));
    return static_cast<const Held<T>&>(*held_).object;
  }

  template <class T>
  T& get() {
    return const_cast<T&>(std::as_const(*this).template get<T>());
  }

  /// The type's name, then the object. What is read must be of the type that
  /// the Value holds; one that holds nothing can read a VectorXd.
  /// @throws CheckpointError naming the types, also for one that is not
  /// Archivable.
  void Serialize(Archive* archive);

 private:
  struct Holder {
    explicit Holder(const std::type_info& of) : type(&of) {}
    virtual ~Holder() = default;
    virtual std::unique_ptr<Holder> Clone() const = 0;
    /// `other` holds the same type.
    virtual void Assign(const Holder& other) = 0;
    virtual void Serialize(Archive* archive) = 0;

    const std::type_info* type;  // Every read of a port looks at it.
  };

  template <class T>
  struct Held final : Holder {
    explicit Held(T object_in)
        : Holder(typeid(T)), object(std::move(object_in)) {}
    std::unique_ptr<Holder> Clone() const override {
      return std::make_unique<Held>(object);
    }
    void Assign(const Holder& other) override {
      object = static_cast<const Held&>(other).object;
    }
    void Serialize([[maybe_unused]] Archive* archive) override {
      if constexpr (Archivable<T>) {
        archive->Visit(&object);
      } else {
        ThrowNotArchivable(typeid(T));
      }
    }
    T object;
  };

  [[noreturn]] void ThrowWrongType(const std::type_info& wanted) const;
  [[noreturn]] static void ThrowNotArchivable(const std::type_info& type);

  std::unique_ptr<Holder> held_;
};

/// A type's name as written in C++, for messages.
std::string TypeName(const std::type_info& type);

}  // namespace tactus::systems
