#include "scenarios/fleet/results/prefetched_results.hpp"

#include "engine/invariant.hpp"
#include "scenarios/fleet/results/result_codec.hpp"
#include "scenarios/parallel/numbers.hpp"

namespace podreel::fleet {

bool PrefetchedResults::has_room() const {
  const std::lock_guard lock{mutex_};
  return bytes_ < max_bytes_;
}

void PrefetchedResults::put(const Key& key, const NodeResult& result) {
  std::string bytes;
  encode(result, bytes);
  const std::lock_guard lock{mutex_};
  const auto [kept, is_new] = results_.try_emplace(key, bytes);
  if (is_new) bytes_ += kept->second.size();
}

std::optional<NodeResult> PrefetchedResults::take(const Key& key, std::uint32_t workloads) {
  std::string bytes;
  {
    const std::lock_guard lock{mutex_};
    auto found = results_.extract(key);
    if (found.empty()) return std::nullopt;
    bytes = std::move(found.mapped());
    bytes_ -= bytes.size();
  }
  parallel::NumberReader reader{bytes};
  std::optional<NodeResult> result = decode_account(reader, workloads);
  PODREEL_INVARIANT(result.has_value(), "results that were encoded can be decoded");
  return result;
}

}  // namespace podreel::fleet
