#include "tools/invocation/context.hpp"

#include "scenarios/parallel/peers.hpp"

namespace podreel::cli {

bool tells(const Context& context) noexcept {
  return context.peers == nullptr || context.peers->number() == 0;
}

}  // namespace podreel::cli
