#include "tools/serve/json_patch.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <string>

#include "engine/api/json_member.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

/// apiserver, endpoints/handlers/patch.go.
constexpr std::size_t max_operations = 10'000;
/// JSONPatchMaxCopyBytes of apiserver, server/config.go.
constexpr std::size_t max_copied_bytes = std::size_t{3} * 1024 * 1024;
/// A real server moves a value without copying it.
constexpr std::size_t max_moved_bytes = std::size_t{64} * 1024 * 1024;
/// Elements of arrays that give way to others. A real server copies the array for each operation.
constexpr std::size_t max_shifted_elements = 100'000'000;

StatusError rejected(const std::string& why) {
  return {422, "Invalid", fmt::format("the server rejected our request due to an error in our request: {}", why)};
}

/// Applies operations, and counts what they duplicate.
class Patched {
 public:
  explicit Patched(json object) : object_(std::move(object)) {}

  void apply(const json& operation) {
    const std::string name = api::string_member(operation, "op");
    if (name == "copy") {
      copied_ += size_from(operation);
      check(copied_, max_copied_bytes, "copy");
    } else if (name == "move") {
      moved_ += size_from(operation);
      check(moved_, max_moved_bytes, "move");
    }
    if (name != "test" && name != "replace") {
      shifted_ += elements_around(operation, "path") + (name == "move" ? elements_around(operation, "from") : 0);
      if (shifted_ > max_shifted_elements) throw rejected("its operations change too large arrays too often");
    }
    object_.patch_inplace(json::array({operation}));
  }

  [[nodiscard]] json take() { return std::move(object_); }

 private:
  /// Returns the bytes of the value that the operation reads; 0 if there is none, which patch_inplace() rejects.
  [[nodiscard]] std::size_t size_from(const json& operation) const {
    const json::json_pointer from{api::string_member(operation, "from")};
    return object_.contains(from) ? json_text(object_.at(from)).size() : 0;
  }

  /// Returns the size of the array in which the operation inserts or removes an element; 0 for an appended one.
  [[nodiscard]] std::size_t elements_around(const json& operation, const char* member) const {
    const json::json_pointer place{api::string_member(operation, member)};
    if (place.empty() || place.back() == "-" || !object_.contains(place.parent_pointer())) return 0;
    const json& around = object_.at(place.parent_pointer());
    return around.is_array() ? around.size() : 0;
  }

  static void check(std::size_t bytes, std::size_t limit, const char* name) {
    if (bytes <= limit) return;
    throw rejected(
        fmt::format("Unable to complete the {0}, the accumulated size increase of {0} is {1}, exceeding the limit {2}",
                    name, bytes, limit));
  }

  json object_;
  std::size_t copied_ = 0;
  std::size_t moved_ = 0;
  std::size_t shifted_ = 0;
};

}  // namespace

json json_patched(const json& before, const json& patch) {
  if (patch.is_array() && patch.size() > max_operations) {
    throw StatusError{
        413, "RequestEntityTooLarge",
        fmt::format("Request entity too large: The allowed maximum operations in a JSON patch is {}, got {}",
                    max_operations, patch.size())};
  }
  try {
    if (!patch.is_array()) return before.patch(patch);
    Patched patched{before};
    for (const json& operation : patch) patched.apply(operation);
    return patched.take();
  } catch (const json::exception& error) {
    throw rejected(error.what());
  }
}

}  // namespace podreel::serve
