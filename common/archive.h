#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace tactus {

/// A checkpoint that cannot be written, or is not what it should be.
class CheckpointError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Archive;

namespace internal {

template <class T>
concept Scalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Matrices, vectors and arrays that own their entries.
template <class T>
concept EigenPlain = std::derived_from<T, Eigen::PlainObjectBase<T>>;

template <class T>
concept HasSerialize = requires(T object, Archive* archive) {
  object.Serialize(archive);
};

template <class T>
struct IsArchivable
    : std::bool_constant<Scalar<T> || EigenPlain<T> || HasSerialize<T>> {};
template <>
struct IsArchivable<std::string> : std::true_type {};
template <class T, class A>
struct IsArchivable<std::vector<T, A>> : IsArchivable<T> {};
template <class T, std::size_t n>
struct IsArchivable<std::array<T, n>> : IsArchivable<T> {};
template <class T>
struct IsArchivable<std::optional<T>> : IsArchivable<T> {};
template <class A, class B>
struct IsArchivable<std::pair<A, B>>
    : std::bool_constant<IsArchivable<A>::value && IsArchivable<B>::value> {};
template <class T>
struct IsArchivable<Eigen::Quaternion<T>> : std::true_type {};
template <class T, int dim, int mode>
struct IsArchivable<Eigen::Transform<T, dim, mode>> : std::true_type {};

}  // namespace internal

/// Numbers, enumerations, strings, Eigen's matrices and transforms, vectors,
/// arrays, pairs and optionals of such, and every type with a member
///
///     template <class Archive>
///     void Serialize(Archive* a) { a->Visit(&first, &second, ...); }
template <class T>
concept Archivable = internal::IsArchivable<T>::value;

/// A stream of bytes that objects are written to, or read from in the same
/// order. Numbers keep all their bits; their order of bytes is the machine's.
class Archive {
 public:
  explicit Archive(std::ostream* out) : out_(out) {}
  explicit Archive(std::istream* in) : in_(in) {}

  bool is_reading() const { return in_ != nullptr; }

  /// Writes the objects, or reads into them.
  /// @throws CheckpointError when the stream fails or ends too early.
  template <class... T>
  void Visit(T*... objects) {
    (VisitOne(objects), ...);
  }

 private:
  void Bytes(void* data, std::size_t size);
  /// Of a container whose elements take `element` bytes at least, written or
  /// read; refused when it cannot be meant.
  std::size_t VisitSize(std::size_t size, std::size_t element = 1);
  /// Rows and columns of a matrix with entries of `entry` bytes, likewise.
  void VisitShape(std::uint64_t* rows, std::uint64_t* cols, std::size_t entry);

  template <class T>
  void VisitOne(T* object) {
    static_assert(Archivable<T>, "give this type a member Serialize()");
    if constexpr (internal::Scalar<T>) {
      Bytes(object, sizeof(T));
    } else if constexpr (internal::EigenPlain<T>) {
      VisitEigen(object);
    } else {
      object->Serialize(this);
    }
  }
  void VisitOne(bool* flag);
  void VisitOne(std::string* text) {
    text->resize(VisitSize(text->size()));
    Bytes(text->data(), text->size());
  }
  template <class T, class A>
  void VisitOne(std::vector<T, A>* list) {
    if constexpr (std::same_as<T, bool>) {
      list->resize(VisitSize(list->size()));
      for (std::size_t i = 0; i < list->size(); ++i) {
        bool value = (*list)[i];
        VisitOne(&value);
        (*list)[i] = value;
      }
    } else if constexpr (internal::Scalar<T>) {
      list->resize(VisitSize(list->size(), sizeof(T)));
      Bytes(list->data(), list->size() * sizeof(T));
    } else {
      // One by one: bytes may announce more elements than they hold.
      const std::size_t size = VisitSize(list->size());
      if (size < list->size()) list->resize(size);
      for (std::size_t i = 0; i < size; ++i) {
        if (i == list->size()) list->emplace_back();
        VisitOne(&(*list)[i]);
      }
    }
  }
  template <class T, std::size_t n>
  void VisitOne(std::array<T, n>* list) {
    for (T& each : *list) VisitOne(&each);
  }
  template <class T>
  void VisitOne(std::optional<T>* maybe) {
    bool has_value = maybe->has_value();
    VisitOne(&has_value);
    if (!has_value) return maybe->reset();
    if (!maybe->has_value()) maybe->emplace();
    VisitOne(&**maybe);
  }
  template <class A, class B>
  void VisitOne(std::pair<A, B>* both) {
    Visit(&both->first, &both->second);
  }
  template <class T>
  void VisitOne(Eigen::Quaternion<T>* q) {
    VisitEigen(&q->coeffs());
  }
  template <class T, int dim, int mode>
  void VisitOne(Eigen::Transform<T, dim, mode>* X) {
    VisitEigen(&X->matrix());
  }
  static bool Fits(std::uint64_t size, int at_compile_time, int most) {
    if (at_compile_time != Eigen::Dynamic) {
      return size == static_cast<std::uint64_t>(at_compile_time);
    }
    return most == Eigen::Dynamic || size <= static_cast<std::uint64_t>(most);
  }
  template <class M>
  void VisitEigen(M* matrix) {
    auto rows = static_cast<std::uint64_t>(matrix->rows());
    auto cols = static_cast<std::uint64_t>(matrix->cols());
    VisitShape(&rows, &cols, sizeof(typename M::Scalar));
    if (!Fits(rows, M::RowsAtCompileTime, M::MaxRowsAtCompileTime) ||
        !Fits(cols, M::ColsAtCompileTime, M::MaxColsAtCompileTime)) {
      throw CheckpointError("a matrix has another size than its type");
    }
    if constexpr (M::SizeAtCompileTime == Eigen::Dynamic) {
      matrix->resize(static_cast<Eigen::Index>(rows),
                     static_cast<Eigen::Index>(cols));
    }
    Bytes(matrix->data(), rows * cols * sizeof(typename M::Scalar));
  }

  std::ostream* out_ = nullptr;
  std::istream* in_ = nullptr;
};

}  // namespace tactus
