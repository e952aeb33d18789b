// A terminal mode that passes each key on as it is pressed.
#pragma once

namespace podreel::cli {

/// Disables echo and line buffering during its lifetime. Restores the terminal afterwards, also when a signal ends or
/// stops the process. Only one object may exist at a time.
class KeyMode {
 public:
  /// `descriptor` must refer to a terminal.
  explicit KeyMode(int descriptor);
  KeyMode(const KeyMode&) = delete;
  KeyMode& operator=(const KeyMode&) = delete;
  ~KeyMode();
};

}  // namespace podreel::cli
