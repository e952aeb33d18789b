#include "tools/cli/gate_list.hpp"

#include <fmt/format.h>
#include <sstream>

#include "tools/cli/bad_input.hpp"

namespace podreel::cli {

release::FeatureGates parse_gate_list(const std::string& text) {
  release::FeatureGates gates;
  std::istringstream list{text};
  for (std::string item; std::getline(list, item, ',');) {
    const std::size_t equals = item.find('=');
    const std::string value = equals == std::string::npos ? "" : item.substr(equals + 1);
    if (equals == 0 || (value != "true" && value != "false")) {
      throw BadInput{fmt::format("--feature-gates: found \"{}\"; accepted: Gate=true or Gate=false", item)};
    }
    gates[item.substr(0, equals)] = value == "true";
  }
  return gates;
}

}  // namespace podreel::cli
