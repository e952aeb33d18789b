// Source of a public record.
#pragma once

#include "engine/trace/record.hpp"
#include "podreel/trace.hpp"

namespace podreel {

struct Record::Source {
  const trace::Record& record;
  /// Start of the times.
  sim::Time start;
};

}  // namespace podreel
