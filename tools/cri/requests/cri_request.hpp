// The request of `podreel cri`.
#pragma once

#include <string>

#include "scenarios/format/scenario.hpp"

namespace podreel::cli {

struct CriRequest {
  format::Scenario scenario;
  /// Path of the socket.
  std::string path;
  /// Simulated seconds per wall-clock second.
  double speed = 1;
  /// Print records as JSON Lines.
  bool prints_records = false;
};

}  // namespace podreel::cli
