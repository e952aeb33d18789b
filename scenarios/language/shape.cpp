#include "scenarios/language/shape.hpp"

#include <fmt/format.h>

namespace podreel::language {

Json Definitions::reference(const std::string& name, const std::function<Json()>& write) {
  if (!all_.contains(name)) {
    all_[name];
    Json written = write();
    all_[name] = std::move(written);
  }
  return {{"$ref", fmt::format("#/$defs/{}", name)}};
}

}  // namespace podreel::language
