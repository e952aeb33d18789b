// What `podreel cri` asks for.
#pragma once

#include <string>

#include "scenarios/format/scenario.hpp"

namespace podreel::cli {

struct CriRequest {
  language::Scenario scenario;
  /// Of the socket.
  std::string path;
  /// How many simulated seconds pass in one of the wall clock.
  double speed = 1;
  /// What happens is printed as JSON Lines.
  bool prints_records = false;
};

}  // namespace podreel::cli
