// Answers of probes in a kubelet's log.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/release/release.hpp"
#include "engine/trace/record.hpp"

namespace podreel::cri {

struct LoggedProbe {
  /// Whether the message is about the answer of a probe (pkg/kubelet/prober/prober.go).
  bool is_probe = false;
  /// No value: the message is not recognized. The record has no time.
  std::optional<trace::Record> record{};
};

/// Parses a message about a probe that was answered. A probe that could not be made is not answered. Later lines of the
/// message have no header.
[[nodiscard]] LoggedProbe probe_of(std::string_view message);

/// Returns the message of that release. `uid` is the pod's.
[[nodiscard]] std::string probe_message(release::Release release, const std::string& pod, const trace::Probe& probe,
                                        const std::string& uid);

}  // namespace podreel::cri
