// The OpenAPI v3 documents of the server, which `kubectl explain` shows.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/release/release.hpp"

namespace podreel::serve {

/// Returns the documents' paths, as GET /openapi/v3 answers: one document for each group and version.
[[nodiscard]] nlohmann::json openapi_index();

/// Returns the types of a group and version, such as "v1" or "apps/v1", in a release: those of pods from the table of
/// types, those of other objects from the table of their fields. No operation but reading is described, so that clients
/// leave the validation of what they write to the server.
[[nodiscard]] nlohmann::json openapi_document(const std::string& group_version, release::Release release);

}  // namespace podreel::serve
