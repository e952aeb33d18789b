// Which containers of the pods in a file restart when the kubelet is upgraded?
//
//   upgrade_forecast FILE FROM TO
#include <iostream>

#include "engine/manifests/pod_stream.hpp"
#include "engine/upgrade/forecast.hpp"

int main(int count, char** arguments) {
  using namespace podreel;
  if (count != 4) return 2;
  const auto from = release::parse_release(arguments[2]);
  const auto to = release::parse_release(arguments[3]);
  if (!from || !to) return 2;
  upgrade::Forecast forecast{{upgrade::Path{.releases = {*from, *to}}}};
  const std::string file = arguments[1];
  std::vector<api::Problem> problems;
  const auto add = [&](const manifests::ManifestPod& pod) { forecast.add_pod(pod, file, problems); };
  manifests::stream_pods(file, {.pod = add}, problems);
  for (const api::Problem& problem : problems) std::cerr << to_string(problem) << '\n';
  const upgrade::StepForecast& answer = forecast.steps().front();
  for (const upgrade::ContainerForecast& fate : answer.containers) {
    std::cout << fate.namespace_name.view() << '/' << fate.pod.view() << ' ' << fate.container.view() << ' '
              << to_string(fate.effect) << ": " << fate.rule.view() << '\n';
  }
  const upgrade::Count all = totals_of(answer).all;
  std::cout << all.restarting << " of " << all.containers << " containers restart\n";
  return problems.empty() ? 0 : 2;
}
