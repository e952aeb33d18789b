#include "scenarios/reproduce/message.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "engine/api/ascii.hpp"

namespace podreel::reproduce {

namespace {

using Words = std::map<std::string, std::size_t, std::less<>>;

/// Longer messages differ in the text that they quote.
constexpr std::size_t max_words = 60;

Words words_of(std::string_view text) {
  constexpr std::string_view combined = "(combined from similar events): ";
  if (text.starts_with(combined)) text.remove_prefix(combined.size());
  Words words;
  std::string word;
  std::size_t count = 0;
  const auto end_word = [&] {
    if (word.empty()) return;
    const bool has_digit = std::ranges::any_of(word, api::is_digit);
    ++words[has_digit ? "#" : word];
    ++count;
    word.clear();
  };
  for (const char letter : text) {
    if (count == max_words) return words;
    if (api::is_alphanumeric(letter)) {
      word += api::to_lower(letter);
    } else if (letter != '-' && letter != '.' && letter != '_') {
      end_word();
    }
  }
  end_word();
  return words;
}

/// More than two words of one kind count as two.
std::size_t weight(const Words::value_type& word) {
  return word.first == "#" ? std::min<std::size_t>(word.second, 1) : word.second;
}

std::size_t total(const Words& words) {
  std::size_t sum = 0;
  for (const auto& word : words) sum += weight(word);
  return sum;
}

}  // namespace

namespace {

double common_words(std::string_view one, std::string_view other) {
  const Words left = words_of(one);
  const Words right = words_of(other);
  const std::size_t all = total(left) + total(right);
  if (all == 0) return 1;
  std::size_t common = 0;
  for (const auto& word : left) {
    const auto found = right.find(word.first);
    if (found != right.end()) common += std::min(weight(word), weight(*found));
  }
  return 2.0 * static_cast<double>(common) / static_cast<double>(all);
}

/// Returns the text without the mark of a cut, as in "… with error: ...".
std::string_view without_ellipsis(std::string_view text) {
  for (const std::string_view mark : {"...", "\xE2\x80\xA6"}) {
    if (text.ends_with(mark)) return text.substr(0, text.size() - mark.size());
  }
  return text;
}

}  // namespace

double likeness(std::string_view one, std::string_view other) {
  const double whole = common_words(one, other);
  constexpr std::size_t says_something = 16;
  const std::string_view left = without_ellipsis(one);
  const std::string_view right = without_ellipsis(other);
  const std::size_t common = std::min(left.size(), right.size());
  if (common < says_something || left.substr(0, common) != right.substr(0, common)) return whole;
  constexpr double cut = 0.85;
  return std::max(whole, cut);
}

}  // namespace podreel::reproduce
