// Golden timelines: what a scenario's run has been, kept beside the scenario.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "engine/trace/recorder.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::cli {

/// Beside the scenario's file: "crash-loop.golden.jsonl" after the scenario's name, and for one run of a matrix
/// "crash-loop.kubelet-1.28.golden.jsonl". Empty for a scenario from standard input.
[[nodiscard]] std::filesystem::path golden_path(const language::Scenario& scenario);

/// Writes down what `podreel run -o jsonl` prints of a run that begins at `start`.
class GoldenText final : public trace::Sink {
 public:
  explicit GoldenText(sim::Time start) noexcept : start_{start} {}

  void write(const trace::Record& record) override;
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  sim::Time start_;
  std::string text_;
};

/// What the file holds; nothing if there is none. Throws BadInput if it cannot be read.
[[nodiscard]] std::optional<std::string> read_golden(const std::filesystem::path& path);

/// For people: the first line that differs, with the lines before it; nothing if both are the same.
[[nodiscard]] std::optional<std::string> golden_difference(const std::filesystem::path& path, const std::string& golden,
                                                           const std::string& seen);

}  // namespace podreel::cli
