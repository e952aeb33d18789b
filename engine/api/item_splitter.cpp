#include "engine/api/item_splitter.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace podreel::api {

namespace {

// Depth inside the top object.
constexpr std::size_t top_depth = 1;

/// Characters that matter inside an item.
constexpr std::array<bool, 256> is_special = [] {
  std::array<bool, 256> special{};
  for (const char character : {'"', '\\', '\n', '{', '}', '[', ']'})
    special[static_cast<unsigned char>(character)] = true;
  return special;
}();

bool is_blank(char character) {
  return character == ' ' || character == '\n' || character == '\r' || character == '\t';
}

}  // namespace

void ItemSplitter::feed(std::string_view piece) {
  const auto first = std::ranges::find_if_not(piece, is_blank);
  if (!is_known_ && first != piece.end()) {
    is_known_ = true;
    is_json_ = *first == '{' || (*first == '[' && lists_ == Lists::of_objects_and_bare);
  }
  // Blanks that come first are counted as what follows them.
  if (is_known_ && !is_json_) {
    rest_ += piece;
  } else {
    split(piece);
  }
}

void ItemSplitter::split(std::string_view piece) {
  std::size_t item_start = 0;
  for (std::size_t at = 0; at < piece.size(); ++at) {
    if (in_item_) {
      at = end_of_item(piece, at);
      if (at == piece.size()) break;
      take_item(piece.substr(item_start, at + 1 - item_start));
      continue;
    }
    const char character = piece[at];
    if (in_string_) {
      in_string(character);
    } else {
      separate(character, at);
    }
    item_start = at;
    if (!in_item_ && !(in_list_ && is_blank(character))) rest_ += character;
    if (character == '\n') next_line(at);
  }
  if (in_item_) item_.append(piece.substr(item_start));
  bytes_before_ += piece.size();
}

/// Where the item that is being read ends in `piece`, or its size.
std::size_t ItemSplitter::end_of_item(std::string_view piece, std::size_t at) {
  if (std::exchange(escaped_, false)) ++at;
  for (; at < piece.size(); ++at) {
    const char character = piece[at];
    if (!is_special[static_cast<unsigned char>(character)]) continue;
    if (character == '\n') {
      next_line(at);
    } else if (character == '"') {
      in_string_ = !in_string_;
    } else if (character == '\\') {
      if (!in_string_) continue;
      escaped_ = at + 1 == piece.size();
      ++at;
    } else if (in_string_) {
      continue;
    } else if (character == '{' || character == '[') {
      ++depth_;
    } else if (--depth_ == list_depth_) {
      return at;
    }
  }
  return piece.size();
}

void ItemSplitter::take_item(std::string_view last_part) {
  if (!item_.empty()) last_part = item_.append(last_part);
  take_(last_part, item_mark_, kind_);
  item_.clear();
  in_item_ = false;
  rest_ += R"("")";
  ++items_;
}

void ItemSplitter::next_line(std::size_t at) {
  ++line_;
  line_start_ = bytes_before_ + at + 1;
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
  constexpr std::size_t max_tracked_length = 64;
  if (depth_ == top_depth && string_.size() < max_tracked_length) string_ += character;
}

void ItemSplitter::separate(char character, std::size_t at) {
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
      return open(character, at);
    case '}':
    case ']':
      return close();
    default:
      return;
  }
}

void ItemSplitter::open(char bracket, std::size_t at) {
  if (in_list_ && depth_ == list_depth_ && bracket == '{') {
    in_item_ = true;
    item_mark_ = {line_, static_cast<int>(bytes_before_ + at - line_start_) + 1};
  } else if (depth_ == top_depth && bracket == '[' && key_ == "items") {
    in_list_ = true;
    list_depth_ = list_depth;
  } else if (depth_ == 0 && bracket == '[' && lists_ == Lists::of_objects_and_bare) {
    in_list_ = true;
    list_depth_ = bare_list_depth;
  }
  ++depth_;
}

void ItemSplitter::close() {
  if (depth_ > 0) --depth_;
  if (in_list_ && depth_ < list_depth_) in_list_ = false;
  if (depth_ > 0) return;
  kind_.clear();
  key_.clear();
  ++ended_;
}

}  // namespace podreel::api
