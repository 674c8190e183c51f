#include <stdexcept>
#include <utility>

#include <cuda_runtime.h>

#include "tactus/common/require.h"
#include "tactus/solvers/comfree/backend.h"
#include "tactus/solvers/comfree/incidence.h"
#include "tactus/solvers/comfree/law.h"

namespace tactus::solvers::comfree {
namespace {

void Check(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) return;
  throw std::runtime_error(std::string("CUDA failed at ") + doing + ": " +
                           cudaGetErrorString(error) + ".");
}

// The kernels: a thread per contact, then a thread per body.

template <class Real>
__global__ void ResolveContacts(ContactView<Real> contacts,
                                BodyView<Real> bodies, Gains<Real> gains,
                                bool from_zero) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < contacts.num) ResolveContact(contacts, bodies, gains, from_zero, i);
}

template <class Real>
__global__ void GatherBodies(ContactView<Real> contacts,
                             IncidenceView incidence, BodyView<Real> bodies) {
  const int b = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (b < bodies.num) GatherBody(contacts, incidence, b, bodies);
}

constexpr int kBlockSize = 128;

unsigned CalcNumBlocks(int num) {
  return static_cast<unsigned>((num + kBlockSize - 1) / kBlockSize);
}

class Stream {
 public:
  Stream() { Check(cudaStreamCreate(&stream_), "making a stream"); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_{};
};

// A moment on a stream.
class Event {
 public:
  Event() { Check(cudaEventCreate(&event_), "making an event"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void Record(const Stream& stream) {
    Check(cudaEventRecord(event_, stream.get()), "recording an event");
  }
  void Wait() { Check(cudaEventSynchronize(event_), "running"); }
  double SecondsSince(const Event& earlier) const {
    float milliseconds = 0;
    Check(cudaEventElapsedTime(&milliseconds, earlier.event_, event_),
          "reading the time");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t event_{};
};

// Memory of the device, that grows when it must.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() const { return data_; }

  void Reserve(std::size_t size) {
    if (size <= capacity_) return;
    // A failed allocation leaves an empty array behind.
    capacity_ = 0;
    Check(cudaFree(std::exchange(data_, nullptr)), "freeing memory");
    Check(cudaMalloc(&data_, size * sizeof(T)), "allocating memory");
    capacity_ = size;
  }

  void Upload(std::span<const T> from, const Stream& stream) {
    Reserve(from.size());
    if (from.empty()) return;
    Check(cudaMemcpyAsync(data_, from.data(), from.size_bytes(),
                          cudaMemcpyHostToDevice, stream.get()),
          "copying to the device");
  }

  void Download(std::span<T> to, const Stream& stream) const {
    if (to.empty()) return;
    Check(cudaMemcpyAsync(to.data(), data_, to.size_bytes(),
                          cudaMemcpyDeviceToHost, stream.get()),
          "copying from the device");
  }

 private:
  T* data_{};
  std::size_t capacity_{};
};

template <class Real>
class CudaBackend final : public Backend<Real> {
 public:
  BackendKind kind() const override { return BackendKind::kCuda; }

  void Bind(ContactArrays<Real>* contacts, int num_bodies) override {
    CheckContacts(*contacts, num_bodies);
    incidence_.Build(*contacts, num_bodies);
    contacts_ = nullptr;  // until all is there
    has_outputs_ = false;
    start_.Record(stream_);
    indices_.Upload(contacts->indices(), stream_);
    inputs_.Upload(contacts->inputs(), stream_);
    row_masses_.Upload(contacts->row_masses(), stream_);
    outputs_.Reserve(contacts->outputs().size());
    body_starts_.Upload(incidence_.start(), stream_);
    entries_.Upload(incidence_.entries(), stream_);
    uploaded_.Record(stream_);
    uploaded_.Wait();
    times_.upload += uploaded_.SecondsSince(start_);
    contacts_ = contacts;
    num_bodies_ = num_bodies;
  }

  void Sweep(const Gains<Real>& gains, Start start,
             BodyArrays<Real>* bodies) override {
    Require(contacts_ && bodies->num() == num_bodies_,
            "comfree: the bodies are not those of Bind");
    start_.Record(stream_);
    velocities_.Upload(bodies->velocities(), stream_);
    wrenches_.Reserve(bodies->wrenches().size());
    // The host's lambda are wanted once, as a warm start.
    if (start == Start::kStored && !has_outputs_)
      outputs_.Upload(contacts_->outputs(), stream_);
    has_outputs_ = true;
    uploaded_.Record(stream_);
    Launch(gains, start == Start::kZero, bodies->stride());
    computed_.Record(stream_);
    wrenches_.Download(bodies->wrenches(), stream_);
    AddTimesOfSweep();
  }

  void Fetch() override {
    Require(contacts_ && has_outputs_, "comfree: Fetch comes after Sweep");
    computed_.Record(stream_);
    outputs_.Download(contacts_->outputs(), stream_);
    downloaded_.Record(stream_);
    downloaded_.Wait();
    times_.download += downloaded_.SecondsSince(computed_);
  }

  DeviceTimes device_times() const override { return times_; }

 private:
  void Launch(const Gains<Real>& gains, bool from_zero, int body_stride) {
    const ContactView<Real> C{contacts_->num(),   contacts_->stride(),
                              indices_.data(),    inputs_.data(),
                              row_masses_.data(), outputs_.data()};
    const BodyView<Real> B{num_bodies_, body_stride, velocities_.data(),
                           wrenches_.data()};
    const IncidenceView incidence{body_starts_.data(), entries_.data()};
    if (C.num > 0) {
      ResolveContacts<<<CalcNumBlocks(C.num), kBlockSize, 0, stream_.get()>>>(
          C, B, gains, from_zero);
      Check(cudaGetLastError(), "launching the contacts");
    }
    if (B.num > 0) {
      GatherBodies<<<CalcNumBlocks(B.num), kBlockSize, 0, stream_.get()>>>(
          C, incidence, B);
      Check(cudaGetLastError(), "launching the bodies");
    }
  }

  void AddTimesOfSweep() {
    downloaded_.Record(stream_);
    downloaded_.Wait();
    times_.upload += uploaded_.SecondsSince(start_);
    times_.kernels += computed_.SecondsSince(uploaded_);
    times_.download += downloaded_.SecondsSince(computed_);
  }

  ContactArrays<Real>* contacts_ = nullptr;
  int num_bodies_{};
  bool has_outputs_{};  // The device's are newer than the host's.
  Incidence incidence_;
  DeviceTimes times_;
  Stream stream_;
  Event start_, uploaded_, computed_, downloaded_;
  DeviceArray<int> indices_, body_starts_, entries_;
  DeviceArray<Real> inputs_, row_masses_, outputs_, velocities_, wrenches_;
};

}  // namespace

std::string WhyCudaUnavailable() {
  int num_devices = 0;
  const cudaError_t error = cudaGetDeviceCount(&num_devices);
  const bool has_none = error == cudaSuccess && num_devices == 0;
  if (has_none || error == cudaErrorNoDevice ||
      error == cudaErrorInsufficientDriver)
    return "no CUDA device was found";
  return error == cudaSuccess ? "" : cudaGetErrorString(error);
}

template <class Real>
std::unique_ptr<Backend<Real>> MakeCudaBackend() {
  return std::make_unique<CudaBackend<Real>>();
}

template std::unique_ptr<Backend<float>> MakeCudaBackend();
template std::unique_ptr<Backend<double>> MakeCudaBackend();

}  // namespace tactus::solvers::comfree
