// How far an input file has been read.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Shown of files whose size is known.
class InputProgress {
 public:
  InputProgress(Context& context, const std::string& file);
  /// Not where answers go to the terminal at the same time.
  static InputProgress while_answering(Context& context, const std::string& file);

  /// Takes how many bytes have been read; for as long as this lives.
  [[nodiscard]] std::function<void(std::uint64_t bytes)> function() {
    return [this](std::uint64_t bytes) { progress_.at(bytes); };
  }

 private:
  InputProgress(Context& context, const std::string& file, std::uint64_t total);

  Progress progress_;
};

/// 0 where there is no such file, or it has no size.
[[nodiscard]] std::uint64_t size_of_file(const std::string& file);

}  // namespace podreel::cli
