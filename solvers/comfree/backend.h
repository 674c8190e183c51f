#pragma once

#include <memory>
#include <string>

#include "tactus/solvers/comfree/arrays.h"

/// Where the ComFree core runs. A step of a simulation reads
///
///     backend->Bind(&contacts, num_bodies);         once, contacts are new
///     bodies.SetVelocity(...);                      as predicted
///     backend->Sweep(gains, Start::kZero, &bodies);
///     ... bodies.GetWrench(...);                    and correct velocities;
///     backend->Sweep(gains, Start::kStored, &bodies);   to refine, any number
///     backend->Fetch();                             to read contact forces
///
/// All backends compute the same to the last bit: whatever the number of
/// threads, on hosts and on devices. The order of contacts decides the order in
/// which a body sums up its forces, and nothing else.
namespace tactus::solvers::comfree {

enum class BackendKind { kSerial, kOpenMp, kCuda };

/// "serial", "openmp", "cuda".
std::string to_string(BackendKind kind);

/// Why a backend cannot be had here, in a clause such as "no CUDA device was
/// found"; empty if it can. The first question about CUDA starts its driver.
std::string WhyUnavailable(BackendKind kind);
bool IsAvailable(BackendKind kind);

/// What the facets' forces are before a sweep: zero, as in the paper, or those
/// that the contacts hold.
enum class Start { kZero, kStored };

/// What a device spent so far, as it measured itself [s].
struct DeviceTimes {
  double upload{}, kernels{}, download{};
};

/// Evaluates the law in law.h for all contacts, and sums up their wrenches on
/// bodies. Does not allocate once it has seen as many contacts and bodies.
/// Errors of a device are std::runtime_error.
template <class Real>
class Backend {
 public:
  virtual ~Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  virtual BackendKind kind() const = 0;

  /// Takes up new contacts. They are the caller's, who leaves them as they are
  /// while the backend works with them. Throws std::invalid_argument for an
  /// unknown condim or body.
  virtual void Bind(ContactArrays<Real>* contacts, int num_bodies) = 0;

  /// One sweep over all contacts: from the bodies' velocities to their
  /// wrenches.
  virtual void Sweep(const Gains<Real>& gains, Start start,
                     BodyArrays<Real>* bodies) = 0;

  /// Brings forces, torques and lambda into the contacts.
  virtual void Fetch() = 0;

  /// Zero where there is no device.
  virtual DeviceTimes device_times() const { return {}; }

 protected:
  Backend() = default;
};

/// `num_threads` is OpenMP's; 0: as many as OpenMP would take. Throws
/// std::runtime_error if the backend is unavailable.
template <class Real>
std::unique_ptr<Backend<Real>> MakeBackend(BackendKind kind,
                                           int num_threads = 0);

// The kinds, each in a file of its own.
template <class Real>
std::unique_ptr<Backend<Real>> MakeSerialBackend();
std::string WhyOpenMpUnavailable();
template <class Real>
std::unique_ptr<Backend<Real>> MakeOpenMpBackend(int num_threads);
std::string WhyCudaUnavailable();
template <class Real>
std::unique_ptr<Backend<Real>> MakeCudaBackend();

}  // namespace tactus::solvers::comfree
