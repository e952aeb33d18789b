#include <iostream>

#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/scheduler.hpp"

using namespace std::chrono_literals;

int main() {
  podreel::sim::Scheduler scheduler{podreel::sim::Time{}};
  const podreel::sim::Process process{scheduler};
  bool rang = false;
  process.after(24h, [&rang] { rang = true; });
  scheduler.run_until(podreel::sim::Time{24h});

  const auto release = podreel::release::parse_release("1.33");
  const bool has_sidecars = release && podreel::release::behaviour_of(*release).has(release::sidecars);
  std::cout << "a day passed: " << rang << ", 1.33 has sidecars: " << has_sidecars << '\n';
  return rang && has_sidecars ? 0 : 1;
}
