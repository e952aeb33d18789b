#include "engine/trace/json_line.hpp"

#include <utility>

#include "engine/api/printable.hpp"
#include "engine/trace/json_buffer.hpp"
#include "engine/trace/record_fields.hpp"

namespace podreel::trace {

namespace {

class TextArray;

/// An object as text, appended member by member.
class TextObject {
 public:
  explicit TextObject(memory::TextBuffer& out) : out_{out} { out_.push_back('{'); }
  ~TextObject() { out_.push_back('}'); }
  TextObject(const TextObject&) = delete;
  TextObject& operator=(const TextObject&) = delete;

  void text(std::string_view key, std::string_view value) { append_json_string(member(key), value); }
  void entry(std::string_view name, std::string_view value) {
    if (std::exchange(has_members_, true)) out_.push_back(',');
    append_json_string(out_, name);
    out_.push_back(':');
    append_json_string(out_, value);
  }
  void truth(std::string_view key, bool value) { member(key).append(value ? "true" : "false"); }
  void number(std::string_view key, std::int64_t value) { append_number(member(key), value); }
  void decimal(std::string_view key, std::int64_t value, int digits, int min_decimals) {
    append_decimal(member(key), value, digits, min_decimals);
  }
  void null(std::string_view key) { member(key).append("null"); }
  void tree(std::string_view key, const nlohmann::ordered_json& value) {
    member(key).append(api::printable_json(value));
  }
  [[nodiscard]] TextObject object(std::string_view key) { return TextObject{member(key)}; }
  [[nodiscard]] TextArray array(std::string_view key);

 private:
  memory::TextBuffer& member(std::string_view key) {
    append_json_key(out_, key, std::exchange(has_members_, true));
    return out_;
  }

  memory::TextBuffer& out_;
  bool has_members_ = false;
};

class TextArray {
 public:
  explicit TextArray(memory::TextBuffer& out) : out_{out} { out_.push_back('['); }
  ~TextArray() { out_.push_back(']'); }
  TextArray(const TextArray&) = delete;
  TextArray& operator=(const TextArray&) = delete;

  [[nodiscard]] TextObject object() {
    if (std::exchange(has_items_, true)) out_.push_back(',');
    return TextObject{out_};
  }

 private:
  memory::TextBuffer& out_;
  bool has_items_ = false;
};

TextArray TextObject::array(std::string_view key) {
  return TextArray{member(key)};
}

}  // namespace

void append_json_line(std::string& out, const Record& record, sim::Time start) {
  memory::TextBuffer line;
  {
    TextObject object{line};
    add_record(object, record, start);
  }
  out.append(line.view());
}

}  // namespace podreel::trace
