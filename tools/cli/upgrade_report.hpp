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

namespace podreel::cli {

/// The fates of all containers under one upgrade.
struct UpgradeAnswer {
  UpgradeStep step;
  std::vector<ContainerFate> fates;
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
};

[[nodiscard]] UpgradeTotals totals_of(const UpgradeAnswer& answer);

/// Tables show what restarts, `wide` every container with its hashes; both end with the totals.
void print_upgrade(std::ostream& out, const Terminal& terminal, OutputFormat format,
                   const std::vector<UpgradeAnswer>& answers);

/// "init", "regular", "ephemeral".
[[nodiscard]] std::string_view kind_name(api::ContainerKind kind) noexcept;

}  // namespace podreel::cli
