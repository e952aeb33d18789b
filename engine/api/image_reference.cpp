#include "engine/api/image_reference.hpp"

#include <algorithm>

#include "engine/api/ascii.hpp"
#include "engine/api/take_word.hpp"

namespace podreel::api {

namespace {

bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Lower-case letters and digits, parted by one of: a dot, one or two underscores, hyphens.
bool is_path_component(std::string_view text) {
  const auto is_alphanumeric = [](char c) { return is_lower(c) || is_digit(c); };
  if (text.empty() || !is_alphanumeric(text.front()) || !is_alphanumeric(text.back())) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_alphanumeric(text[at])) continue;
    std::size_t end = at;
    while (!is_alphanumeric(text[end])) ++end;
    const std::string_view separator = text.substr(at, end - at);
    const bool hyphens = separator.find_first_not_of('-') == std::string_view::npos;
    if (!hyphens && separator != "." && separator != "_" && separator != "__") return false;
    at = end;
  }
  return true;
}

/// "[2001:db8::1]", without a zone.
bool is_ipv6_address(std::string_view text) {
  constexpr std::size_t brackets = 2;
  return text.size() > brackets && text.front() == '[' && text.back() == ']' &&
         std::ranges::all_of(text.substr(1, text.size() - brackets), [](char c) { return is_hex(c) || c == ':'; });
}

/// "registry.example.com:5000", "localhost", "[::1]:5000".
bool is_domain(std::string_view text, ReferenceGrammar grammar) {
  const std::size_t host_end = text.starts_with('[') ? text.find(']') : 0;
  const std::size_t colon = host_end == std::string_view::npos ? host_end : text.find(':', host_end);
  if (colon != std::string_view::npos) {
    const std::string_view port = text.substr(colon + 1);
    if (port.empty() || !std::ranges::all_of(port, is_digit)) return false;
    text = text.substr(0, colon);
  }
  if (grammar == ReferenceGrammar::reference_0_5 && is_ipv6_address(text)) return true;
  return std::ranges::all_of(split(text, '.'), [](std::string_view label) {
    const bool valid = std::ranges::all_of(label, [](char c) { return is_alphanumeric(c) || c == '-'; });
    return !label.empty() && valid && label.front() != '-' && label.back() != '-';
  });
}

bool is_repository(std::string_view text, ReferenceGrammar grammar) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const std::string_view first = text.substr(0, slash);
    if (is_registry(first, grammar)) {
      if (!is_domain(first, grammar)) return false;
      text.remove_prefix(slash + 1);
    }
  }
  return std::ranges::all_of(split(text, '/'), is_path_component);
}

bool is_tag(std::string_view text) {
  constexpr std::size_t max_length = 128;
  const auto in_word = [](char c) { return is_alphanumeric(c) || c == '_'; };
  return !text.empty() && text.size() <= max_length && in_word(text.front()) &&
         std::ranges::all_of(text, [&in_word](char c) { return in_word(c) || c == '.' || c == '-'; });
}

/// "sha256", "sha256+b64u": words that begin with a letter, parted by one of - _ + and a dot.
bool is_digest_algorithm(std::string_view text) {
  constexpr std::string_view separators = "-_+.";
  bool begins_word = true;
  for (const char c : text) {
    if (begins_word ? !is_letter(c) : !is_alphanumeric(c) && separators.find(c) == std::string_view::npos) return false;
    begins_word = separators.find(c) != std::string_view::npos;
  }
  return !begins_word;
}

bool is_digest(std::string_view text) {
  constexpr std::size_t shortest = 32;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !is_digest_algorithm(text.substr(0, colon))) return false;
  const std::string_view hex = text.substr(colon + 1);
  return hex.size() >= shortest && std::ranges::all_of(hex, is_hex);
}

bool is_bare_id(std::string_view text) {
  constexpr std::size_t id_length = 64;
  return text.size() == id_length && std::ranges::all_of(text, is_hex);
}

}  // namespace

bool is_registry(std::string_view first, ReferenceGrammar grammar) noexcept {
  if (first.find_first_of(".:") != std::string_view::npos || first == "localhost") return true;
  return grammar == ReferenceGrammar::reference_0_5 && std::ranges::any_of(first, is_upper);
}

std::optional<ImageReference> parse_image_reference(std::string_view image, ReferenceGrammar grammar) {
  ImageReference reference;
  if (is_bare_id(image)) return std::nullopt;
  if (const std::size_t at = image.find('@'); at != std::string_view::npos) {
    reference.digest = image.substr(at + 1);
    if (!is_digest(reference.digest)) return std::nullopt;
    image = image.substr(0, at);
  }
  const std::size_t slash = image.rfind('/');
  const std::size_t colon = image.rfind(':');
  const bool has_tag = colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash);
  if (has_tag) {
    reference.tag = image.substr(colon + 1);
    if (!is_tag(reference.tag)) return std::nullopt;
    image = image.substr(0, colon);
  }
  if (!is_repository(image, grammar)) return std::nullopt;
  reference.repository = image;
  return reference;
}

std::string_view default_pull_policy(std::string_view image, ReferenceGrammar grammar) {
  const std::optional<ImageReference> reference = parse_image_reference(image, grammar);
  const bool latest =
      reference && (reference->tag == "latest" || (reference->tag.empty() && reference->digest.empty()));
  return latest ? "Always" : "IfNotPresent";
}

PullPolicy pull_policy_named(std::string_view name) noexcept {
  if (name == "Always") return PullPolicy::always;
  return name == "Never" ? PullPolicy::never : PullPolicy::if_not_present;
}

}  // namespace podreel::api
