// What a public record shows.
#pragma once

#include "engine/trace/record.hpp"
#include "podreel/trace.hpp"

namespace podreel {

struct Record::Source {
  const trace::Record& record;
  /// Times are counted from here.
  sim::Time start;
};

}  // namespace podreel
