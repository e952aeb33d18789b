// What takes any bytes and neither crashes nor hangs nor grows without bound.
#pragma once

#include <string_view>
#include <vector>

namespace podreel::fuzz {

/// One *_fuzzer.cpp. What must hold of every input is checked by `run`, which aborts or throws where it does not.
struct Target {
  /// As its file: "identity". Its inputs that were kept are tests/fuzz/corpus/NAME.txt, or .hex.
  std::string_view name;
  void (*run)(std::string_view input);
};

/// Those that are linked in, in no particular order.
[[nodiscard]] std::vector<Target>& targets();

/// Adds one, before main().
struct AddedTarget {
  AddedTarget(std::string_view name, void (*run)(std::string_view input)) { targets().push_back({name, run}); }
};

/// Says what does not hold, and aborts.
void require(bool holds, std::string_view what, std::string_view input);

}  // namespace podreel::fuzz
