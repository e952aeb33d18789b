"""Run-time selection of mutants."""

HEADER = """// Which mutant is on: the one that the environment names.
#pragma once
#include <chrono>
#include <cstddef>
#include <type_traits>
#include <utility>
namespace podreel_mutants {
extern unsigned chosen;
// A byte for each number that is set when the mutant is reached; null if nobody asks.
extern unsigned char* reached;
inline bool is_on(unsigned number) {
  if (reached != nullptr) reached[number] = 1;
  return number == chosen;
}
constexpr bool on(unsigned number) { return !std::is_constant_evaluated() && is_on(number); }
// A border is reached where it makes a difference.
#define PODREEL_BORDER(name, sign, other_sign)                       \\
  template <class A, class B>                                        \\
  constexpr bool name(unsigned number, const A& a, const B& b) {     \\
    const bool answer = a sign b;                                    \\
    if (answer == (a other_sign b)) return answer;                   \\
    return answer != on(number);                                     \\
  }
PODREEL_BORDER(less, <, <=)
PODREEL_BORDER(at_most, <=, <)
PODREEL_BORDER(more, >, >=)
PODREEL_BORDER(at_least, >=, >)
#undef PODREEL_BORDER
template <class Row>
constexpr Row changed(Row row) {
  if constexpr (requires { row.weights; }) std::swap(row.weights[0], row.weights[1]);
  else if constexpr (requires { row.hits; }) row.hits = 0;
  else if constexpr (requires { row.divisor; }) row.divisor = 1000000000;
  else if constexpr (requires { row.distribution; })
    row.distribution = row.distribution.between(2 * row.distribution.begin()->duration,
                                                2 * row.distribution.end()[-1].duration);
  else if constexpr (requires { row.duration; }) row.duration *= 3;
  else static_cast<std::chrono::nanoseconds&>(row) /= 2;
  return row;
}
template <const auto& row>
inline constexpr auto changed_row = changed(row);
template <const auto& original, unsigned number>
constexpr const auto& row() { return on(number) ? changed_row<original> : original; }
}  // namespace podreel_mutants
"""

SOURCE = """#include "mutant.hpp"
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
namespace podreel_mutants {
unsigned chosen = 0;
unsigned char* reached = nullptr;
__attribute__((constructor(101))) static void choose() {
  if (const char* number = getenv("PODREEL_MUTANT")) chosen = static_cast<unsigned>(strtoul(number, nullptr, 10));
  if (const char* file = getenv("PODREEL_MUTANTS_REACHED")) {
    const int opened = open(file, O_RDWR);
    void* map = mmap(nullptr, COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    if (map != MAP_FAILED) reached = static_cast<unsigned char*>(map);
    close(opened);
  }
}
}  // namespace podreel_mutants
"""
