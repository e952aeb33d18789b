#include "engine/api/cursor.hpp"

#include <charconv>

#include "engine/api/json_member.hpp"
#include "engine/api/problem_list.hpp"

namespace podreel::api {

namespace {

Cursor::Kind kind_of(const nlohmann::json& value) {
  using Json = nlohmann::json;
  switch (value.type()) {
    case Json::value_t::boolean:
      return Cursor::Kind::boolean;
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
      return Cursor::Kind::integer;
    case Json::value_t::number_float:
      return Cursor::Kind::real;
    case Json::value_t::string:
      return Cursor::Kind::string;
    case Json::value_t::array:
      return Cursor::Kind::list;
    case Json::value_t::object:
      return Cursor::Kind::map;
    default:
      return Cursor::Kind::null;
  }
}

}  // namespace

Cursor::Kind Cursor::kind() const noexcept {
  if (tree_ != nullptr) return tree_->kind;
  return json_ != nullptr ? kind_of(*json_) : Kind::null;
}

Cursor Cursor::operator[](std::string_view key) const {
  if (tree_ != nullptr) {
    const Tree* value = tree_->find(key);
    return value != nullptr ? Cursor{*value} : Cursor{};
  }
  const nlohmann::json* value = find_member(json_, key);
  return value != nullptr ? Cursor{*value} : Cursor{};
}

std::size_t Cursor::size() const noexcept {
  if (tree_ != nullptr) return tree_->items.size();
  return json_ != nullptr && json_->is_array() ? json_->size() : 0;
}

Cursor Cursor::item(std::size_t index) const {
  return tree_ != nullptr ? Cursor{tree_->items[index]} : Cursor{(*json_)[index]};
}

std::string_view Cursor::text() const noexcept {
  return tree_ != nullptr ? std::string_view{tree_->text} : string_of(json_);
}

std::int64_t Cursor::integer() const noexcept {
  if (tree_ == nullptr) return integer_of(json_);
  std::int64_t number = 0;
  const std::string& text = tree_->text;
  if (kind() == Kind::integer) std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool Cursor::is_true() const noexcept {
  return tree_ != nullptr ? kind() == Kind::boolean && tree_->text == "true" : bool_of(json_);
}

std::string Cursor::scalar_text() const {
  if (tree_ != nullptr) return tree_->text;
  return json_ != nullptr && json_->is_primitive() ? api::scalar_text(*json_) : std::string{};
}

std::string found(const Cursor& value) {
  return found(value.kind(), value.scalar_text());
}

}  // namespace podreel::api
