// What a list is to be of, and how it is followed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/release/release.hpp"
#include "tools/serve/target.hpp"

namespace podreel::server {

/// metav1.ListOptions, without the selectors.
struct ListOptions {
  bool watch = false;
  bool bookmarks = false;
  /// `sendInitialEvents`; no value: neither asked for nor refused.
  std::optional<bool> initial_events{};
  /// No value: the most recent one. 0 is any.
  std::optional<std::uint64_t> version{};
  /// `resourceVersionMatch` is "Exact", or goes without saying: a page of what was at `version`.
  bool is_exact = false;
  /// 0: everything.
  std::uint64_t limit = 0;
  /// Where the page before this one has ended; empty: this is the first one.
  std::string continued{};
  std::optional<std::uint64_t> timeout_seconds{};
};

/// What a request to an API server of that release asks for; parameters that came later are ignored. Throws
/// StatusError: 422 if they do not go together (apimachinery, meta/internalversion/validation), 400 if one is no
/// number.
[[nodiscard]] ListOptions list_options(const Target& target, release::Release release);

}  // namespace podreel::server
