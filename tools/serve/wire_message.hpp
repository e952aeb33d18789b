// JSON forms of Kubernetes' protobuf messages.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace podreel::serve {

struct WireMessage;

/// Kinds of values. Quantities, times and int-or-string values are messages in protobuf, but not in JSON.
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
  /// Empty: its members belong to the enclosing object.
  std::string_view name{};
  WireKind kind = WireKind::message;
  WireShape shape = WireShape::one;
  /// A pointer in Go, which may be absent.
  bool is_pointer = false;
  /// Omitted in JSON if it is absent, false, zero or empty.
  bool is_optional = false;
  /// Set for WireKind::message.
  const WireMessage* message = nullptr;
};

struct WireMessage {
  std::string_view name{};
  /// Sorted by number.
  std::vector<WireField> fields{};

  /// Returns a field; null if there is none.
  [[nodiscard]] const WireField* find(std::uint32_t number) const noexcept;
};

/// The messages of wire_messages.inc. No message contains itself, so the nesting is bounded by the size of the table.
class WireMessages {
 public:
  [[nodiscard]] static const WireMessages& built_in();

  /// Returns a message such as "Deployment"; null if there is none.
  [[nodiscard]] const WireMessage* find(std::string_view name) const;
  [[nodiscard]] const std::map<std::string_view, WireMessage>& all() const noexcept { return messages_; }

 private:
  explicit WireMessages(std::string_view text);

  std::map<std::string_view, WireMessage> messages_;
};

}  // namespace podreel::serve
