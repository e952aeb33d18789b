// Invariants that hold for every input: checked in every build.
#pragma once

#include <stdexcept>

namespace podreel {

/// A defect of podreel: state that no input may lead to. The command ends with exit code 3.
class InvariantViolation : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws InvariantViolation with the place, the condition and the sentence.
[[noreturn]] void fail_invariant(const char* file, int line, const char* condition, const char* sentence);

}  // namespace podreel

/// Throws InvariantViolation unless `condition` holds; `sentence` is a literal that says what must hold.
#define PODREEL_INVARIANT(condition, sentence)         \
  (static_cast<bool>(condition) ? static_cast<void>(0) \
                                : ::podreel::fail_invariant(__FILE__, __LINE__, #condition, sentence))
