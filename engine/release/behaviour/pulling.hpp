// Images of a kubelet: their names, pulls, credentials and volumes, and the texts of their events.
#pragma once

#include <cstdint>

#include "engine/release/capability.hpp"

namespace podreel::release {

/// Each has a row in pulling.inc, which says since when kubelets have it.
enum Pulling : std::uint16_t {
  pull_errors_without_unknown_code = 9 * capabilities_per_area,
  image_name_not_reference,
  newer_image_grammar,
  registries_do_not_count_in_length,
  pulling_event_in_upper_case,
  pulled_event_has_duration,
  pulled_event_has_waiting_time,
  pulled_event_has_size,
  pulled_event_speaks_of_access,
  pulls_begun_are_remembered,
  pull_back_off_has_cause,
  inspect_error_without_image,
  registry_errors_are_reasons,
  image_errors_in_failed_event,
  image_lookup_by_policy,
  image_size_asked_after_pull,
  missing_pull_secrets_are_reported,
  pull_secrets_reported_after_failed_pull,
  image_volumes,
  image_volumes_follow_starts,
  pulling_end,
};
template <>
inline constexpr bool is_capability_area<Pulling> = true;
static_assert(pulling_end <= 10 * capabilities_per_area);

}  // namespace podreel::release
