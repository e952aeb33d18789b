// The answer of `podreel upgrade`.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tools/cli/output_format.hpp"
#include "tools/cli/terminal.hpp"
#include "tools/cli/upgrade_judge.hpp"
#include "tools/cli/upgrade_static.hpp"

namespace podreel::cli {

/// The fates of all containers and static pods in one step.
struct UpgradeAnswer {
  UpgradeStep step;
  std::vector<ContainerFate> fates;
  std::vector<StaticFate> static_pods;
};

/// What was held against the node's own hashes.
struct ProofSummary {
  std::size_t found = 0;
  std::size_t reproduced = 0;
  std::size_t unmatched = 0;
};

/// Of how many containers how many restart.
struct UpgradeCount {
  int restarting = 0;
  int containers = 0;
};

struct UpgradeTotals {
  UpgradeCount all;
  std::map<std::string, UpgradeCount> by_namespace;
  std::map<std::string, UpgradeCount> by_owner;
  /// Containers that restart, by the rule that restarts them.
  std::map<std::string, int> by_cause;
  int changed_without_restart = 0;
  /// Static pods that do not stay as they are.
  int static_pods_touched = 0;
};

[[nodiscard]] UpgradeTotals totals_of(const UpgradeAnswer& answer);
[[nodiscard]] bool touches_any(const UpgradeAnswer& answer);

/// Tables show what restarts, `wide` every container with its hashes; both end with the totals. `proof` may be null.
void print_upgrade(std::ostream& out, const Terminal& terminal, OutputFormat format,
                   const std::vector<UpgradeAnswer>& answers, const ProofSummary* proof);

/// "default/web-0"; "-" for containers without a pod.
[[nodiscard]] std::string pod_name(const ContainerFate& fate);

/// Why a container changes, as one sentence without a full stop.
[[nodiscard]] std::string cause_text(const ContainerFate& fate);

/// "init", "regular", "ephemeral".
[[nodiscard]] std::string_view kind_name(api::ContainerKind kind) noexcept;

}  // namespace podreel::cli
