// Reading files and standard input.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/gzip_inflater.hpp"
#include "engine/api/input_limits.hpp"

namespace podreel::api {

/// An open file, or standard input for the path "-". What is packed with gzip is unpacked as it is read.
class InputFile {
 public:
  /// Appends about this many bytes; false at the end.
  using Source = std::function<bool(std::string& bytes, std::size_t size)>;

  /// Opens `path`; if that fails, `problem()` says why, and there is nothing to read.
  explicit InputFile(const std::string& path);
  /// A part of another file.
  InputFile(std::string name, Source source);

  /// For messages: the path, or "<stdin>".
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::optional<std::string>& problem() const noexcept { return problem_; }

  /// Appends some text to `text`, mostly up to `size` bytes; false at the end, and after a failure, which `problem()`
  /// explains.
  bool read(std::string& text, std::size_t size);

  /// All that is left to read; less after a failure, which `problem()` explains, as where there is more than a document
  /// may have (input_limits).
  [[nodiscard]] std::string read_all();

  /// The first line that is not blank, without its end; cut off where a line may not go on. What is read begins with it
  /// all the same.
  [[nodiscard]] std::string_view first_line();

 private:
  bool read_more(std::string& text, std::size_t size);
  bool read_bytes(std::string& bytes, std::size_t size);
  bool unpack_more(std::string& text, std::size_t size);

  struct Closer {
    void operator()(std::FILE* file) const {
      if (file != stdin) static_cast<void>(std::fclose(file));
    }
  };

  std::string name_;
  std::unique_ptr<std::FILE, Closer> file_;
  Source source_;
  /// In bytes. Most files are small; the blocks of a large one grow.
  std::size_t next_block_ = std::size_t{1} << 14;
  bool is_begun_ = false;
  /// If it is packed.
  std::unique_ptr<GzipInflater> inflater_;
  /// Read and, up to a place, unpacked.
  std::string packed_;
  std::size_t packed_at_ = 0;
  std::optional<std::string> problem_;
  /// Looked at by `first_line`, but not read yet.
  std::string ahead_;
};

/// Problem of a file that is larger than a document may be.
[[nodiscard]] std::string too_large_text();

/// Number of bytes of one read.
inline constexpr std::size_t input_block = std::size_t{1} << 20;

}  // namespace podreel::api
