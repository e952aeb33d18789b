#include "tools/invocation/context.hpp"

#include "scenarios/parallel/rank_group.hpp"

namespace podreel::cli {

bool is_reporting_rank(const Context& context) noexcept {
  return context.rank_group == nullptr || context.rank_group->number() == 0;
}

}  // namespace podreel::cli
