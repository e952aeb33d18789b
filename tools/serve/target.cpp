#include "tools/serve/target.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace podreel::serve {

namespace {

std::optional<std::string> decoded(std::string_view text, bool plus_is_blank) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char letter = text[at];
    if (letter == '+' && plus_is_blank) letter = ' ';
    if (letter == '%') {
      unsigned value = 0;
      const std::string_view digits = text.substr(at + 1, 2);
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
      if (digits.size() != 2 || read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) return {};
      letter = static_cast<char>(value);
      at += 2;
    }
    if (static_cast<unsigned char>(letter) < ' ') return {};
    result += letter;
  }
  return result;
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace

std::string Target::parameter(std::string_view name) const {
  const auto found = query.find(name);
  return found == query.end() ? std::string{} : found->second;
}

bool Target::flag(std::string_view name) const {
  const auto found = query.find(name);
  if (found == query.end() || found->second == "0") return false;
  return !std::ranges::equal(found->second, std::string_view{"false"}, {},
                             [](unsigned char letter) { return std::tolower(letter); });
}

std::optional<Target> parse_target(std::string_view text) {
  if (!text.starts_with('/')) return {};
  Target target;
  const std::size_t question = std::min(text.find('?'), text.size());
  for (const std::string_view part : parts_of(text.substr(0, question), '/')) {
    auto segment = decoded(part, false);
    if (!segment || *segment == "." || *segment == "..") return {};
    target.path.push_back(*std::move(segment));
  }
  for (const std::string_view part : parts_of(text.substr(std::min(question + 1, text.size())), '&')) {
    const std::size_t equals = std::min(part.find('='), part.size());
    auto name = decoded(part.substr(0, equals), true);
    auto value = decoded(part.substr(std::min(equals + 1, part.size())), true);
    if (!name || !value) return {};
    target.query.try_emplace(*std::move(name), *std::move(value));
  }
  return target;
}

}  // namespace podreel::serve
