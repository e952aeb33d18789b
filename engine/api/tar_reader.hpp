// The files in a tar archive, one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/api/input_file.hpp"

namespace podreel::api {

/// Reads ustar with the extensions of POSIX and GNU for long names. What is no regular file is passed over.
class TarReader {
 public:
  /// More files, and longer names, than any collection of a cluster's objects has.
  static constexpr std::size_t max_files = 1'000'000;
  static constexpr std::uint64_t max_name_length = 4096;

  /// `archive` must outlive it.
  explicit TarReader(InputFile& archive) : archive_(archive) {}

  /// The name of the next file, of which nothing has been read yet; nothing at the end, and after a failure, which
  /// `problem()` explains.
  [[nodiscard]] std::optional<std::string> next();
  /// Appends at most this many bytes of this file; false at its end, and after a failure.
  bool read(std::string& bytes, std::size_t size);

  [[nodiscard]] const std::optional<std::string>& problem() const noexcept { return problem_; }

 private:
  [[nodiscard]] bool have(std::size_t size);
  [[nodiscard]] bool skip(std::uint64_t size);
  [[nodiscard]] std::optional<std::string> read_name(std::uint64_t size);
  bool fail(std::string why);

  InputFile& archive_;
  std::optional<std::string> problem_;
  /// Read ahead, up to a place.
  std::string buffer_;
  std::size_t at_ = 0;
  /// Bytes left of the current file, and the padding of its last block.
  std::uint64_t left_ = 0;
  std::uint64_t padding_ = 0;
  std::size_t files_ = 0;
};

}  // namespace podreel::api
