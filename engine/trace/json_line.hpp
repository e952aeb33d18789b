// A record as one line of JSON, in the form of the recordings of real kubelets.
#pragma once

#include <string>

#include "engine/trace/record.hpp"

namespace podreel::trace {

/// Appends the record without a line break: `t` (seconds since `start`, cut to microseconds), `kind`, `pod` if it
/// concerns one, then its fields in alphabetical order.
void append_json_line(std::string& out, const Record& record, sim::Time start);

}  // namespace podreel::trace
