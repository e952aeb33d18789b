// Files of accounts.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/node_result.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/fleet/results/shard.hpp"

namespace podreel::fleet {

/// Fleet and plans of the accounts, and the podreel that simulated them.
struct Provenance {
  struct Document {
    std::string name;
    std::string fingerprint;

    friend bool operator==(const Document&, const Document&) = default;
  };

  /// Identifies podreel: its version, and whatever else changes the simulation.
  std::string podreel;
  Document fleet;
  std::vector<Document> plans;
  Shard shard;
};
[[nodiscard]] Provenance provenance_of(const Fleet& fleet, const std::vector<const Plan*>& plans,
                                       std::string_view podreel);

/// A node under a plan, in one stage.
struct NodeResultKey {
  /// Index into Provenance::plans.
  std::uint32_t plan = 0;
  std::uint32_t cluster = 0;
  std::uint32_t node = 0;
  Stage stage = Stage::turn;
};

/// Writes a first line that identifies the format, then frames: the provenance, the accounts, and an empty one at the
/// end.
class NodeResultWriter {
 public:
  NodeResultWriter(std::ostream& out, const Provenance& provenance);

  void write(const NodeResultKey& key, const NodeResult& account);
  /// Writes the final frame; a file without it was cut off.
  void finish();

 private:
  std::ostream& out_;
  std::string payload_;
};

/// Reads a file of NodeResultWriter; anything else is a problem. Needs no more memory than its largest frame.
class NodeResultFile {
 public:
  /// Reads the provenance.
  explicit NodeResultFile(const std::string& path);

  [[nodiscard]] const std::optional<api::Problem>& problem() const noexcept { return problem_; }
  [[nodiscard]] const Provenance& provenance() const noexcept { return provenance_; }

  /// Reads the whole file, which must belong to `fleet`, and passes the offset of each account to `use`.
  void find_results(const Fleet& fleet, const std::function<void(const NodeResultKey&, std::uint64_t offset)>& use);

  /// Returns the account at the offset, of a node of `cluster`. Throws std::runtime_error if it is no longer there.
  [[nodiscard]] NodeResult read(std::uint64_t offset, const Cluster& cluster);

 private:
  /// Returns false on a problem.
  bool read_next();
  bool read_provenance();
  [[nodiscard]] std::optional<NodeResultKey> checked_key(const Fleet& fleet) const;
  void fail(std::string message);

  std::string path_;
  std::ifstream file_;
  /// Offset and payload of the last frame that was read.
  std::uint64_t offset_ = 0;
  std::string payload_;
  Provenance provenance_;
  std::optional<api::Problem> problem_;
};

}  // namespace podreel::fleet
