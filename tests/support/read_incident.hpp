// Reads pasted text as evidence about an incident.
#pragma once

#include <string_view>

#include "scenarios/reproduce/read/read.hpp"

namespace podreel::testing {

inline reproduce::Evidence read_incident(std::string_view text) {
  reproduce::Evidence evidence;
  reproduce::read_paste(text, evidence);
  reproduce::merge_evidence(evidence);
  return evidence;
}

}  // namespace podreel::testing
