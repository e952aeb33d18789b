// Commands whose effect is plain from their words: sleep 30, exit 1, touch, rm and cat of a file, also in "sh -c".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::format {

/// Files of a container, by path: whether they exist. Others are unknown.
using KnownFiles = std::map<std::string, bool, std::less<>>;

struct FileChange {
  /// Since the start of the command.
  sim::Duration at{};
  std::string path;
  bool exists = false;
};

/// Effect of a command.
struct CommandOutcome {
  /// No value: it runs until something stops it.
  std::optional<sim::Duration> runs_for = sim::Duration{};
  std::int32_t exit_code = 0;
  /// Error text of its last part, as BusyBox writes it.
  std::string output{};
  /// In order of time.
  std::vector<FileChange> changes{};
  /// First part whose effect is not plain; the values above are those up to there. Empty: all parts are plain.
  std::string unknown{};
};

/// Returns the outcome of a command that finds `files`.
[[nodiscard]] CommandOutcome outcome_of(const std::vector<std::string>& command, KnownFiles files = {});

/// Whether `word` is a program that outcome_of() knows, so that arguments without a command are a command line.
[[nodiscard]] bool is_plain_program(std::string_view word);

}  // namespace podreel::format
