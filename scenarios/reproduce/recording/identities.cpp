#include "scenarios/reproduce/recording/identities.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace podreel::reproduce {

namespace {

constexpr std::string_view digits{"0123456789"};
/// Go prints "1m2.5s" and "310.2µs".
constexpr std::string_view characters_of_durations{"0123456789.abcdefghijklmnopqrstuvwxyzµ"};

/// Number of characters at the start of `text` that are among `characters`.
std::size_t length_of(std::string_view text, std::string_view characters) {
  return std::min(text.find_first_not_of(characters), text.size());
}

/// Takes `part` from the start of `text`; false if it does not stand there.
bool take(std::string_view& text, std::string_view part) {
  if (!text.starts_with(part)) return false;
  text.remove_prefix(part.size());
  return true;
}

/// Takes all `characters` from the start of `text`; false if there are none.
bool take_some(std::string_view& text, std::string_view characters) {
  const std::size_t length = length_of(text, characters);
  text.remove_prefix(length);
  return length > 0;
}

bool is_hex_digit(char character) {
  return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
}

/// Number of hexadecimal digits at the start of `text`, as far as `maximum`.
std::size_t count_hex_digits(std::string_view text, std::size_t maximum) {
  text = text.substr(0, maximum);
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_hex_digit) - text.begin());
}

/// Length of the UID at the start of `text`, with dashes or, as a static pod's, without; 0: there is none.
std::size_t uid_at(std::string_view text) {
  constexpr std::size_t without_dashes = 32;
  constexpr std::array<std::size_t, 5> groups{8, 4, 4, 4, 12};
  const std::size_t first_digits = count_hex_digits(text, without_dashes);
  if (first_digits == without_dashes) return without_dashes;
  if (first_digits != groups.front()) return 0;
  std::string_view rest = text;
  for (const std::size_t group : groups) {
    if (rest.size() != text.size() && !take(rest, "-")) return 0;
    if (count_hex_digits(rest, group) != group) return 0;
    rest.remove_prefix(group);
  }
  return text.size() - rest.size();
}

/// Length of "in 1.2s (3.4s including waiting)" at the start of `text`, or 0.
std::size_t pull_at(std::string_view text) {
  std::string_view rest = text;
  const bool is_there = take(rest, "in ") && take_some(rest, characters_of_durations) && take(rest, " (") &&
                        take_some(rest, characters_of_durations) && take(rest, " including waiting)");
  return is_there ? text.size() - rest.size() : 0;
}

/// Length of "Image size: 123 bytes" at the start of `text`, or 0.
std::size_t size_at(std::string_view text) {
  std::string_view rest = text;
  const bool is_there = take(rest, "Image size: ") && take_some(rest, digits) && take(rest, " bytes");
  return is_there ? text.size() - rest.size() : 0;
}

/// Length of `sandbox container "0a1b2c3d"` at the start of `text`, with the first digits of its id or with all, or 0.
std::size_t sandbox_at(std::string_view text) {
  constexpr std::size_t first_digits = 8;
  constexpr std::size_t all_digits = 64;
  std::string_view rest = text;
  if (!take(rest, "sandbox container \"")) return 0;
  const std::size_t length = count_hex_digits(rest, all_digits);
  rest.remove_prefix(length);
  const bool is_id = (length == first_digits || length == all_digits) && take(rest, "\"");
  return is_id ? text.size() - rest.size() : 0;
}

/// The text with `placeholder` for each part whose length `length_at` finds, where `may_begin` accepts the character.
template <typename MayBegin, typename LengthAt>
std::string replaced(std::string_view text, const MayBegin& may_begin, const LengthAt& length_at,
                     std::string_view placeholder) {
  std::string result;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = may_begin(text[at]) ? length_at(text.substr(at)) : 0;
    if (length == 0) {
      ++at;
      continue;
    }
    result.append(text.substr(copied, at - copied)).append(placeholder);
    at += length;
    copied = at;
  }
  return result.append(text.substr(copied));
}

/// Kubelets up to 1.26 end with the duration of the pull.
void replace_last_duration(std::string& message) {
  constexpr std::string_view begin{"Successfully pulled image "};
  constexpr std::string_view before{" in "};
  if (!message.starts_with(begin) || message.find_first_of("\r\n") != std::string::npos) return;
  const std::size_t duration = message.rfind(' ') + 1;
  const std::string_view last = std::string_view{message}.substr(duration);
  if (last.empty() || length_of(last, characters_of_durations) != last.size()) return;
  if (duration < begin.size() + before.size() || !message.substr(0, duration).ends_with(before)) return;
  message.replace(duration, last.size(), "<DURATION>");
}

}  // namespace

std::string without_identities(std::string_view message) {
  const auto is = [](char first) { return [first](char character) { return character == first; }; };
  std::string result = replaced(message, is('s'), sandbox_at, "sandbox container <id>");
  result = replaced(result, is_hex_digit, uid_at, "<uid>");
  result = replaced(result, is('i'), pull_at, "in <DURATION> (<DURATION> including waiting)");
  replace_last_duration(result);
  return replaced(result, is('I'), size_at, "Image size: N bytes");
}

}  // namespace podreel::reproduce
