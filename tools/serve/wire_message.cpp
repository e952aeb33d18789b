#include "tools/serve/wire_message.hpp"

#include <algorithm>
#include <array>
#include <boost/assert.hpp>
#include <charconv>
#include <utility>

#include "engine/api/take_word.hpp"

namespace podreel::serve {

namespace {

using api::take_word;

constexpr std::string_view messages_text =
#include "tools/serve/wire_messages.inc"
    ;

constexpr std::array wire_kinds{
    std::pair{std::string_view{"bool"}, WireKind::boolean},
    std::pair{std::string_view{"bytes"}, WireKind::bytes},
    std::pair{std::string_view{"FieldsV1"}, WireKind::field_set},
    std::pair{std::string_view{"int"}, WireKind::integer},
    std::pair{std::string_view{"IntOrString"}, WireKind::int_or_text},
    std::pair{std::string_view{"MicroTime"}, WireKind::micro_time},
    std::pair{std::string_view{"Quantity"}, WireKind::quantity},
    std::pair{std::string_view{"string"}, WireKind::text},
    std::pair{std::string_view{"Time"}, WireKind::time},
};

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

WireField field_of_row(std::string_view line, std::map<std::string_view, WireMessage>& messages) {
  WireField field;
  const std::string_view number = take_word(line);
  std::from_chars(number.data(), number.data() + number.size(), field.number);
  field.name = take_word(line);
  if (field.name == "-") field.name = {};
  std::string_view type = take_word(line);
  field.is_optional = type.ends_with('?');
  if (field.is_optional) type.remove_suffix(1);
  field.is_pointer = take_prefix(type, "*");
  if (take_prefix(type, "[]")) field.shape = WireShape::list;
  if (take_prefix(type, "map[string]")) field.shape = WireShape::map;
  const auto* known = std::ranges::find(wire_kinds, type, &std::pair<std::string_view, WireKind>::first);
  if (known != wire_kinds.end()) {
    field.kind = known->second;
  } else {
    field.message = &messages[type];
  }
  return field;
}

}  // namespace

const WireField* WireMessage::find(std::uint32_t number) const noexcept {
  const auto found = std::ranges::lower_bound(fields, number, {}, &WireField::number);
  return found == fields.end() || found->number != number ? nullptr : &*found;
}

WireMessages::WireMessages(std::string_view text) {
  WireMessage* message = nullptr;
  api::for_each_line(text, [&](std::string_view line, int) {
    if (line.starts_with(' ')) {
      BOOST_ASSERT(message != nullptr);
      message->fields.push_back(field_of_row(line, messages_));
    } else {
      message = &messages_[line];
      message->name = line;
    }
  });
  for (const auto& [name, each] : messages_) BOOST_ASSERT(each.name == name);
}

const WireMessages& WireMessages::built_in() {
  static const WireMessages messages{messages_text};
  return messages;
}

const WireMessage* WireMessages::find(std::string_view name) const {
  const auto found = messages_.find(name);
  return found == messages_.end() ? nullptr : &found->second;
}

}  // namespace podreel::serve
