// Requests of the page.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::playground {

/// An invalid request, with a message for its author.
class BadRequest : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The fields of a request; all members throw BadRequest.
class Request {
 public:
  explicit Request(std::string_view text);

  /// Rejects all fields except these and "ask".
  void accept(std::initializer_list<std::string_view> fields) const;

  [[nodiscard]] std::string text(std::string_view field) const;
  [[nodiscard]] std::optional<std::string> optional_text(std::string_view field) const;
  [[nodiscard]] std::optional<std::uint64_t> optional_number(std::string_view field) const;
  /// Returns the texts of a list; empty if the field is missing.
  [[nodiscard]] std::vector<std::string> texts(std::string_view field) const;

 private:
  [[nodiscard]] const nlohmann::json* find(std::string_view field) const;

  nlohmann::json fields_;
};

}  // namespace podreel::playground
