#include "tactus/solvers/comfree/backend.h"

#include <stdexcept>

namespace tactus::solvers::comfree {

#ifndef TACTUS_HAS_CUDA
std::string WhyCudaUnavailable() {
  return "it was built without CUDA";
}

template <class Real>
std::unique_ptr<Backend<Real>> MakeCudaBackend() {
  return nullptr;
}
#endif

std::string to_string(BackendKind kind) {
  switch (kind) {
    case BackendKind::kSerial:
      return "serial";
    case BackendKind::kOpenMp:
      return "openmp";
    case BackendKind::kCuda:
      break;
  }
  return "cuda";
}

std::string WhyUnavailable(BackendKind kind) {
  switch (kind) {
    case BackendKind::kSerial:
      return {};
    case BackendKind::kOpenMp:
      return WhyOpenMpUnavailable();
    case BackendKind::kCuda:
      break;
  }
  return WhyCudaUnavailable();
}

bool IsAvailable(BackendKind kind) {
  return WhyUnavailable(kind).empty();
}

template <class Real>
std::unique_ptr<Backend<Real>> MakeBackend(BackendKind kind, int num_threads) {
  if (const std::string why = WhyUnavailable(kind); !why.empty()) {
    throw std::runtime_error("The " + to_string(kind) +
                             " backend is unavailable: " + why + ".");
  }
  switch (kind) {
    case BackendKind::kSerial:
      return MakeSerialBackend<Real>();
    case BackendKind::kOpenMp:
      return MakeOpenMpBackend<Real>(num_threads);
    case BackendKind::kCuda:
      break;
  }
  return MakeCudaBackend<Real>();
}

template std::unique_ptr<Backend<float>> MakeBackend(BackendKind, int);
template std::unique_ptr<Backend<double>> MakeBackend(BackendKind, int);

}  // namespace tactus::solvers::comfree
