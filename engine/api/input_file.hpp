// Reading files and standard input.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace podreel::api {

/// An open file, or standard input for the path "-".
class InputFile {
 public:
  /// Opens `path`; if that fails, `problem()` says why, and there is nothing to read.
  explicit InputFile(const std::string& path);

  /// For messages: the path, or "<stdin>".
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::optional<std::string>& problem() const noexcept { return problem_; }

  /// Appends up to `size` bytes to `text`; false at the end, and after a failure, which `problem()` explains.
  bool read(std::string& text, std::size_t size);

  /// All that is left to read; less after a failure, which `problem()` explains.
  [[nodiscard]] std::string read_all();

 private:
  struct Closer {
    void operator()(std::FILE* file) const {
      if (file != stdin) static_cast<void>(std::fclose(file));
    }
  };

  std::string name_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::optional<std::string> problem_;
};

}  // namespace podreel::api
