#include "tests/fuzz/target.hpp"

#include <cstdlib>
#include <iostream>

namespace podreel::fuzz {

std::vector<Target>& targets() {
  static std::vector<Target> all;
  return all;
}

void require(bool holds, std::string_view what, std::string_view input) {
  if (holds) return;
  std::cerr << what << ": " << input << '\n';
  std::abort();
}

}  // namespace podreel::fuzz
