// Records without what led to them.
#pragma once

#include "engine/trace/record.hpp"

namespace podreel::trace {

[[nodiscard]] bool is_explained(const Record& record) noexcept;

/// Returns the record without its explanation.
[[nodiscard]] Record unexplained(Record record);

}  // namespace podreel::trace
