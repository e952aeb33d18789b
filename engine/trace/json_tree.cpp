#include "engine/trace/json_tree.hpp"

#include "engine/trace/json_text.hpp"
#include "engine/trace/record_fields.hpp"

namespace podreel::trace {

namespace {

/// Text as a line of JSON carries it: what is not UTF-8 becomes U+FFFD.
std::string valid_utf8(std::string_view text) {
  const bool is_ascii = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_ascii) return std::string{text};
  std::string quoted;
  append_json_string(quoted, text);
  return nlohmann::json::parse(quoted).get<std::string>();
}

template <class Json>
class TreeArray;

/// An object of a tree, which takes members.
template <class Json>
class TreeObject {
 public:
  explicit TreeObject(Json& object) : object_{object} { object_ = Json::object(); }

  void text(std::string_view key, std::string_view value) { add(key, valid_utf8(value)); }
  void entry(std::string_view name, std::string_view value) { add(valid_utf8(name), valid_utf8(value)); }
  void truth(std::string_view key, bool value) { add(key, value); }
  /// Numbers are unsigned where they can be, as in a tree that was parsed.
  void number(std::string_view key, std::int64_t value) {
    if (value < 0) {
      add(key, value);
    } else {
      add(key, static_cast<std::uint64_t>(value));
    }
  }
  void decimal(std::string_view key, std::int64_t value, int digits, int min_decimals) {
    std::int64_t scale = 1;
    for (int digit = 0; digit < digits; ++digit) scale *= 10;
    if (min_decimals == 0 && value % scale == 0) {
      number(key, value / scale);
    } else {
      add(key, static_cast<double>(value) / static_cast<double>(scale));
    }
  }
  void null(std::string_view key) { add(key, nullptr); }
  void tree(std::string_view key, const nlohmann::ordered_json& value) { add(key, Json(value)); }
  [[nodiscard]] TreeObject object(std::string_view key) { return TreeObject{add(key, nullptr)}; }
  [[nodiscard]] TreeArray<Json> array(std::string_view key) { return TreeArray<Json>{add(key, nullptr)}; }

 private:
  template <class Value>
  Json& add(std::string_view key, Value&& value) {
    return *object_.emplace(std::string{key}, std::forward<Value>(value)).first;
  }

  Json& object_;
};

template <class Json>
class TreeArray {
 public:
  explicit TreeArray(Json& array) : array_{array} { array_ = Json::array(); }
  [[nodiscard]] TreeObject<Json> object() { return TreeObject<Json>{array_.emplace_back()}; }

 private:
  Json& array_;
};

template <class Json>
Json tree_of(const Record& record, sim::Time start) {
  Json tree;
  TreeObject<Json> object{tree};
  add_record(object, record, start);
  return tree;
}

}  // namespace

nlohmann::ordered_json ordered_json_of(const Record& record, sim::Time start) {
  return tree_of<nlohmann::ordered_json>(record, start);
}

nlohmann::json json_of(const Record& record, sim::Time start) {
  return tree_of<nlohmann::json>(record, start);
}

}  // namespace podreel::trace
