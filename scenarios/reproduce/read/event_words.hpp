// Reads rows of event tables by their words, for tables without a header or with collapsed blanks.
#pragma once

#include <optional>
#include <string_view>

#include "scenarios/reproduce/read/event_rows.hpp"

namespace podreel::reproduce {

/// Reads "[shop] 5s [(x3 over 2m)] Normal Pulled pod/web Container image …" of `kubectl get events` and `kubectl
/// events`; "[shop] 2m 5m 3 web.14f2a3b4 Pod spec.containers{app} Normal Pulled kubelet, node-1 Container image …" of
/// `kubectl get events` up to 1.12; "5m 2m 3 {kubelet node-1} spec.containers{app} Normal Pulled Container image …" of
/// `kubectl describe` up to 1.7. Returns no value for other rows.
[[nodiscard]] std::optional<EventRow> event_by_words(std::string_view row);

}  // namespace podreel::reproduce
