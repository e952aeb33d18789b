// How many containers restart from every release to every other.
#pragma once

#include <ostream>
#include <vector>

#include "engine/identity/container_hash.hpp"
#include "tools/cli/output_format.hpp"

namespace podreel::cli {

class UpgradeMatrix {
 public:
  UpgradeMatrix();

  /// Counts a container as the API server stores it.
  void add(const nlohmann::json& container);

  /// A table with a row for each release to upgrade from; JSON Lines: {"from","to","changed","containers"}.
  void print(std::ostream& out, OutputFormat format) const;

 private:
  std::vector<release::Release> releases_;
  std::vector<identity::ContainerHasher> hashers_;
  /// Containers whose hash differs, by the two releases' places.
  std::vector<std::vector<int>> changed_;
  int containers_ = 0;
};

}  // namespace podreel::cli
