// gzip, unpacked piece by piece.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace podreel::api {

/// Whether a file that begins so is packed with gzip.
[[nodiscard]] bool begins_as_gzip(std::string_view bytes) noexcept;

class GzipInflater {
 public:
  /// Limits of decompression: the size of the output, and its ratio to the input.
  static constexpr std::uint64_t max_bytes = std::uint64_t{16} << 30;
  static constexpr std::uint64_t max_ratio = 1'000;

  GzipInflater();
  ~GzipInflater();
  GzipInflater(const GzipInflater&) = delete;
  GzipInflater& operator=(const GzipInflater&) = delete;

  /// Appends what `packed` holds to `text`; returns what is wrong with it, if anything is.
  [[nodiscard]] std::optional<std::string> unpack(std::string_view packed, std::string& text);
  /// The file ends: what is wrong with that.
  [[nodiscard]] std::optional<std::string> finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace podreel::api
