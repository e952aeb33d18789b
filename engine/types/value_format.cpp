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

struct FormatRow {
  /// In overlay.inc.
  std::string_view name;
  bool (*holds)(std::string_view text);
  std::string_view description;
};

/// In the order of Format.
constexpr std::array formats{
    FormatRow{"", [](std::string_view) { return true; }, "any text"},
    FormatRow{"dns-label", is_dns_label,
              "a DNS label: 1 to 63 lower-case letters, digits or '-', with a letter or digit at both ends"},
    FormatRow{"dns-subdomain", is_dns_subdomain,
              "a DNS name: lower-case letters, digits, '-' or '.', with a letter or digit at both ends of every part"},
    FormatRow{"port-name", is_port_name,
              "a port name: 1 to 15 lower-case letters, digits or single '-', with at least one letter"},
    FormatRow{"port", is_port, "a port: 1 to 65535, or the name of a container port"},
    FormatRow{"qualified-name", is_qualified_name,
              "a name of at most 63 letters, digits, '-', '_' or '.', after an optional DNS name and '/'"},
    FormatRow{"label-value", [](std::string_view text) { return text.empty() || is_name_part(text); },
              "at most 63 letters, digits, '-', '_' or '.', with a letter or digit at both ends"},
    FormatRow{"environment-name", is_environment_name, "printable characters without '='"},
    FormatRow{"no-outer-blanks", has_no_outer_blanks, "text without blanks at its ends"},
};

}  // namespace

bool has_format(std::string_view text, Format format) noexcept {
  return formats[static_cast<std::size_t>(format)].holds(text);
}

Format format_named(std::string_view name) {
  const auto found = std::ranges::find(formats, name, &FormatRow::name);
  BOOST_ASSERT(found != formats.end());
  return static_cast<Format>(found - formats.begin());
}

std::string_view description(Format format) noexcept {
  return formats[static_cast<std::size_t>(format)].description;
}

}  // namespace podreel::types
