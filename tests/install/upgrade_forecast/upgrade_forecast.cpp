// Which containers of the pods in a file restart when the kubelet is upgraded?
//
//   upgrade_forecast FILE FROM TO
#include <algorithm>
#include <iostream>

#include "podreel/forecast.hpp"

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const auto from = podreel::parse_release(arguments[2]);
  const auto to = podreel::parse_release(arguments[3]);
  if (!from || !to) return 2;

  podreel::UpgradeForecast forecast{{.releases = {*from, *to}}};
  forecast.add_file(arguments[1]);
  for (const podreel::Problem& problem : forecast.problems()) std::cerr << to_string(problem) << '\n';
  for (const podreel::UpgradeStep& step : forecast.steps()) {
    for (const podreel::ContainerForecast& container : step.containers) {
      std::cout << container.namespace_name << '/' << container.pod << ' ' << container.container << ' '
                << to_string(container.effect) << ": " << container.rule << '\n';
    }
    const auto restarting =
        std::ranges::count(step.containers, podreel::UpgradeEffect::restarts, &podreel::ContainerForecast::effect);
    std::cout << restarting << " of " << step.containers.size() << " containers restart\n";
  }
  return forecast.problems().empty() ? 0 : 1;
}
