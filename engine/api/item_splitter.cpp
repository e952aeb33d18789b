#include "engine/api/item_splitter.hpp"

#include <algorithm>
#include <utility>

namespace podreel::api {

namespace {

// Of the brackets around what stands in the top object, and around the items in their list.
constexpr std::size_t top_depth = 1;
constexpr std::size_t list_depth = 2;

bool is_blank(char character) {
  return character == ' ' || character == '\n' || character == '\r' || character == '\t';
}

}  // namespace

void ItemSplitter::feed(std::string_view piece) {
  const auto first = std::ranges::find_if_not(piece, is_blank);
  if (!is_known_ && first != piece.end()) {
    is_known_ = true;
    is_json_ = *first == '{';
  }
  if (is_json_) {
    split(piece);
  } else {
    rest_ += piece;
  }
}

void ItemSplitter::split(std::string_view piece) {
  std::size_t item_start = 0;
  for (std::size_t at = 0; at < piece.size(); ++at) {
    const char character = piece[at];
    if (in_string_) {
      in_string(character);
    } else {
      separate(character);
    }
    if (std::exchange(item_begins_, false)) item_start = at;
    if (!in_item_ && !item_ended_ && !(in_list_ && is_blank(character))) rest_ += character;
    if (std::exchange(item_ended_, false)) {
      item_.append(piece.substr(item_start, at + 1 - item_start));
      take_(item_, item_mark_, kind_);
      item_.clear();
      rest_ += R"("")";
      ++items_;
    }
    ++here_.column;
    if (character == '\n') here_ = {here_.line + 1, 1};
  }
  if (in_item_) item_.append(piece.substr(item_start));
}

/// Remembers strings of the top object: its keys, and the value of `kind`.
void ItemSplitter::in_string(char character) {
  if (escaped_) {
    escaped_ = false;
  } else if (character == '\\') {
    escaped_ = true;
  } else if (character == '"') {
    in_string_ = false;
    if (depth_ == top_depth && key_ == "kind") kind_ = string_;
    return;
  }
  constexpr std::size_t longest_of_interest = 64;
  if (depth_ == top_depth && string_.size() < longest_of_interest) string_ += character;
}

void ItemSplitter::separate(char character) {
  switch (character) {
    case '"':
      in_string_ = true;
      string_.clear();
      return;
    case ':':
      if (depth_ == top_depth) key_ = string_;
      return;
    case ',':
      if (depth_ == top_depth) key_.clear();
      return;
    case '{':
    case '[':
      return open(character);
    case '}':
    case ']':
      return close();
    default:
      return;
  }
}

void ItemSplitter::open(char bracket) {
  if (in_list_ && depth_ == list_depth && bracket == '{') {
    in_item_ = true;
    item_begins_ = true;
    item_mark_ = here_;
  } else if (depth_ == top_depth && bracket == '[' && key_ == "items") {
    in_list_ = true;
  }
  ++depth_;
}

void ItemSplitter::close() {
  if (depth_ > 0) --depth_;
  if (in_item_ && depth_ == list_depth) {
    in_item_ = false;
    item_ended_ = true;
  }
  if (depth_ == top_depth) in_list_ = false;
  if (depth_ == 0) kind_.clear();
}

}  // namespace podreel::api
