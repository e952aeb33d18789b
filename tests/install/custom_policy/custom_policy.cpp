// A kubelet that is patched from 1.30 on, in a scenario and in the forecast of an upgrade: it does not see changes of
// an image's tag (a hash of its own) and never kills a container of a pod labelled "frozen" (a decision of its own).
//
//   custom_policy SCENARIO
//
// prints the timeline, and what the upgrade to the patched kubelet does to the pods that are left.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "podreel/forecast.hpp"
#include "podreel/policy.hpp"
#include "podreel/replay.hpp"
#include "podreel/trace.hpp"

namespace {

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 1469598103934665603u;
  for (const char character : text) hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211u;
  return hash;
}

class Patched final : public podreel::Policy {
 public:
  /// Hashes the name, and the image without its tag.
  std::uint64_t hash_container(const nlohmann::json& container, std::uint64_t upstream,
                               podreel::Release kubelet) const override {
    if (kubelet < first_patched) return upstream;
    const std::string image = container.at("image");
    const std::size_t slash = image.rfind('/');
    const std::size_t colon = image.find(':', slash == std::string::npos ? 0 : slash);
    return hash_of(container.at("name").get<std::string>() + "@" + image.substr(0, colon));
  }

  /// Takes upstream's kills of running containers back for a frozen pod.
  void compute_actions(podreel::PodActions& actions, const podreel::ObservedPod& pod) const override {
    if (pod.kubelet() < first_patched || !pod.label("frozen") || actions.containers_to_kill.empty()) return;
    for (const podreel::ContainerInstance& instance : pod.containers()) {
      if (instance.state != podreel::ContainerState::running) continue;
      std::cout << "  " << pod.name() << " stays under " << to_string(pod.kubelet()) << ", with "
                << pod.spec().at("containers").size() << " container\n";
      actions.containers_to_kill.clear();
      actions.containers_to_start.clear();
    }
  }

 private:
  static constexpr podreel::Release first_patched{30, 0};
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const podreel::LoadedScenarios loaded = podreel::load_scenario_file(arguments[1]);
  for (const podreel::Problem& problem : loaded.problems) std::cerr << to_string(problem) << '\n';
  if (loaded.scenarios.empty()) return 1;

  podreel::ReplayOptions options;
  const auto patched = std::make_shared<Patched>();
  options.make_policy = [&patched](const podreel::KubeletInfo& kubelet) {
    return kubelet.scenario_policy == "upstream" ? patched : nullptr;
  };
  options.on_record = [](const podreel::Record& record) {
    const podreel::Narration words = record.narration();
    if (!words.is_internal) std::cout << record.pod() << ' ' << words.action << ' ' << words.detail << '\n';
  };
  const podreel::ReplayResult result = replay(loaded.scenarios.front(), options);

  podreel::UpgradeForecast forecast{
      {.releases = {*podreel::parse_release("1.29"), *podreel::parse_release("1.30")}, .policy = patched}};
  for (const nlohmann::json& pod : result.pods) forecast.add_object(pod, "the node");
  for (const podreel::UpgradeStep& step : forecast.steps()) {
    for (const podreel::ContainerForecast& container : step.containers) {
      std::cout << container.pod << ' ' << to_string(container.effect) << ": " << container.rule << '\n';
    }
  }
  return forecast.problems().empty() ? 0 : 1;
}
