// Searches that end early and keep their results.
#pragma once

namespace podreel::cli {

/// While it exists, the first SIGINT or SIGTERM is only noted, so that a search can report what it has found. The
/// second one ends the process as before. At most one exists at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  [[nodiscard]] bool is_requested() const noexcept;
};

}  // namespace podreel::cli
