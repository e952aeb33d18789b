// The pods that `podreel upgrade` is asked about.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/manifests/workloads.hpp"
#include "engine/upgrade/seen_pods.hpp"
#include "tools/cli/verb.hpp"

namespace podreel::cli {

/// Hands over the pods of files one by one, and the containers of JSON Lines files; collects what is wrong.
class UpgradeInput {
 public:
  std::function<void(const manifests::ManifestPod& pod, const std::string& file)> pod;
  /// A container as stored, in no pod.
  std::function<void(const nlohmann::json& container)> container;

  /// With `keep_going` reading goes on after problems; without, after 100 it stops.
  void read(const std::string& file, bool keep_going, Context& context);

  [[nodiscard]] std::vector<api::Problem>& problems() noexcept { return problems_; }

 private:
  upgrade::SeenPods seen_;
  std::vector<api::Problem> problems_;
};

}  // namespace podreel::cli
