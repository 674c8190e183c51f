#pragma once

#include <cstddef>

#ifdef __CUDACC__
#define TACTUS_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define TACTUS_HOST_DEVICE inline
#endif

/// Vectors in space, and how they are read from structures of arrays, for hosts
/// and devices.
namespace tactus::solvers::comfree {

template <class Real>
struct Vec3 {
  Real x{}, y{}, z{};
};

template <class Real>
TACTUS_HOST_DEVICE Vec3<Real> operator+(Vec3<Real> a, Vec3<Real> b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <class Real>
TACTUS_HOST_DEVICE Vec3<Real> operator-(Vec3<Real> a, Vec3<Real> b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <class Real>
TACTUS_HOST_DEVICE Vec3<Real> operator-(Vec3<Real> a) {
  return {-a.x, -a.y, -a.z};
}

template <class Real>
TACTUS_HOST_DEVICE Real Dot(Vec3<Real> a, Vec3<Real> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class Real>
TACTUS_HOST_DEVICE Vec3<Real> Cross(Vec3<Real> a, Vec3<Real> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Where component c of item i is.
TACTUS_HOST_DEVICE std::ptrdiff_t Place(int stride, int component, int i) {
  return static_cast<std::ptrdiff_t>(component) * stride + i;
}

template <class T>
TACTUS_HOST_DEVICE T At(const T* data, int stride, int component, int i) {
  return data[Place(stride, component, i)];
}

/// Three components of item i, from `component` on.
template <class Real>
TACTUS_HOST_DEVICE Vec3<Real> Load(const Real* data, int stride, int component,
                                   int i) {
  return {At(data, stride, component, i), At(data, stride, component + 1, i),
          At(data, stride, component + 2, i)};
}

template <class Real>
TACTUS_HOST_DEVICE void Store(Vec3<Real> v, Real* data, int stride,
                              int component, int i) {
  data[Place(stride, component, i)] = v.x;
  data[Place(stride, component + 1, i)] = v.y;
  data[Place(stride, component + 2, i)] = v.z;
}

/// A frame's axes, in the world.
template <class Real>
struct Frame {
  Vec3<Real> t1, t2, n;

  TACTUS_HOST_DEVICE Vec3<Real> ToFrame(Vec3<Real> x_W) const {
    return {Dot(t1, x_W), Dot(t2, x_W), Dot(n, x_W)};
  }
  TACTUS_HOST_DEVICE Vec3<Real> ToWorld(Vec3<Real> x) const {
    return {t1.x * x.x + t2.x * x.y + n.x * x.z,
            t1.y * x.x + t2.y * x.y + n.y * x.z,
            t1.z * x.x + t2.z * x.y + n.z * x.z};
  }
};

template <class Real>
struct Motion {
  Vec3<Real> angular, linear;
};

template <class Real>
struct Wrench {
  Vec3<Real> torque, force;
};

}  // namespace tactus::solvers::comfree
