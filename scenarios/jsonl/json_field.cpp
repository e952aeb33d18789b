#include "scenarios/jsonl/json_field.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/api/document.hpp"
#include "engine/api/json_integer.hpp"
#include "engine/api/syntax_error.hpp"

namespace podreel::jsonl {

namespace {

std::string in(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

}  // namespace

FormatError::FormatError(std::string path, const std::string& message)
    : std::runtime_error(message), path_(std::move(path)) {}

JsonField JsonField::at(const char* key) const {
  if (!value_.is_object()) fail("an object");
  const auto found = value_.find(key);
  if (found == value_.end()) throw FormatError(in(path_, key), "is missing");
  return {*found, in(path_, key)};
}

std::optional<JsonField> JsonField::find(const char* key) const {
  if (!value_.is_object()) fail("an object");
  const auto found = value_.find(key);
  if (found == value_.end() || found->is_null()) return std::nullopt;
  return JsonField(*found, in(path_, key));
}

void JsonField::has_only(const std::vector<std::string_view>& known) const {
  if (!value_.is_object()) fail("an object");
  for (const auto& [key, member] : value_.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    std::string advice = api::did_you_mean(key, known);
    if (advice.empty()) advice = fmt::format("; accepted: {}", fmt::join(known, ", "));
    throw FormatError(in(path_, key), fmt::format("unknown field \"{}\"{}", api::abbreviated(key), advice));
  }
}

JsonField JsonField::item(std::size_t index) const {
  return {value_.at(index), fmt::format("{}[{}]", path_, index)};
}

std::string JsonField::text() const {
  if (!value_.is_string()) fail("a string");
  return value_.get<std::string>();
}

bool JsonField::boolean() const {
  if (!value_.is_boolean()) fail("true or false");
  return value_.get<bool>();
}

std::int64_t JsonField::integer() const {
  if (!value_.is_number_integer()) fail("an integer");
  const auto number = api::exact_integer<std::int64_t>(value_);
  if (!number) fail("an integer of 64 bits");
  return *number;
}

std::int32_t JsonField::small_integer() const {
  const auto number = api::exact_integer<std::int32_t>(value_);
  if (!number) fail("an integer of 32 bits");
  return *number;
}

std::uint32_t JsonField::count() const {
  const auto number = api::exact_integer<std::uint32_t>(value_);
  if (!number) fail("a number from 0 to 4294967295");
  return *number;
}

void JsonField::fail(std::string_view expected) const {
  constexpr std::size_t longest = 40;
  throw FormatError(path_, fmt::format("is {}: expected {}", api::cut(value_.dump(), longest), expected));
}

}  // namespace podreel::jsonl
