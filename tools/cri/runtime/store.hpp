// The objects of clients and their state in the fake runtime.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime_fake/fake_runtime.hpp"
#include "tools/cri/runtime/objects.hpp"
#include "tools/cri/runtime/pod_addresses.hpp"
#include "tools/cri/runtime/registry.hpp"
#include "tools/net/pace.hpp"

namespace podreel::cri {

/// A creation, change or removal.
struct StoreChange {
  EventKind kind = EventKind::created;
  /// Null if the sandbox was removed before its containers.
  SandboxRecordPtr sandbox;
  /// Null: a change of the sandbox.
  ContainerRecordPtr container;
};

/// Follows the runtime: a sandbox is added at the instant at which the runtime creates it, even if its client no longer
/// waits, and even if the call fails and leaves the sandbox behind.
class Store {
 public:
  using Listener = std::function<void(const StoreChange&)>;

  Store(runtime_fake::FakeRuntime& runtime, Pace pace, net::MemoryBudget budget = net::MemoryBudget{});
  ~Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// Reports pods at these addresses instead of the runtime's.
  void show_pods_at(PodAddresses addresses) { addresses_ = std::move(addresses); }

  /// Sets a function that receives every change, in order; it must not call the runtime.
  void listen(Listener listener) { listener_ = std::move(listener); }

  /// An object that a call is creating. Its name is reserved during the lifetime of this reservation and of the object.
  class Reservation {
   public:
    Reservation(Store& store, std::string name) : store_{&store}, name_{std::move(name)} {}
    Reservation(Reservation&& other) noexcept
        : store_{std::exchange(other.store_, nullptr)}, name_{std::move(other.name_)} {}
    Reservation& operator=(Reservation&&) = delete;
    ~Reservation() {
      if (store_ != nullptr) store_->give_back(name_);
    }

   private:
    Store* store_;
    std::string name_;
  };
  /// Fails if an object or a call has the name, or if there is no memory for the object (ResourceExhausted).
  [[nodiscard]] runtime::Result<Reservation> reserve(SandboxRecord sandbox);
  [[nodiscard]] runtime::Result<Reservation> reserve(ContainerRecord container, const SandboxRecord& sandbox);

  [[nodiscard]] const Records<SandboxRecord>& sandboxes() const noexcept { return sandboxes_; }
  [[nodiscard]] const Records<ContainerRecord>& containers() const noexcept { return containers_; }

  [[nodiscard]] SandboxView view(const SandboxRecordPtr& sandbox) const;
  [[nodiscard]] ContainerView view(const ContainerRecordPtr& container) const;
  /// Returns the containers of a sandbox, oldest first.
  [[nodiscard]] std::vector<ContainerRecordPtr> containers_of(const SandboxRecord& sandbox) const;
  [[nodiscard]] std::vector<SandboxView> list(const SandboxFilter& filter) const;
  [[nodiscard]] std::vector<ContainerView> list(const ContainerFilter& filter) const;

 private:
  struct Sandbox {
    SandboxRecordPtr record;
    bool ready = true;
  };
  struct Container {
    ContainerRecordPtr record;
    runtime::ContainerState state = runtime::ContainerState::created;
  };
  /// Last known state of a pod.
  struct Pod {
    std::vector<Sandbox> sandboxes;
    std::vector<Container> containers;
  };

  [[nodiscard]] runtime::Result<Reservation> reserve(std::string name);
  void give_back(const std::string& name);
  void follow(const memory::Text& pod_uid);
  void adopt(Pod& pod, const runtime_fake::PodEntry& entry);
  void follow_sandboxes(Pod& pod);
  void follow_containers(Pod& pod);
  void notify(EventKind kind, const SandboxRecordPtr& sandbox, const ContainerRecordPtr& container) const;

  runtime_fake::FakeRuntime& runtime_;
  Pace pace_;
  net::MemoryBudget budget_;
  Listener listener_;
  std::optional<PodAddresses> addresses_;
  Records<SandboxRecord> sandboxes_;
  Records<ContainerRecord> containers_;
  Names names_;
  /// Sandboxes that calls are creating, by name.
  std::map<std::string, SandboxRecordPtr> coming_sandboxes_;
  std::map<std::string, ContainerRecordPtr> coming_containers_;
  std::map<memory::Text, Pod> pods_;
};

}  // namespace podreel::cri
