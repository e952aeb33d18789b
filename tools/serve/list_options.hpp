// Options of lists and watches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/release/release.hpp"
#include "tools/serve/target.hpp"

namespace podreel::serve {

/// metav1.ListOptions, without the selectors.
struct ListOptions {
  bool watch = false;
  bool bookmarks = false;
  /// `sendInitialEvents`; no value: not given.
  std::optional<bool> initial_events{};
  /// No value: the most recent version. 0: any version.
  std::optional<std::uint64_t> version{};
  /// `resourceVersionMatch` is "Exact", or implied: a page of the state at `version`.
  bool is_exact = false;
  /// 0: no limit.
  std::uint64_t limit = 0;
  /// Continue token of the previous page; empty: this is the first page.
  std::string continued{};
  std::optional<std::uint64_t> timeout_seconds{};
};

/// Reads the options of a request to an API server of that release; parameters of later releases are ignored. Throws
/// StatusError: 422 for invalid combinations (apimachinery, meta/internalversion/validation), 400 for invalid numbers.
[[nodiscard]] ListOptions list_options(const Target& target, release::Release release);

}  // namespace podreel::serve
