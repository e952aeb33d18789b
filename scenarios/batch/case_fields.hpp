// The fields that batch lines of several kinds share.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/pod.hpp"
#include "engine/decide/pod_actions.hpp"
#include "scenarios/batch/json_field.hpp"

namespace podreel::batch {

/// A v1.Pod as the API prints it; throws FormatError.
[[nodiscard]] api::Pod pod_from(const JsonField& field);

/// The line's `id`, a number or a string; without one, the pod's "namespace/name".
[[nodiscard]] nlohmann::json id_from(const JsonField& line, const api::Pod& pod);

/// A map from container ids to "success", "failure" or "unknown"; empty if absent.
[[nodiscard]] decide::ProbeResults probe_results_from(const std::optional<JsonField>& field);

/// What the JSON library says of input of the wrong shape, without its own numbering.
[[nodiscard]] std::string json_message(const nlohmann::json::exception& error);

/// Parses a line and lets `read` make a case of it. Nothing if it is not JSON or `read` threw FormatError: then a
/// problem is appended, for line `line` of `file`.
template <class Read>
auto read_line(std::string_view text, const std::string& file, int line, std::vector<api::Problem>& problems,
               const Read& read) -> std::optional<decltype(read(std::declval<JsonField>()))> {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    return read(JsonField(json, ""));
  } catch (const FormatError& error) {
    problems.push_back({file, {line, 1}, error.path(), error.what()});
  } catch (const nlohmann::json::parse_error& error) {
    problems.push_back({file, {line, static_cast<int>(error.byte)}, "", json_message(error)});
  }
  return std::nullopt;
}

}  // namespace podreel::batch
