// Cuts the items out of a JSON list as it is read, without holding more than one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/api/document.hpp"

namespace podreel::api {

/// Fed with JSON text piece by piece, it hands over the objects in the list `items` of a top object, or also those of a
/// list that is the top itself, and keeps the rest: the text with an empty string for each of these objects, and
/// without blanks between them (so two objects without a comma between them stay an error). It does not check syntax;
/// parsers of the items and of the rest do.
class ItemSplitter {
 public:
  /// Item, its beginning, and the `kind` of the list as far as it was read before.
  using Take = std::function<void(std::string_view item, Mark mark, std::string_view list_kind)>;

  enum class Lists : std::uint8_t { of_objects, of_objects_and_bare };

  explicit ItemSplitter(Take take, Lists lists = Lists::of_objects) : take_(std::move(take)), lists_(lists) {}

  void feed(std::string_view piece);

  [[nodiscard]] const std::string& rest() const noexcept { return rest_; }
  /// The length of the item that is incomplete so far.
  [[nodiscard]] std::size_t pending() const noexcept { return item_.size(); }
  [[nodiscard]] std::size_t items() const noexcept { return items_; }
  /// The text ended inside an item.
  [[nodiscard]] bool inside_item() const noexcept { return in_item_; }
  /// The current item is in a list that is not inside an object.
  [[nodiscard]] bool is_list_bare() const noexcept { return list_depth_ == bare_list_depth; }
  /// Number of top values that have ended.
  [[nodiscard]] std::size_t ended() const noexcept { return ended_; }

 private:
  void split(std::string_view piece);
  [[nodiscard]] std::size_t end_of_item(std::string_view piece, std::size_t at);
  void take_item(std::string_view last_part);
  void next_line(std::size_t at);
  void in_string(char character);
  void open(char bracket, std::size_t at);
  void close();
  void separate(char character, std::size_t at);

  // Number of brackets around the items of a list.
  static constexpr std::size_t bare_list_depth = 1;
  static constexpr std::size_t list_depth = 2;

  Take take_;
  Lists lists_;
  std::size_t list_depth_ = list_depth;
  std::size_t ended_ = 0;
  std::string rest_;
  std::string item_;
  std::string key_;
  std::string string_;
  std::string kind_;
  int line_ = 1;
  /// Offsets in the whole text: of the current line, and of the current piece.
  std::size_t line_start_ = 0;
  std::size_t bytes_before_ = 0;
  Mark item_mark_{1, 1};
  std::size_t depth_ = 0;
  std::size_t items_ = 0;
  /// Known once something else than blanks was read.
  bool is_known_ = false;
  bool is_json_ = false;
  bool in_string_ = false;
  bool escaped_ = false;
  bool in_list_ = false;
  bool in_item_ = false;
};

}  // namespace podreel::api
