#include "tools/pages/playground/request.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace podreel::playground {

namespace {

/// Maximum size of a request; 1 MiB of text is a scenario of 20,000 lines.
constexpr std::size_t max_bytes = std::size_t{2} << 20;

[[noreturn]] void refuse(std::string_view field, std::string_view accepted) {
  throw BadRequest{fmt::format("{}: accepted: {}", field, accepted)};
}

}  // namespace

Request::Request(std::string_view text) {
  if (text.size() > max_bytes)
    throw BadRequest{fmt::format("the request is too long; accepted: at most {} bytes", max_bytes)};
  fields_ = nlohmann::json::parse(text, nullptr, false);
  if (!fields_.is_object()) throw BadRequest{"accepted: a JSON object"};
}

void Request::accept(std::initializer_list<std::string_view> fields) const {
  for (const auto& [name, value] : fields_.items()) {
    if (name == "ask" || std::ranges::find(fields, name) != fields.end()) continue;
    throw BadRequest{fmt::format("{}: unknown field; accepted: {}", name, fmt::join(fields, ", "))};
  }
}

const nlohmann::json* Request::find(std::string_view field) const {
  const auto found = fields_.find(field);
  return found == fields_.end() || found->is_null() ? nullptr : &*found;
}

std::string Request::text(std::string_view field) const {
  if (auto text = optional_text(field)) return *std::move(text);
  refuse(field, "a text (required, but missing)");
}

std::optional<std::string> Request::optional_text(std::string_view field) const {
  const nlohmann::json* found = find(field);
  if (found == nullptr) return std::nullopt;
  if (!found->is_string()) refuse(field, "a text");
  return found->get<std::string>();
}

std::optional<std::uint64_t> Request::optional_number(std::string_view field) const {
  const nlohmann::json* found = find(field);
  if (found == nullptr) return std::nullopt;
  if (!found->is_number_unsigned()) refuse(field, "a whole number, 0 or more");
  return found->get<std::uint64_t>();
}

std::vector<std::string> Request::texts(std::string_view field) const {
  const nlohmann::json* found = find(field);
  if (found == nullptr) return {};
  const auto is_text = [](const nlohmann::json& item) { return item.is_string(); };
  if (!found->is_array() || !std::ranges::all_of(*found, is_text)) refuse(field, "a list of texts");
  return found->get<std::vector<std::string>>();
}

}  // namespace podreel::playground
