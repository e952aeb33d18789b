#include "tools/cri/runtime/callers.hpp"

namespace podreel::cri {

void Callers::forget_served() {
  // Work of the runtime for a caller that has ended still accesses the caller.
  const bool none_is_asked_for = !runtime_.has_calls_under_way();
  std::erase_if(callers_, [none_is_asked_for](const Caller& caller) {
    return caller.is_served_ && (caller.process_.alive() || none_is_asked_for);
  });
}

}  // namespace podreel::cri
