// Explains pods that end because their node is short of a resource or shuts down.
#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <fmt/format.h>

#include "engine/api/amount.hpp"
#include "engine/api/quantity.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

constexpr std::int64_t gibibyte = 1 << 30;

/// Returns no value if the text is no quantity.
std::optional<std::int64_t> bytes_in(const std::string& text) {
  if (!api::Quantity::parse(text)) return std::nullopt;
  return api::whole_value(text);
}

/// Facts in the message of an eviction, as far as its release writes them.
struct EvictionWords {
  const NodeResource* resource = &node_resources().front();
  std::string threshold;
  std::optional<std::int64_t> available;
  /// Container, its usage, and its request.
  struct Use {
    std::string container;
    std::string used;
    std::string request;
  };
  std::vector<Use> uses;
};

/// Returns the resource that the message names; memory if it names none.
const NodeResource& resource_in(const std::string& message) {
  for (const NodeResource& resource : node_resources()) {
    for (const std::string_view name : resource.names) {
      const std::size_t at = message.find(fmt::format("resource: {}", name));
      if (at == std::string::npos) continue;
      const std::size_t end = at + std::string_view{"resource: "}.size() + name.size();
      if (end == message.size() || message[end] == '.') return resource;
    }
  }
  return node_resources().front();
}

EvictionWords words_of(const std::string& message) {
  static const boost::regex threshold{R"(Threshold quantity: (\S+), available: (\S+)\. )"};
  static const boost::regex use{
      R"(Container (\S+) was using (\S+), (?:request is|which exceeds its request of) ([^\s,]+?)[.,] )"};
  EvictionWords words;
  words.resource = &resource_in(message);
  boost::smatch found;
  const std::string text = message + " ";
  if (boost::regex_search(text, found, threshold)) {
    words.threshold = found[1];
    words.available = bytes_in(found[2]);
  }
  for (boost::sregex_iterator each{text.begin(), text.end(), use}, end; each != end; ++each) {
    words.uses.push_back({(*each)[1], (*each)[2], (*each)[3]});
  }
  return words;
}

/// Sets the usage of the containers in the message, and 0 for the others. Returns the sum in bytes.
std::int64_t give_use(const EvictionWords& words, Plan& plan) {
  std::int64_t sum = 0;
  for (ContainerPlan& container : plan.containers) {
    if (container.is_init) continue;
    if (container.runs.empty()) container.runs.emplace_back();
    const auto use = std::ranges::find(words.uses, container.name, &EvictionWords::Use::container);
    const bool is_said = use != words.uses.end() && bytes_in(use->used);
    for (RunPlan& run : container.runs) run.in_use = is_said ? use->used : "0";
    if (!is_said) continue;
    sum += *bytes_in(use->used);
    const std::string resource{words.resource->names.front()};
    if (use->request != "0") container.spec["resources"]["requests"][resource] = use->request;
  }
  return sum;
}

/// Whether the message names a rejection, or a limit of local storage.
bool is_other_eviction(const std::string& message) {
  constexpr std::array<std::string_view, 4> others{"The node had condition", "Usage of EmptyDir volume",
                                                   "exceeds the total limit", "exceeded its local ephemeral storage"};
  return std::ranges::any_of(others,
                             [&message](std::string_view other) { return message.find(other) != std::string::npos; });
}

/// Returns a capacity that holds the usage of the containers and more.
std::int64_t capacity_for(const EvictionWords& words, std::int64_t used) {
  constexpr std::int64_t numbers = 1'000'000;
  if (words.resource->is_in_bytes) return (used / gibibyte + 8) * gibibyte;
  return numbers + words.available.value_or(0);
}

/// Lets the containers exit as their states show when the kubelet stops them.
void end_when_evicted(const SeenPod& pod, Plan& plan) {
  for (ContainerPlan& container : plan.containers) {
    const SeenContainer* const seen = pod.find(container.name);
    if (container.is_init || seen == nullptr || !seen->ended) continue;
    for (RunPlan& run : container.runs) run.term_exit_code = seen->ended->exit_code;
  }
}

}  // namespace

