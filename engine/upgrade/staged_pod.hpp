// A pod as the API server has it at each stage of an upgrade.
#pragma once

#include <deque>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/upgrade/path.hpp"
#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

class StagedPod {
 public:
  /// Keeps references to `path` and to `pod`, a valid v1.Pod. One that the API server has already stored (it has a uid)
  /// is taken as it is, unless the path names an API server or its gates.
  StagedPod(const nlohmann::json& pod, const Path& path);

  /// Number of containers at every stage: init, regular and ephemeral ones, in this order.
  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }
  [[nodiscard]] api::ContainerKind kind(std::size_t place) const { return places_[place].list->kind; }

  /// The container when the path's first kubelet started it (stage 0), or after as many steps. An API server that does
  /// not know the list yet counts as one that keeps it.
  [[nodiscard]] const nlohmann::json& container(std::size_t stage, std::size_t place) const;

 private:
  [[nodiscard]] const nlohmann::json& with_defaults(const nlohmann::json& pod, release::Release release,
                                                    const release::FeatureGates& gates);

  struct ContainerPlace {
    const ContainerList* list;
    std::size_t index;
  };

  const nlohmann::json& pod_;
  std::vector<ContainerPlace> places_;
  std::vector<const nlohmann::json*> stages_;
  /// The pod as an API server of this release and with these gates stores it.
  struct Defaulted {
    release::Release release;
    const release::FeatureGates* gates;
    nlohmann::json pod;
  };
  std::deque<Defaulted> owned_;
};

}  // namespace podreel::upgrade
