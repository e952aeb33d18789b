// Reading a batch line field by field: what is missing or has the wrong type is said with its path.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace podreel::batch {

/// The input does not have the form it should have. Caught where a line is read as a whole.
class FormatError : public std::runtime_error {
 public:
  FormatError(std::string path, const std::string& message);
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

/// A value of the input and where it stands.
class JsonField {
 public:
  JsonField(const nlohmann::json& value, std::string path) : value_(value), path_(std::move(path)) {}

  [[nodiscard]] const nlohmann::json& value() const noexcept { return value_; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// A member that must be there; throws FormatError.
  [[nodiscard]] JsonField at(const char* key) const;
  /// A member that may be absent or null.
  [[nodiscard]] std::optional<JsonField> find(const char* key) const;
  [[nodiscard]] JsonField item(std::size_t index) const;
  /// The number of items of a list; throws FormatError for anything else.
  [[nodiscard]] std::size_t size() const;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::int64_t integer() const;
  /// An integer that fits.
  [[nodiscard]] std::int32_t small_integer() const;
  [[nodiscard]] std::uint32_t count() const;

  /// Fails with "<found>: expected <expected>".
  [[noreturn]] void fail(std::string_view expected) const;

 private:
  const nlohmann::json& value_;
  std::string path_;
};

}  // namespace podreel::batch
