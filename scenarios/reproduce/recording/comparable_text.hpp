// Records of timelines as comparable text, without identities and times of day.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace podreel::reproduce {

/// A runtime call. A failed call has no attempt, image, hash or resources: the runtime made nothing.
[[nodiscard]] std::string call_text(const nlohmann::json& record);

/// An event as the kubelet's recorder has it, or as it is written to the API server (`eventWrite`).
[[nodiscard]] std::string event_text(const nlohmann::json& record);

/// A pod status. `in_detail` adds what containers have been given, the messages of conditions and the generation.
[[nodiscard]] std::string status_text(const nlohmann::json& record, bool in_detail);

/// The exit of a container.
[[nodiscard]] std::string exit_text(const nlohmann::json& record);

/// The result of an ExecSync.
[[nodiscard]] std::string exec_text(const nlohmann::json& record);

}  // namespace podreel::reproduce
