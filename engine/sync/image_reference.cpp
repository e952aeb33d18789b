#include "engine/sync/image_reference.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

#include "engine/release/messages.hpp"

namespace podreel::sync {

namespace {

constexpr std::string_view default_domain = "docker.io";
constexpr std::string_view legacy_default_domain = "index.docker.io";
constexpr std::string_view official_repository = "library";
constexpr std::string_view default_tag = ":latest";
constexpr std::size_t name_length_max = 255;
constexpr std::size_t tag_length_max = 128;
constexpr std::size_t identifier_length = 64;
constexpr std::size_t digest_hex_min = 32;

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_letter(char c) {
  return is_lower(c) || is_upper(c);
}
constexpr bool is_alphanumeric(char c) {
  return is_letter(c) || is_digit(c);
}
constexpr bool is_lower_alphanumeric(char c) {
  return is_lower(c) || is_digit(c);
}
constexpr bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f');
}
constexpr bool is_hex_of_any_case(char c) {
  return is_hex(c) || (c >= 'A' && c <= 'F');
}

std::string lower_case(std::string_view text) {
  std::string result{text};
  for (char& c : result) {
    if (is_upper(c)) c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// The parts of "[domain/]path[:tag][@digest]".
struct Parts {
  std::string_view name;
  std::string_view tag;
  std::string_view digest;
};

/// A component of a domain: letters, digits, and dashes inside.
bool is_domain_component(std::string_view text) {
  return !text.empty() && text.front() != '-' && text.back() != '-' &&
         std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || c == '-'; });
}

bool is_domain(std::string_view text) {
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    const std::string_view port = text.substr(colon + 1);
    if (port.empty() || !std::ranges::all_of(port, is_digit)) return false;
    text = text.substr(0, colon);
  }
  while (true) {
    const std::size_t dot = text.find('.');
    if (!is_domain_component(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

/// "_", ".", "__" or any number of dashes: what may stand between the words of a path component.
bool is_separator(std::string_view text) {
  return text == "_" || text == "." || text == "__" || std::ranges::all_of(text, [](char c) { return c == '-'; });
}

bool is_path_component(std::string_view text) {
  if (text.empty() || !is_lower_alphanumeric(text.front()) || !is_lower_alphanumeric(text.back())) return false;
  while (!text.empty()) {
    const auto word_end = std::ranges::find_if_not(text, is_lower_alphanumeric);
    text.remove_prefix(static_cast<std::size_t>(word_end - text.begin()));
    const auto separator_end = std::ranges::find_if(text, is_lower_alphanumeric);
    const auto length = static_cast<std::size_t>(separator_end - text.begin());
    if (length > 0 && !is_separator(text.substr(0, length))) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool is_path(std::string_view text) {
  while (true) {
    const std::size_t slash = text.find('/');
    if (!is_path_component(text.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    text.remove_prefix(slash + 1);
  }
}

bool is_name(std::string_view text) {
  const std::size_t slash = text.find('/');
  return slash != std::string_view::npos && is_domain(text.substr(0, slash)) && is_path(text.substr(slash + 1));
}

bool is_tag(std::string_view text) {
  const auto is_word = [](char c) { return is_alphanumeric(c) || c == '_'; };
  return !text.empty() && text.size() <= tag_length_max && is_word(text.front()) &&
         std::ranges::all_of(text, [is_word](char c) { return is_word(c) || c == '.' || c == '-'; });
}

/// The algorithm of a digest: words that begin with a letter, joined by single "-", "_", "+" or ".".
bool is_digest_algorithm(std::string_view text) {
  bool at_word_start = true;
  for (const char c : text) {
    const bool joins = c == '-' || c == '_' || c == '+' || c == '.';
    if (at_word_start ? !is_letter(c) : !is_alphanumeric(c) && !joins) return false;
    at_word_start = joins;
  }
  return !at_word_start;
}

bool is_digest(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !is_digest_algorithm(text.substr(0, colon))) return false;
  const std::string_view hex = text.substr(colon + 1);
  return hex.size() >= digest_hex_min && std::ranges::all_of(hex, is_hex_of_any_case);
}

std::optional<Parts> match(std::string_view reference) {
  Parts parts;
  if (const std::size_t at = reference.find('@'); at != std::string_view::npos) {
    parts.digest = reference.substr(at + 1);
    if (!is_digest(parts.digest)) return std::nullopt;
    reference = reference.substr(0, at);
  }
  const std::size_t last_slash = reference.rfind('/');
  const std::size_t colon = reference.find(':', last_slash == std::string_view::npos ? 0 : last_slash);
  if (colon != std::string_view::npos) {
    parts.tag = reference.substr(colon + 1);
    if (!is_tag(parts.tag)) return std::nullopt;
    reference = reference.substr(0, colon);
  }
  parts.name = reference;
  if (!is_name(reference)) return std::nullopt;
  return parts;
}

/// The digest's algorithm and length, as opencontainers/go-digest checks them.
std::string digest_problem(std::string_view digest) {
  struct Algorithm {
    std::string_view name;
    std::size_t hex_length;
  };
  constexpr std::array known{Algorithm{"sha256", 64}, Algorithm{"sha384", 96}, Algorithm{"sha512", 128}};
  const std::size_t colon = digest.find(':');
  const std::string_view hex = digest.substr(colon + 1);
  for (const Algorithm& algorithm : known) {
    if (algorithm.name != digest.substr(0, colon)) continue;
    if (hex.size() != algorithm.hex_length) return "invalid checksum digest length";
    return std::ranges::all_of(hex, is_hex) ? "" : "invalid checksum digest format";
  }
  return "unsupported digest algorithm";
}

/// "docker.io/library/busybox" for "busybox": splitDockerDomain, joined again.
std::string with_domain(std::string_view image) {
  const std::size_t slash = image.find('/');
  const std::string_view first = image.substr(0, slash);
  const bool has_domain =
      slash != std::string_view::npos && (first.find_first_of(".:") != std::string_view::npos || first == "localhost");
  std::string_view domain = has_domain ? first : default_domain;
  const std::string_view rest = has_domain ? image.substr(slash + 1) : image;
  if (domain == legacy_default_domain) domain = default_domain;
  if (domain == default_domain && rest.find('/') == std::string_view::npos) {
    return fmt::format("{}/{}/{}", domain, official_repository, rest);
  }
  return fmt::format("{}/{}", domain, rest);
}

/// What is wrong with `image`; nothing if it is a reference.
std::optional<std::string> reference_problem(std::string_view image, const release::Behaviour& behaviour) {
  if (image.size() == identifier_length && std::ranges::all_of(image, is_hex)) {
    return fmt::format("invalid repository name ({}), cannot specify 64-byte hexadecimal strings", image);
  }
  const std::string full = with_domain(image);
  const std::string_view remainder = std::string_view{full}.substr(full.find('/') + 1);
  const std::string_view remote_name = remainder.substr(0, remainder.find(':'));
  if (lower_case(remote_name) != remote_name) return release::upper_case_repository(behaviour, remote_name);
  const std::optional<Parts> parts = match(full);
  if (!parts) {
    return match(lower_case(full)) ? "repository name must be lowercase" : "invalid reference format";
  }
  if (parts->name.size() > name_length_max) {
    return fmt::format("repository name must not be more than {} characters", name_length_max);
  }
  if (parts->digest.empty()) return std::nullopt;
  std::string problem = digest_problem(parts->digest);
  if (problem.empty()) return std::nullopt;
  return problem;
}

}  // namespace

runtime::Result<std::string> apply_default_image_tag(std::string_view image, const release::Behaviour& behaviour) {
  if (const std::optional<std::string> problem = reference_problem(image, behaviour)) {
    return runtime::Error{release::unparsable_image_name(behaviour, image, *problem)};
  }
  const std::optional<Parts> parts = match(with_domain(image));
  const bool is_complete = !parts->tag.empty() || !parts->digest.empty();
  return runtime::Result<std::string>{boost::system::in_place_value,
                                      std::string{image}.append(is_complete ? "" : default_tag)};
}

}  // namespace podreel::sync
