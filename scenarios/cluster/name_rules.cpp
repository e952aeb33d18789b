#include "scenarios/cluster/name_rules.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/ascii.hpp"

namespace podreel::cluster {

namespace {

using api::is_alphanumeric;
using api::is_digit;
using api::is_lower;

}  // namespace

const char* const subdomain_name_rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const char* const label_name_rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with "
    "an "
    "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const char* const service_name_rule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "
    "and "
    "end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
    "'[a-z]([-a-z0-9]*[a-z0-9])?')";

bool is_subdomain_name(std::string_view name) {
  constexpr std::size_t max_length = 253;
  const auto is_letter = [](char letter) { return is_lower(letter) || is_digit(letter); };
  char last = '.';
  for (const char letter : name) {
    const bool is_first = last == '.';
    if (!is_letter(letter) && (is_first || (letter != '-' && letter != '.'))) return false;
    if (letter == '.' && last == '-') return false;
    last = letter;
  }
  return !name.empty() && name.size() <= max_length && is_letter(last);
}

bool is_label_name(std::string_view name) {
  constexpr std::size_t max_length = 63;
  return is_subdomain_name(name) && name.find('.') == std::string_view::npos && name.size() <= max_length;
}

bool is_service_name(std::string_view name) {
  return is_label_name(name) && is_lower(name.front());
}

std::vector<std::string> broken_port_name(std::string_view name) {
  constexpr std::size_t max_length = 15;
  std::vector<std::string> wrong;
  if (name.size() > max_length) wrong.push_back(fmt::format("must be no more than {} characters", max_length));
  const auto is_letter = [](char letter) { return is_lower(letter) || is_digit(letter) || letter == '-'; };
  if (name.empty() || !std::ranges::all_of(name, is_letter)) {
    wrong.emplace_back("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (std::ranges::none_of(name, is_lower)) wrong.emplace_back("must contain at least one letter (a-z)");
  if (name.find("--") != std::string_view::npos) wrong.emplace_back("must not contain consecutive hyphens");
  if (name.starts_with('-') || name.ends_with('-')) wrong.emplace_back("must not begin or end with a hyphen");
  return wrong;
}

std::vector<std::string> broken_label_value(std::string_view value) {
  constexpr std::size_t max_length = 63;
  std::vector<std::string> wrong;
  if (value.size() > max_length) wrong.push_back(fmt::format("must be no more than {} characters", max_length));
  const auto is_letter = [](char letter) {
    return is_alphanumeric(letter) || letter == '-' || letter == '_' || letter == '.';
  };
  const bool is_fit = value.empty() || (std::ranges::all_of(value, is_letter) && is_alphanumeric(value.front()) &&
                                        is_alphanumeric(value.back()));
  if (!is_fit) {
    wrong.emplace_back(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start "
        "and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for "
        "validation "
        "is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
  }
  return wrong;
}

void check_supported(std::vector<std::string>& messages, const std::string& path, const std::string& value,
                     const std::vector<std::string_view>& accepted) {
  if (std::ranges::find(accepted, value) != accepted.end()) return;
  std::string list;
  for (const std::string_view each : accepted) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", each);
  messages.push_back(fmt::format("{}: Unsupported value: \"{}\": supported values: {}", path, value, list));
}

}  // namespace podreel::cluster
