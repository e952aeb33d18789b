#include "tools/serve/object_size.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/json_member.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

/// core.MaxSecretSize.
constexpr std::size_t max_data_bytes = std::size_t{1024} * 1024;
/// TotalAnnotationSizeLimitB of apimachinery, api/validation/objectmeta.go.
constexpr std::size_t max_annotation_bytes = std::size_t{256} * 1024;

/// Returns the number of bytes of the members' values, decoded if they are base64; with `names`, of their names too.
std::size_t value_bytes(const json* map, bool is_base64, bool names = false) {
  if (map == nullptr || !map->is_object()) return 0;
  std::size_t bytes = 0;
  for (const auto& [name, value] : map->items()) {
    if (!value.is_string()) continue;
    const std::string& text = value.get_ref<const std::string&>();
    constexpr std::size_t decoded = 3;
    constexpr std::size_t encoded = 4;
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    bytes +=
        is_base64 ? text.size() / encoded * decoded - std::min(padding, text.size() / encoded * decoded) : text.size();
    if (names) bytes += name.size();
  }
  return bytes;
}

std::string too_long(std::size_t limit) {
  return fmt::format("Too long: may not be more than {} bytes", limit);
}

}  // namespace

std::vector<Cause> broken_size_rules(std::string_view resource, const json& object) {
  std::vector<Cause> causes;
  const json* metadata = api::find_member(object, "metadata");
  const json* annotations = metadata == nullptr ? nullptr : api::find_member(*metadata, "annotations");
  if (value_bytes(annotations, false, true) > max_annotation_bytes) {
    causes.push_back({"metadata.annotations", too_long(max_annotation_bytes)});
  }
  const json* data = api::find_member(object, "data");
  if (resource == "configmaps" &&
      value_bytes(data, false) + value_bytes(api::find_member(object, "binaryData"), true) > max_data_bytes) {
    causes.push_back({"[]", too_long(max_data_bytes)});
  }
  if (resource == "secrets" && value_bytes(data, true) > max_data_bytes) {
    causes.push_back({"data", too_long(max_data_bytes)});
  }
  return causes;
}

void check_object_size(const json& object) {
  if (json_text(object).size() <= max_object_bytes) return;
  throw StatusError{500, "", "etcdserver: request is too large"};
}

void check_memory_for(const Session& session, const Request& request) {
  const bool stores = request.method == "POST" || request.method == "PUT" || request.method == "PATCH";
  const std::string_view path = request.path();
  // These make room.
  if (!stores || path.ends_with("/eviction") || path.ends_with("/scale")) return;
  const bool is_exhausted =
      session.budget.used() + 2 * std::max(max_object_bytes, request.body.size()) > session.budget.limit();
  if (!session.simulation.memory().is_full() && !is_exhausted) return;
  throw too_many_requests(
      fmt::format("the server uses {} of its {} MiB of memory ({} MiB for objects); delete objects, or start it with a "
                  "larger --memory",
                  session.budget.used() / net::MemoryBudget::mebibyte,
                  session.budget.limit() / net::MemoryBudget::mebibyte,
                  session.simulation.memory().object_bytes() / net::MemoryBudget::mebibyte),
      {});
}

}  // namespace podreel::serve
