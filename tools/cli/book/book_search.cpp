#include "tools/cli/book/book_search.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/ascii.hpp"
#include "engine/api/lower_case.hpp"
#include "engine/api/printable.hpp"
#include "tools/text/script_safe.hpp"

namespace podreel::cli {

namespace {

constexpr std::size_t min_word_length = 2;
constexpr std::size_t max_word_length = 40;

bool is_between_letters(char character) {
  return character == '-' || character == '_' || character == '.';
}

/// Returns a word without signs at its ends, in lower case; empty if it is none.
std::string word_of(std::string_view part) {
  while (!part.empty() && is_between_letters(part.front())) part.remove_prefix(1);
  while (!part.empty() && is_between_letters(part.back())) part.remove_suffix(1);
  if (part.size() < min_word_length || part.size() > max_word_length) return {};
  if (std::ranges::none_of(part, api::is_letter)) return {};
  return api::lower_case(std::string{part});
}

}  // namespace

std::string plain_text(std::string_view html) {
  std::string text;
  bool is_in_tag = false;
  for (std::size_t at = 0; at < html.size(); ++at) {
    if (is_in_tag) {
      is_in_tag = html[at] != '>';
    } else if (html[at] == '<') {
      is_in_tag = true;
      text += ' ';
    } else if (html[at] == '&') {
      at = std::min(html.find(';', at), html.size() - 1);
      text += ' ';
    } else {
      text += html[at];
    }
  }
  return text;
}

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && (api::is_alphanumeric(text[at]) || is_between_letters(text[at]))) continue;
    if (std::string word = word_of(text.substr(begin, at - begin)); !word.empty()) words.insert(std::move(word));
    begin = at + 1;
  }
  return words;
}

void SearchIndex::add(std::string_view path, std::string_view text) {
  for (const std::string& word : words_of(text)) words_[word].push_back(pages_.size());
  pages_.emplace_back(path);
}

std::string SearchIndex::script() const {
  const nlohmann::ordered_json index{{"pages", pages_}, {"words", words_}};
  return fmt::format("podreelSearchIndex({});\n", script_safe(api::printable_json(index)));
}

}  // namespace podreel::cli
