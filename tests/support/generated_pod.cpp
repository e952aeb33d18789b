#include "tests/support/generated_pod.hpp"

#include <array>
#include <fmt/format.h>
#include <string_view>

namespace podreel::testing {

namespace {

using fuzz::Bytes;
using nlohmann::json;

bool knows(release::Release release, std::string_view since) {
  return release >= release::parse_release(since).value();
}

template <std::size_t Size>
json one_of(const std::array<std::string_view, Size>& texts, Bytes& bytes) {
  return json::parse(texts.at(bytes.below(Size)));
}

bool one_in(std::size_t often, Bytes& bytes) {
  return bytes.below(often) == 1;
}

/// Containers that end do so after some seconds, long enough for a probe or two; some run for minutes first.
json lives(Bytes& bytes) {
  static constexpr std::array texts{
      std::string_view{R"([{"for": "forever"}])"},
      std::string_view{R"([{"for": "forever", "onTerm": "ignore"}])"},
      std::string_view{R"([{"for": "forever", "onTerm": {"exitAfter": "4s", "exitCode": 0}}])"},
      std::string_view{R"([{"for": "7s", "exitCode": 1}])"},
      std::string_view{R"([{"for": "12s"}])"},
      std::string_view{R"([{"for": "3s", "exitCode": 1}, {"for": "100s", "exitCode": 2}, {"for": "forever"}])"},
      std::string_view{R"([{"for": "1s", "exitCode": 1}, {"for": "1s", "exitCode": 1}, {"for": "1s", "exitCode": 1},
                           {"for": "1s", "exitCode": 1}, {"for": "1s", "exitCode": 1}, {"for": "595s", "exitCode": 1},
                           {"for": "1s", "exitCode": 1}])"},
      std::string_view{R"([{"for": "40s", "exitCode": 137, "reason": "OOMKilled"}])"},
  };
  return one_of(texts, bytes);
}

json init_lives(Bytes& bytes) {
  static constexpr std::array texts{
      std::string_view{R"([{"for": "2s"}])"},
      std::string_view{R"([{"for": "0s"}])"},
      std::string_view{R"([{"for": "1s", "exitCode": 1}, {"for": "3s"}])"},
      std::string_view{R"([{"for": "forever"}])"},
  };
  return one_of(texts, bytes);
}

json answers(Bytes& bytes) {
  static constexpr std::array texts{
      std::string_view{R"([{"from": "0s"}])"},
      std::string_view{R"([{"from": "0s", "exitCode": 1}, {"from": "15s", "exitCode": 0}])"},
      std::string_view{R"([{"from": "0s"}, {"from": "70s", "exitCode": 1}, {"from": "130s", "exitCode": 0}])"},
      std::string_view{R"([{"from": "0s", "takes": "700ms"}])"},
      std::string_view{R"([{"from": "0s"}, {"from": "50s", "takes": "3s"}, {"from": "80s", "takes": "0s"}])"},
  };
  return one_of(texts, bytes);
}

json probe(const std::string& command, Bytes& bytes) {
  json made{{"exec", {{"command", {command}}}}};
  if (bytes.flip()) made["periodSeconds"] = 1 + bytes.below(20);
  if (one_in(3, bytes)) made["initialDelaySeconds"] = bytes.below(40);
  if (one_in(4, bytes)) made["timeoutSeconds"] = 1 + bytes.below(3);
  if (one_in(4, bytes)) made["failureThreshold"] = 1 + bytes.below(4);
  return made;
}

class PodMaker {
 public:
  PodMaker(const std::string& name, release::Release oldest, Bytes& bytes) : oldest_{oldest}, bytes_{bytes} {
    made_.manifest = {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"name", name}}}};
    made_.script = {{"name", name + "*"}, {"containers", json::array()}};
  }

  GeneratedPod make() && {
    static constexpr std::array policies{"Always", "Always", "Always", "OnFailure", "Never"};
    spec()["restartPolicy"] = policies.at(bytes_.below(policies.size()));
    for (std::size_t index = 0, count = bytes_.below(3); index < count; ++index) add_init_container(index);
    for (std::size_t index = 0, count = 1 + bytes_.below(3) / 2; index < count; ++index) {
      add_container(fmt::format("app-{}", index));
    }
    add_settings();
    return std::move(made_);
  }

 private:
  json& spec() { return made_.manifest["spec"]; }

  void add_script(const std::string& container, json runs) {
    made_.script["containers"].push_back({{"name", container}, {"runs", std::move(runs)}});
  }

  void add_answers(const std::string& command) {
    made_.script["exec"].push_back({{"command", command}, {"answers", answers(bytes_)}});
  }

  void add_probe(json& container, const char* kind) {
    const std::string command = fmt::format("{}-{}", kind, container["name"].get<std::string>());
    container[kind] = probe(command, bytes_);
    add_answers(command);
  }

  void add_hook(json& container, const char* hook) {
    const std::string command = fmt::format("{}-{}", hook, container["name"].get<std::string>());
    container["lifecycle"][hook] = {{"exec", {{"command", {command}}}}};
    add_answers(command);
  }

  json new_container(const std::string& name) {
    static constexpr std::array images{"nginx:1.25", "nginx:1.25", "nginx:1.25", generated_slow_image, "busybox"};
    json container{{"name", name}, {"image", images.at(bytes_.below(images.size()))}};
    if (one_in(24, bytes_)) container["image"] = generated_missing_image;
    if (one_in(4, bytes_)) {
      container["resources"] = json::parse(R"({"requests": {"cpu": "100m", "memory": "64Mi"}})");
    }
    if (one_in(6, bytes_)) container["imagePullPolicy"] = "Always";
    return container;
  }

  void add_lasting_parts(json& container) {
    if (bytes_.flip()) add_probe(container, "readinessProbe");
    if (one_in(3, bytes_)) add_probe(container, "livenessProbe");
    if (knows(oldest_, "1.20") && one_in(4, bytes_)) add_probe(container, "startupProbe");
    if (one_in(4, bytes_)) add_hook(container, "preStop");
    if (one_in(6, bytes_)) add_hook(container, "postStart");
  }

  void add_init_container(std::size_t index) {
    const std::string name = fmt::format("init-{}", index);
    json container = new_container(name);
    const bool is_sidecar = knows(oldest_, "1.29") && bytes_.flip();
    if (is_sidecar) {
      container["restartPolicy"] = "Always";
      add_lasting_parts(container);
    }
    add_script(name, is_sidecar ? lives(bytes_) : init_lives(bytes_));
    spec()["initContainers"].push_back(std::move(container));
  }

  void add_container(const std::string& name) {
    json container = new_container(name);
    add_lasting_parts(container);
    if (one_in(6, bytes_)) {
      container["env"] = json::array(
          {{{"name", "A"}, {"valueFrom", {{"configMapKeyRef", {{"name", generated_config_map}, {"key", "a"}}}}}}});
    }
    add_script(name, lives(bytes_));
    spec()["containers"].push_back(std::move(container));
  }

  void add_settings() {
    static constexpr std::array graces{0, 2, 5, 40};
    if (bytes_.flip()) spec()["terminationGracePeriodSeconds"] = graces.at(bytes_.below(graces.size()));
    if (one_in(4, bytes_)) spec()["activeDeadlineSeconds"] = 20 + bytes_.below(250);
    if (one_in(5, bytes_)) spec()["hostNetwork"] = true;
    if (one_in(4, bytes_)) spec()["imagePullSecrets"] = json::array({{{"name", generated_secret}}});
    if (one_in(6, bytes_)) spec()["readinessGates"] = json::array({{{"conditionType", generated_gate}}});
    if (one_in(8, bytes_)) made_.manifest["metadata"]["finalizers"] = json::array({"example.com/keep"});
    if (one_in(8, bytes_)) spec()["priority"] = 2000000000;
  }

  GeneratedPod made_;
  release::Release oldest_;
  Bytes& bytes_;
};

}  // namespace

GeneratedPod generated_pod(const std::string& name, release::Release oldest, Bytes& bytes) {
  return PodMaker{name, oldest, bytes}.make();
}

}  // namespace podreel::testing
