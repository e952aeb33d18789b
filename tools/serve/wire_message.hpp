// What Kubernetes' messages of protobuf are in JSON.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace podreel::server {

struct WireMessage;

/// Quantities, times and what may be a number or a text are messages, too, but not in JSON.
enum class WireKind : std::uint8_t {
  boolean,
  bytes,
  field_set,
  int_or_text,
  integer,
  message,
  micro_time,
  quantity,
  text,
  time,
};

enum class WireShape : std::uint8_t { one, list, map };

struct WireField {
  std::uint32_t number = 0;
  /// Empty: its members stand in the object around it.
  std::string_view name{};
  WireKind kind = WireKind::message;
  WireShape shape = WireShape::one;
  /// Of Go: it may be missing altogether.
  bool is_pointer = false;
  /// JSON has it only if it is there, and not false, zero or empty.
  bool is_optional = false;
  /// Of WireKind::message.
  const WireMessage* message = nullptr;
};

struct WireMessage {
  std::string_view name{};
  /// By number.
  std::vector<WireField> fields{};

  /// Null: it has no such field.
  [[nodiscard]] const WireField* find(std::uint32_t number) const noexcept;
};

/// All that wire_messages.inc has. No message contains itself, so none is nested deeper than the table.
class WireMessages {
 public:
  [[nodiscard]] static const WireMessages& built_in();

  /// "Deployment". Null: there is none.
  [[nodiscard]] const WireMessage* find(std::string_view name) const;
  [[nodiscard]] const std::map<std::string_view, WireMessage>& all() const noexcept { return messages_; }

 private:
  explicit WireMessages(std::string_view text);

  std::map<std::string_view, WireMessage> messages_;
};

}  // namespace podreel::server
