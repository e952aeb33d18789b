// Accounts in a file.
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
#include "scenarios/fleet/accounts/shard.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/node_account.hpp"
#include "scenarios/fleet/plan.hpp"

namespace podreel::fleet {

/// What accounts are of, and who simulated it.
struct Provenance {
  struct Document {
    std::string name;
    std::string fingerprint;

    friend bool operator==(const Document&, const Document&) = default;
  };

  /// Which podreel: its version, and what else tells it from others that simulate differently.
  std::string podreel;
  Document fleet;
  std::vector<Document> plans;
  Shard shard;
};
[[nodiscard]] Provenance provenance_of(const Fleet& fleet, const std::vector<const Plan*>& plans,
                                       std::string_view podreel);

/// A node under a plan, at one of its stages.
struct AccountKey {
  /// Index into Provenance::plans.
  std::uint32_t plan = 0;
  std::uint32_t cluster = 0;
  std::uint32_t node = 0;
  Stage stage = Stage::turn;
};

/// Writes a first line that says what it is, then frames: the provenance, the accounts, and an empty one at the end.
class AccountWriter {
 public:
  AccountWriter(std::ostream& out, const Provenance& provenance);

  void write(const AccountKey& key, const NodeAccount& account);
  /// A file that does not end so was cut off.
  void finish();

 private:
  std::ostream& out_;
  std::string payload_;
};

/// A file that an AccountWriter wrote; anything else is a problem. It takes no more memory than its largest frame.
class AccountFile {
 public:
  /// Reads the provenance.
  explicit AccountFile(const std::string& path);

  [[nodiscard]] const std::optional<api::Problem>& problem() const noexcept { return problem_; }
  [[nodiscard]] const Provenance& provenance() const noexcept { return provenance_; }

  /// Reads the whole file, which is of `fleet`, and hands over where each account stands.
  void find_accounts(const Fleet& fleet, const std::function<void(const AccountKey&, std::uint64_t offset)>& use);

  /// The account that stands there, of a node of `cluster`. Throws std::runtime_error if it does not any more.
  [[nodiscard]] NodeAccount read(std::uint64_t offset, const Cluster& cluster);

 private:
  /// False at a problem.
  bool read_next();
  bool read_provenance();
  [[nodiscard]] std::optional<AccountKey> checked_key(const Fleet& fleet) const;
  void fail(std::string message);

  std::string path_;
  std::ifstream file_;
  /// Where the frame that was read last begins, and its payload.
  std::uint64_t offset_ = 0;
  std::string payload_;
  Provenance provenance_;
  std::optional<api::Problem> problem_;
};

}  // namespace podreel::fleet
