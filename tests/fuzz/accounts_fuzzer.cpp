// Files of accounts: frames with right sums around whatever the input says, and the input as a file of its own.
#include <algorithm>
#include <sstream>
#include <string>

#include "scenarios/fleet/results/frames.hpp"
#include "scenarios/fleet/results/merge.hpp"
#include "scenarios/fleet/results/result_codec.hpp"
#include "scenarios/fleet/results/result_store.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/target.hpp"

namespace podreel::fuzz {

namespace {

using fleet::NodeResultStore;

fleet::Fleet read_fleet() {
  fleet::Fleet fleet;
  fleet::Cluster& cluster = fleet.clusters.emplace_back();
  cluster.pools.emplace_back().count = 5;
  cluster.workloads.resize(3);
  return fleet;
}

void add(const std::string& bytes, NodeResultStore& store) {
  static const fleet::Plan plan = [] {
    fleet::Plan with_masters;
    with_masters.masters.emplace();
    return with_masters;
  }();
  const MemoryFile file{bytes};
  if (const auto problem = store.add(file.path())) static_cast<void>(api::to_string(*problem));
  if (!store.files().empty()) static_cast<void>(fleet::check_shards(store, {&plan}));
}

/// What is decoded is encoded and decoded again.
void decode(std::string_view input) {
  parallel::NumberReader reader{input};
  const auto account = fleet::decode_account(reader, 3);
  if (!account) return;
  std::string bytes;
  fleet::encode(*account, bytes);
  parallel::NumberReader again{bytes};
  require(fleet::decode_account(again, 3) == account, "an account is not what was written of it", input);
}

void read_accounts(std::string_view input) {
  static const fleet::Fleet fleet = read_fleet();
  NodeResultStore store{fleet, {.podreel = "", .fleet = {}, .plans = {{"p", ""}}, .shard = {}}};
  add(std::string{input}, store);
  std::ostringstream framed;
  framed << "podreel accounts 3\n";
  // First the provenance, then accounts.
  for (std::string_view rest = input; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\xff'), rest.size());
    fleet::write_frame(rest.substr(0, end), framed);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  fleet::write_frame({}, framed);
  add(framed.str(), store);
  decode(input);
}

const AddedTarget added_accounts{"accounts", read_accounts};

}  // namespace

}  // namespace podreel::fuzz