std::optional<std::string> eviction_of(const SeenPod& pod) {
  if (const SeenEvent* const event = pod.event("Evicted")) return event->message;
  if (pod.reason == "Evicted") return pod.message;
  const auto line = std::ranges::find_if(
      pod.lines, [](const SeenLine& each) { return each.text.find("TerminationByKubelet") != std::string::npos; });
  if (line != pod.lines.end()) return line->text;
  return has_status(pod, false, {"Evicted"}) ? std::optional{std::string{}} : std::nullopt;
}

void explain_eviction(const SeenPod& pod, Draft& draft) {
  const SeenEvent* const event = pod.event("Evicted");
  const std::optional<std::string> message = eviction_of(pod);
  if (!message || is_other_eviction(*message)) return;
  const EvictionWords words = words_of(*message);
  const std::int64_t used = give_use(words, draft.plan);
  end_when_evicted(pod, draft.plan);
  PressurePlan pressure{.resource = words.resource, .capacity = capacity_for(words, used)};
  const std::int64_t likely = words.resource->is_in_bytes ? std::int64_t{50} << 20 : 100;
  pressure.other = pressure.capacity - used - words.available.value_or(likely);
  const Age ago = event == nullptr ? Age{5s, 30s} : event->last_or({5s, 30s});
  pressure.before_paste = ago.middle() + 5s;
  draft.plan.pressure = pressure;
  const std::string signal{words.resource->signal};
  if (!words.threshold.empty() && bytes_in(words.threshold)) {
    draft.plan.configuration["evictionHard"][signal] = words.threshold;
  } else if (signal == "pid.available") {
    // Kubelets evict for it only where it is configured.
    draft.plan.configuration["evictionHard"][signal] = "1000";
    draft.assume("the kubelet's threshold of pid.available; the input does not show it");
  }
  draft.open("short before the paste", format::in_seconds(pressure.before_paste), format::in_seconds(ago.minimum),
             format::in_seconds(ago.maximum) + 12,
             [](Plan& plan, double value) { plan.pressure->before_paste = seconds(value); });
  draft.assume("other pods use the resource that the node is short of");
  draft.explain(Cause::evicted, std::string{words.resource->sentence});
}

bool stops_with_its_node(const SeenPod& pod) {
  return pod.reason == "Terminated" || pod.reason == "Shutdown" || has_status(pod, false, {"Terminated", "Shutdown"});
}

void explain_node_shutdown(const SeenPod& pod, Draft& draft) {
  if (!stops_with_its_node(pod)) return;
  for (ContainerPlan& container : draft.plan.containers) {
    const SeenContainer* const seen = pod.find(container.name);
    const bool has_completed = has_status(pod, false, {"Completed"});
    const std::int32_t code = seen != nullptr && seen->ended ? seen->ended->exit_code : has_completed ? 0 : 143;
    container.runs = {RunPlan{.runs_for = std::nullopt, .term_exit_code = code}};
  }
  const sim::Duration ago = std::min<sim::Duration>(draft.plan.age / 2, 40s);
  const std::size_t index = draft.plan.steps.size();
  draft.plan.steps.push_back({ago, {{"shutdownNode", Json::object()}}});
  draft.plan.configuration["shutdownGracePeriod"] = "30s";
  draft.plan.configuration["shutdownGracePeriodCriticalPods"] = "10s";
  const Json container{{"name", "kube-proxy"}, {"image", "kube-proxy:1"}};
  draft.plan.preparations.push_back(
      {{"createPod",
        {{"apiVersion", "v1"},
         {"kind", "Pod"},
         {"metadata", {{"name", "kube-proxy"}, {"namespace", "kube-system"}}},
         {"spec", {{"priority", 2'000'001'000}, {"containers", Json::array({container})}}}}}});
  draft.open("shut down before the paste", format::in_seconds(ago), 3,
             std::max(4.0, format::in_seconds(draft.plan.age)),
             [index](Plan& plan, double value) { plan.steps[index].before_paste = seconds(value); });
  draft.assume("a shutdownGracePeriod of 30s, and a critical pod that is stopped last; the input shows neither");
  draft.explain(Cause::node_shutdown, "the node shuts down, and its kubelet stops the pods first");
}

}  // namespace podreel::reproduce
