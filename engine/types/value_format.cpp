#include "engine/types/value_format.hpp"

#include <algorithm>
#include <array>
#include <boost/assert.hpp>
#include <utility>

#include "engine/api/ascii.hpp"

namespace podreel::types {

namespace {

using api::is_alphanumeric;
using api::is_digit;
using api::is_lower;

constexpr std::array format_names{
    std::pair{std::string_view{"dns-label"}, Format::dns_label},
    std::pair{std::string_view{"dns-subdomain"}, Format::dns_subdomain},
    std::pair{std::string_view{"port-name"}, Format::port_name},
    std::pair{std::string_view{"port"}, Format::port},
    std::pair{std::string_view{"qualified-name"}, Format::qualified_name},
    std::pair{std::string_view{"label-value"}, Format::label_value},
    std::pair{std::string_view{"environment-name"}, Format::environment_name},
    std::pair{std::string_view{"no-outer-blanks"}, Format::no_outer_blanks},
};

constexpr std::size_t max_label = 63;
constexpr std::size_t max_subdomain = 253;
constexpr std::size_t max_port_name = 15;

bool is_lower_alphanumeric(char character) {
  return is_lower(character) || is_digit(character);
}

template <class IsOuter>
bool has_ends(std::string_view text, const IsOuter& is_outer) {
  return !text.empty() && is_outer(text.front()) && is_outer(text.back());
}

bool is_dns_label(std::string_view text) {
  return text.size() <= max_label && has_ends(text, is_lower_alphanumeric) &&
         std::ranges::all_of(text, [](char character) { return is_lower_alphanumeric(character) || character == '-'; });
}

bool is_dns_subdomain(std::string_view text) {
  if (text.size() > max_subdomain) return false;
  const auto is_part = [](std::string_view part) {
    return has_ends(part, is_lower_alphanumeric) && std::ranges::all_of(part, [](char character) {
             return is_lower_alphanumeric(character) || character == '-';
           });
  };
  while (true) {
    const std::size_t dot = text.find('.');
    if (!is_part(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

bool is_port_name(std::string_view text) {
  return text.size() <= max_port_name && has_ends(text, is_lower_alphanumeric) &&
         text.find("--") == std::string_view::npos && std::ranges::any_of(text, is_lower) &&
         std::ranges::all_of(text, [](char character) { return is_lower_alphanumeric(character) || character == '-'; });
}

bool is_port(std::string_view text) {
  if (!std::ranges::all_of(text, is_digit)) return is_port_name(text);
  constexpr int largest = 65'535;
  int number = 0;
  for (const char digit : text.substr(0, 6)) number = number * 10 + (digit - '0');
  return number >= 1 && number <= largest;
}

bool is_name_part(std::string_view text) {
  return text.size() <= max_label && has_ends(text, is_alphanumeric) && std::ranges::all_of(text, [](char character) {
           return is_alphanumeric(character) || character == '-' || character == '_' || character == '.';
         });
}

bool is_qualified_name(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return is_name_part(text);
  return is_dns_subdomain(text.substr(0, slash)) && is_name_part(text.substr(slash + 1));
}

/// Since 1.30 (KEP-4369) any printable ASCII character but '='.
bool is_environment_name(std::string_view text) {
  constexpr char first_printable = ' ';
  constexpr char last_printable = '~';
  return !text.empty() && std::ranges::all_of(text, [](char character) {
    return character >= first_printable && character <= last_printable && character != '=';
  });
}

bool has_no_outer_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\n\r\v\f";
  return text.empty() ||
         (blanks.find(text.front()) == std::string_view::npos && blanks.find(text.back()) == std::string_view::npos);
}

}  // namespace

bool has_format(std::string_view text, Format format) noexcept {
  switch (format) {
    case Format::any:
      return true;
    case Format::dns_label:
      return is_dns_label(text);
    case Format::dns_subdomain:
      return is_dns_subdomain(text);
    case Format::port_name:
      return is_port_name(text);
    case Format::port:
      return is_port(text);
    case Format::qualified_name:
      return is_qualified_name(text);
    case Format::label_value:
      return text.empty() || is_name_part(text);
    case Format::environment_name:
      return is_environment_name(text);
    case Format::no_outer_blanks:
      break;
  }
  return has_no_outer_blanks(text);
}

Format format_named(std::string_view name) {
  const auto found = std::ranges::find(format_names, name, [](const auto& format) { return format.first; });
  BOOST_ASSERT(found != format_names.end());
  return found->second;
}

std::string_view description(Format format) noexcept {
  switch (format) {
    case Format::any:
      return "any text";
    case Format::dns_label:
      return "a DNS label: 1 to 63 lower-case letters, digits or '-', with a letter or digit at both ends";
    case Format::dns_subdomain:
      return "a DNS name: lower-case letters, digits, '-' or '.', with a letter or digit at both ends of every part";
    case Format::port_name:
      return "a port name: 1 to 15 lower-case letters, digits or single '-', with at least one letter";
    case Format::port:
      return "a port: 1 to 65535, or the name of a container port";
    case Format::qualified_name:
      return "a name of at most 63 letters, digits, '-', '_' or '.', after an optional DNS name and '/'";
    case Format::label_value:
      return "at most 63 letters, digits, '-', '_' or '.', with a letter or digit at both ends";
    case Format::environment_name:
      return "printable characters without '='";
    case Format::no_outer_blanks:
      break;
  }
  return "text without blanks at its ends";
}

}  // namespace podreel::types
