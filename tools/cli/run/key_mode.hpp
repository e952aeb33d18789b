// A terminal that hands on every key as it is pressed.
#pragma once

namespace podreel::cli {

/// While it lives, keys are neither echoed nor held back until Enter. The terminal is as it was afterwards, also when a
/// signal ends the process or stops it for a while. One at a time.
class KeyMode {
 public:
  /// `descriptor` is a terminal's.
  explicit KeyMode(int descriptor);
  KeyMode(const KeyMode&) = delete;
  KeyMode& operator=(const KeyMode&) = delete;
  ~KeyMode();
};

}  // namespace podreel::cli
