#pragma once

#include <random>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/solvers/comfree/arrays.h"

namespace tactus::solvers::comfree {

/// One contact in plain vectors, for tests to reason about.
struct ContactCase {
  int body_a = -1, body_b = -1, condim = 3;
  Matrix3d R_WC = Matrix3d::Identity();
  Vector3d p_AoC_W = Vector3d::Zero(), p_BoC_W = Vector3d::Zero(),
           bias_C = Vector3d::Zero();
  double phi{}, mass = 1, mu_t = 1, mu_tor = 0.1, mu_rol = 0.1;
  std::vector<double> row_masses = {};  ///< Empty: `mass` for all.
};

/// Contacts among moving bodies.
struct Scene {
  std::vector<ContactCase> contacts;
  std::vector<Vector6d> velocities;

  int num_bodies() const { return static_cast<int>(velocities.size()); }
};

template <class Real>
void SetContact(int i, const ContactCase& contact,
                ContactArrays<Real>* contacts) {
  contacts->SetBodies(i, contact.body_a, contact.body_b);
  contacts->SetGeometry(i, contact.R_WC, contact.p_AoC_W, contact.p_BoC_W,
                        contact.bias_C);
  contacts->SetFriction(i, contact.condim, contact.mu_t, contact.mu_tor,
                        contact.mu_rol);
  contacts->SetDistance(i, contact.phi, contact.mass);
  if (!contact.row_masses.empty())
    contacts->SetRowMasses(i, contact.row_masses);
}

template <class Real>
ContactArrays<Real> MakeContacts(const Scene& scene) {
  ContactArrays<Real> contacts(static_cast<int>(scene.contacts.size()));
  for (int i = 0; i < contacts.num(); ++i)
    SetContact(i, scene.contacts[i], &contacts);
  return contacts;
}

template <class Real>
BodyArrays<Real> MakeBodies(const Scene& scene) {
  BodyArrays<Real> bodies(scene.num_bodies());
  for (int b = 0; b < bodies.num(); ++b)
    bodies.SetVelocity(b, scene.velocities[b]);
  return bodies;
}

/// All kinds of contacts: any condim and empty slots, anchored bodies, masses
/// per facet, touching and apart, sliding either way.
class RandomScenes {
 public:
  explicit RandomScenes(int seed) : random_(seed) {}

  double Uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  int Integer(int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random_);
  }
  Vector3d Vector(double size) {
    return {Uniform(-size, size), Uniform(-size, size), Uniform(-size, size)};
  }
  Matrix3d Rotation() {
    return Quaterniond(Uniform(-1, 1), Uniform(-1, 1), Uniform(-1, 1),
                       Uniform(0.1, 1))
        .normalized()
        .toRotationMatrix();
  }

  ContactCase Contact(int num_bodies) {
    constexpr int kCondims[] = {0, 1, 3, 3, 3, 4, 6};
    ContactCase contact;
    contact.body_a = Integer(-1, num_bodies - 1);
    contact.body_b = Integer(0, num_bodies - 1);
    contact.condim = kCondims[Integer(0, 6)];
    contact.R_WC = Rotation();
    contact.p_AoC_W = Vector(0.5);
    contact.p_BoC_W = Vector(0.5);
    contact.bias_C = Vector(0.1);
    contact.phi = Uniform(-0.01, 0.003);
    contact.mass = Uniform(0.5, 2);
    contact.mu_t = Uniform(0.2, 1);
    contact.mu_tor = Uniform(0.01, 0.1);
    contact.mu_rol = Uniform(0.01, 0.1);
    if (Integer(0, 9) == 0) {
      contact.row_masses.resize(kMaxRows);
      for (double& m : contact.row_masses) m = Uniform(0.5, 2);
    }
    return contact;
  }

  Scene Make(int num_contacts, int num_bodies) {
    Scene scene;
    for (int i = 0; i < num_contacts; ++i)
      scene.contacts.push_back(Contact(num_bodies));
    for (int b = 0; b < num_bodies; ++b) {
      Vector6d V;
      V << Vector(1), Vector(1);
      scene.velocities.push_back(V);
    }
    return scene;
  }

 private:
  std::mt19937 random_;
};

}  // namespace tactus::solvers::comfree
