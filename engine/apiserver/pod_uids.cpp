#include "engine/apiserver/pod_uids.hpp"

#include "engine/api/uuid_text.hpp"
#include "engine/sim/random.hpp"

namespace podreel::apiserver {

memory::Text PodUids::next(std::string_view name) {
  const std::uint64_t high = sim::mix(sim::hash_name(name) ^ sim::mix(created_++));
  return api::uuid_text(high, sim::mix(high));
}

}  // namespace podreel::apiserver
