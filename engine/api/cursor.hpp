// One way to look at a value, be it of a document with positions or JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/api/document.hpp"
#include "engine/api/tree_builder.hpp"

namespace podreel::api {

/// A value, or nothing; null is nothing. What is looked at must outlive this. What is asked of a value of another kind
/// is answered as for nothing: no members, no text, zero.
class Cursor {
 public:
  using Kind = Tree::Kind;

  Cursor() = default;
  Cursor(const Tree& tree) noexcept : tree_(&tree) {}              // NOLINT(google-explicit-constructor)
  Cursor(const nlohmann::json& value) noexcept : json_(&value) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] Kind kind() const noexcept;
  [[nodiscard]] bool is_map() const noexcept { return kind() == Kind::map; }
  explicit operator bool() const noexcept { return kind() != Kind::null; }
  /// Position in the text; {0, 0} in JSON.
  [[nodiscard]] Mark mark() const noexcept { return tree_ != nullptr ? tree_->mark : Mark{}; }

  /// The node of the document; null in JSON.
  [[nodiscard]] const Tree* tree() const noexcept { return tree_; }

  [[nodiscard]] Cursor operator[](std::string_view key) const;
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] Cursor item(std::size_t index) const;

  /// Text of a string; in a document, of any scalar.
  [[nodiscard]] std::string_view text() const noexcept;
  [[nodiscard]] std::int64_t integer() const noexcept;
  [[nodiscard]] bool is_true() const noexcept;
  /// Any scalar as a document would show it.
  [[nodiscard]] std::string scalar_text() const;

  /// Calls `use(key, mark of the key, value)` for every member, those that are null among them.
  template <class Use>
  void for_each_member(const Use& use) const {
    if (tree_ != nullptr) {
      for (const Tree::Member& member : tree_->members) use(member.key, member.mark, Cursor{member.value});
    } else if (json_ != nullptr && json_->is_object()) {
      for (const auto& [key, value] : json_->items()) use(std::string_view{key}, Mark{}, Cursor{value});
    }
  }

  /// Calls `use(item, index)` for every item of a list.
  template <class Use>
  void for_each_item(const Use& use) const {
    for (std::size_t index = 0; index < size(); ++index) use(item(index), index);
  }

 private:
  const Tree* tree_ = nullptr;
  const nlohmann::json* json_ = nullptr;
};

/// Calls `use(item, path)` for every map in the list `key` of the object at `path`.
template <class Use>
void for_each_map(const Cursor& object, std::string_view key, const std::string& path, const Use& use) {
  const std::string list_path = path_to_key(path, key);
  object[key].for_each_item([&](const Cursor& item, std::size_t index) {
    if (item.is_map()) use(item, path_to_item(list_path, index));
  });
}

/// "the string \"x\"", "the integer 80", "a list": a value as messages show it.
[[nodiscard]] std::string found(const Cursor& value);

}  // namespace podreel::api
