// Reads batch lines field by field; errors have the path of the field.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/sim/bounded_time.hpp"
#include "engine/sim/time.hpp"

namespace podreel::jsonl {

/// Thrown for input in a wrong format; caught for each line.
class FormatError : public std::runtime_error {
 public:
  FormatError(std::string path, const std::string& message);
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

/// A value of the input and its path.
class JsonField {
 public:
  JsonField(const nlohmann::json& value, std::string path) : value_(value), path_(std::move(path)) {}

  [[nodiscard]] const nlohmann::json& value() const noexcept { return value_; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Returns a required member; throws FormatError.
  [[nodiscard]] JsonField at(const char* key) const;
  /// Returns a member that may be absent or null.
  [[nodiscard]] std::optional<JsonField> find(const char* key) const;
  /// Throws FormatError for members with other names.
  void has_only(const std::vector<std::string_view>& known) const;
  /// Stores a member of the target's type, if there is one.
  template <class Target>
  void find_into(const char* key, Target& target) const {
    if (const std::optional<JsonField> field = find(key)) field->read(target);
  }
  /// Calls `use` with every item of a list, which may be absent.
  template <class Use>
  void for_each_item(const char* key, const Use& use) const {
    const std::optional<JsonField> list = find(key);
    if (!list) return;
    if (!list->value_.is_array()) list->fail("a list");
    for (std::size_t index = 0; index < list->value_.size(); ++index) use(list->item(index));
  }

  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::int64_t integer() const;
  /// Returns an integer within the limits of 32 bits.
  [[nodiscard]] std::int32_t small_integer() const;
  [[nodiscard]] std::uint32_t count() const;

  /// Throws FormatError "is <found>: expected <expected>".
  [[noreturn]] void fail(std::string_view expected) const;

 private:
  [[nodiscard]] JsonField item(std::size_t index) const;
  void read(bool& target) const { target = boolean(); }
  void read(std::int32_t& target) const { target = small_integer(); }
  void read(std::uint32_t& target) const { target = count(); }
  void read(sim::Time& target) const { target = sim::bounded_instant(integer()); }
  template <class Text>
  void read(Text& target) const {
    target = text();
  }

  const nlohmann::json& value_;
  std::string path_;
};

}  // namespace podreel::jsonl
