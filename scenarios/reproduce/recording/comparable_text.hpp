// Records of timelines as comparable text, without identities and times of day.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

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

/// A field as text; empty if the record does not have it.
[[nodiscard]] std::string field_text(const nlohmann::json& record, const char* key);

/// The characters of a field that is a text; empty for any other. Valid as long as the record is.
[[nodiscard]] std::string_view field_view(const nlohmann::json& record, const char* key);

/// A field as a number; zero if the record does not have it, or if it is no number.
[[nodiscard]] double field_number(const nlohmann::json& record, const char* key);

}  // namespace podreel::reproduce
