// Golden timelines, stored beside their scenarios.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "engine/trace/kinds.hpp"
#include "engine/trace/recorder.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::cli {

/// Returns the path beside the scenario's file: "crash-loop.golden.jsonl" for the scenario's name, and
/// "crash-loop.kubelet-1.28.golden.jsonl" for one run of a matrix. Empty for a scenario from standard input.
[[nodiscard]] std::filesystem::path golden_path(const format::Scenario& scenario);

/// Collects the output of `podreel run -o jsonl` for a run that begins at `start`: the records of the kinds that the
/// scenario wants in its golden.
class GoldenText final : public trace::Sink {
 public:
  GoldenText(const format::GoldenSettings& settings, sim::Time start);

  [[nodiscard]] trace::Kinds wanted() const override { return kinds_; }
  void write(const trace::Record& record) override;
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  trace::Kinds kinds_;
  sim::Time start_;
  std::string text_;
};

/// Returns the content of the file; no value if it does not exist. Throws BadInput if it cannot be read.
[[nodiscard]] std::optional<std::string> read_golden(const std::filesystem::path& path);

/// Describes the first line that differs, with the lines before it; no value if both are equal.
[[nodiscard]] std::optional<std::string> golden_difference(const std::filesystem::path& path, const std::string& golden,
                                                           const std::string& seen);

}  // namespace podreel::cli
