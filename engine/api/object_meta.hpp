// metav1.ObjectMeta, as far as a kubelet looks at it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/memory/boxed_map.hpp"
#include "engine/memory/text.hpp"
#include "engine/sim/time.hpp"

namespace podreel::api {

struct ObjectMeta {
  memory::Text name;
  memory::Text namespace_name = "default";
  memory::Text uid;
  /// Counts changes of the spec; 0 where the API server does not keep it (before 1.33, KEP-5067).
  std::int64_t generation = 0;
  memory::BoxedMap<std::map<std::string, std::string>> labels;
  memory::BoxedMap<std::map<std::string, std::string>> annotations;
  /// Whole seconds, as the API keeps it.
  sim::Time creation_timestamp{};
  /// When the pod is to be gone (request plus grace period); set once deletion was requested.
  std::optional<sim::Time> deletion_timestamp;
  std::optional<std::int64_t> deletion_grace_period_seconds;

  friend bool operator==(const ObjectMeta&, const ObjectMeta&) = default;
};

}  // namespace podreel::api
