#include "scenarios/reproduce/plan.hpp"

#include <algorithm>
#include <array>

#include "engine/api/image_reference.hpp"
#include "engine/api/resource_amounts.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;

/// Formats a time as in scenarios, to the millisecond.
std::string text_of(sim::Duration duration) {
  const auto rounded = std::chrono::round<std::chrono::milliseconds>(duration);
  return format::duration_text(std::max<sim::Duration>(rounded, sim::Duration{}));
}

std::string full_name(const Plan& plan) {
  const bool is_default = plan.name_space.empty() || plan.name_space == "default";
  return is_default ? plan.name : plan.name_space + "/" + plan.name;
}

Json run_json(const RunPlan& run, const Plan& plan) {
  Json json{{"for", run.runs_for ? text_of(*run.runs_for) : "forever"}};
  if (run.runs_for) {
    json["exitCode"] = run.exit_code;
    if (!run.reason.empty()) json["reason"] = run.reason;
    if (!run.message.empty()) json["message"] = run.message;
  }
  if (run.ignores_term) {
    json["onTerm"] = "ignore";
  } else if (run.exits_after_term) {
    json["onTerm"] = {{"exitAfter", text_of(*run.exits_after_term)}, {"exitCode", run.term_exit_code}};
  } else if (run.term_exit_code != RunPlan{}.term_exit_code) {
    json["onTerm"] = {{"exitCode", run.term_exit_code}};
  }
  if (!run.in_use.empty() && plan.pressure) {
    const NodeResource& resource = *plan.pressure->resource;
    json[std::string{resource.use_by_container}] = resource.is_in_bytes ? Json(run.in_use) : Json(0);
  }
  return json;
}

Json runs_json(const std::vector<RunPlan>& runs, const Plan& plan) {
  constexpr std::uint32_t max_written = 200;
  Json json = Json::array();
  for (const RunPlan& run : runs) {
    const bool repeats_by_itself = &run == &runs.back();
    const std::uint32_t times = repeats_by_itself ? 1 : std::min(run.times, max_written);
    for (std::uint32_t time = 0; time < times; ++time) json.push_back(run_json(run, plan));
  }
  return json;
}

/// Answer of a successful probe in the protocol.
Json good_answer(const AnswerPlan& plan) {
  if (plan.protocol == "http") return {{"status", 200}};
  if (plan.protocol == "exec") return {{"exitCode", 0}};
  return {{"refused", false}};
}

Json answers_json(const AnswerPlan& plan, sim::Duration age) {
  Json answers = Json::array();
  const bool begins_later = plan.after_start > sim::Duration{} || plan.before_paste;
  if (plan.also_until > sim::Duration{}) answers.push_back(plan.answer);
  if (begins_later) answers.push_back(good_answer(plan));
  if (answers.size() > 1) answers.back()["from"] = text_of(plan.also_until);
  Json answer = plan.answer;
  if (plan.after_start > sim::Duration{}) answer["afterStart"] = text_of(plan.after_start);
  if (plan.before_paste) answer["from"] = text_of(age - *plan.before_paste);
  answers.push_back(std::move(answer));
  if (plan.well_before_paste) {
    answers.push_back(good_answer(plan));
    answers.back()["from"] = text_of(age - *plan.well_before_paste);
  }
  if (plan.well_after_start) {
    answers.push_back(good_answer(plan));
    answers.back()["afterStart"] = text_of(*plan.well_after_start);
  }
  return answers;
}

Json script_of(const Plan& plan) {
  Json script{{"name", full_name(plan)}};
  for (const ContainerPlan& container : plan.containers) {
    if (container.runs.empty()) continue;
    script["containers"].push_back({{"name", container.name}, {"runs", runs_json(container.runs, plan)}});
  }
  for (const AnswerPlan& answer : plan.answers) {
    if (answer.protocol == "exec") {
      script["exec"].push_back({{"command", answer.command}, {"answers", answers_json(answer, plan.age)}});
    } else if (!script.contains(answer.protocol)) {
      script[answer.protocol] = answers_json(answer, plan.age);
    }
  }
  return script;
}

Json pod_of(const Plan& plan) {
  Json metadata{{"name", plan.name}};
  if (!plan.name_space.empty() && plan.name_space != "default") metadata["namespace"] = plan.name_space;
  if (!plan.finalizers.empty()) metadata["finalizers"] = plan.finalizers;
  Json spec = plan.spec;
  for (const ContainerPlan& container : plan.containers) {
    Json written{{"name", container.name}};
    written.update(container.spec);
    spec[container.is_init ? "initContainers" : "containers"].push_back(std::move(written));
  }
  return {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", std::move(metadata)}, {"spec", std::move(spec)}};
}

/// Returns the image name as kubelets request it, with a tag.
std::string complete_name(const std::string& image) {
  const auto reference = api::parse_image_reference(image);
  const bool is_complete = !reference || !reference->tag.empty() || !reference->digest.empty();
  return is_complete ? image : image + ":latest";
}

Json image_json(const std::string& name, const ImagePlan& image) {
  Json json{{"name", complete_name(name)}, {"present", image.present}};
  if (image.takes && image.takes_up_to && *image.takes_up_to > *image.takes) {
    json["pull"]["takes"] = {{"min", text_of(*image.takes)}, {"max", text_of(*image.takes_up_to)}};
  } else if (image.takes) {
    json["pull"]["takes"] = text_of(*image.takes);
  }
  if (image.fails > 0) json["pull"]["failFirst"] = image.fails;
  if (image.fails > 0 && !image.error.empty()) json["pull"]["error"] = image.error;
  return json;
}

constexpr std::uint32_t always = 1'000'000'000;

Json call_json(const CallPlan& call, const Plan& plan, sim::Duration created) {
  Json json{{"call", call.call}};
  if (call.call != "ImageStatus") json["pod"] = full_name(plan);
  if (!call.container.empty()) json["container"] = call.container;
  if (!call.error.empty()) {
    json["failFirst"] = call.fails.value_or(always);
    json["error"] = call.error;
  }
  if (call.leaves_sandbox) json["leavesSandbox"] = true;
  if (call.takes) json["takes"] = text_of(*call.takes);
  if (created + call.from > sim::Duration{}) json["from"] = text_of(created + call.from);
  return json;
}

Json volume_json(const VolumePlan& volume, const Plan& plan) {
  Json json{{"operation", volume.operation}, {"volume", volume.volume}, {"pod", full_name(plan)}};
  if (!volume.error.empty()) {
    json["failFirst"] = volume.fails.value_or(always);
    json["error"] = volume.error;
  }
  if (volume.takes) json["takes"] = text_of(*volume.takes);
  return json;
}

/// Returns the usage of a pod that is created at `created`.
Json usage_json(const PressurePlan& pressure, const Plan& plan, sim::Duration created) {
  const sim::Duration from = created + plan.age - pressure.before_paste;
  const NodeResource& resource = *pressure.resource;
  const auto amount = [&resource](std::int64_t value) {
    return resource.is_in_bytes ? Json(api::memory_text(value)) : Json(value);
  };
  const Json use{{"from", text_of(from)}, {"is", amount(pressure.other)}};
  return {{resource.usage, {{"capacity", amount(pressure.capacity)}, {"other", Json::array({use})}}}};
}

/// Whether the action is about the node of all pods: cutNetwork, stopKubelet, startKubelet, shutdownNode.
bool is_of_node(const Json& action) {
  constexpr std::array<std::string_view, 4> actions{"cutNetwork", "stopKubelet", "startKubelet", "shutdownNode"};
  return std::ranges::any_of(actions, [&action](std::string_view each) { return action.contains(std::string{each}); });
}

struct TimedStep {
  sim::Duration at{};
  Json step;
};

/// Adds the plan's actions; those of the node only if no other plan has added some.
void add_steps(const Plan& plan, sim::Duration created, std::vector<TimedStep>& steps) {
  const bool has_node = std::ranges::any_of(steps, [](const TimedStep& each) { return is_of_node(each.step); });
  const auto add = [&steps](sim::Duration at, const Json& action) {
    Json step{{"at", text_of(at)}};
    step.update(action);
    steps.push_back({at, std::move(step)});
  };
  for (const Json& action : plan.preparations) add(created - plan.lead, action);
  add(created, {{"createPod", pod_of(plan)}});
  for (const StepPlan& step : plan.steps) {
    if (has_node && is_of_node(step.action)) continue;
    add(created + std::max(sim::Duration{}, plan.age - step.before_paste), step.action);
  }
}

Json runtime_of(const std::vector<Plan>& plans, sim::Duration length) {
  Json runtime = Json::object();
  std::map<std::string, ImagePlan> images;
  for (const Plan& plan : plans) images.insert(plan.images.begin(), plan.images.end());
  for (const auto& [name, image] : images) {
    if (!image.present || image.takes) runtime["images"].push_back(image_json(name, image));
  }
  for (const Plan& plan : plans) {
    Json script = script_of(plan);
    if (script.size() > 1) runtime["pods"].push_back(std::move(script));
    if (plan.pressure) runtime["usage"] = usage_json(*plan.pressure, plan, length - plan.age);
    for (const CallPlan& call : plan.calls) runtime["calls"].push_back(call_json(call, plan, length - plan.age));
  }
  return runtime;
}

}  // namespace

const std::vector<NodeResource>& node_resources() {
  static const std::vector<NodeResource> resources{
      {{"memory"}, "memory", "memoryInUse", "memory.available", true, "the node is short of memory"},
      {{"ephemeral-storage", "nodefs", "imagefs"},
       "nodefs",
       "diskInUse",
       "nodefs.available",
       true,
       "the node is short of disk space"},
      {{"inodes", "nodefsInodes", "imagefsInodes"},
       "nodefsInodes",
       "inodesInUse",
       "nodefs.inodesFree",
       false,
       "the node is short of inodes"},
      {{"pids"}, "pids", "processes", "pid.available", false, "the node is short of process ids"},
  };
  return resources;
}

ContainerPlan& Plan::container(std::string_view wanted) {
  const auto found = std::ranges::find(containers, wanted, &ContainerPlan::name);
  return found != containers.end() ? *found : containers.back();
}

nlohmann::ordered_json scenario_of(const std::vector<Plan>& plans, const std::string& name,
                                   const std::string& description) {
  sim::Duration length{};
  for (const Plan& plan : plans) length = std::max(length, plan.age + plan.lead);
  const release::Release kubelet = plans.front().kubelet;
  const std::string minor = release::minor_string(kubelet);
  const bool is_newest_patch = release::parse_release(minor) == kubelet;
  Json spec{{"description", description},
            {"duration", text_of(length)},
            {"node", {{"kubelet", {{"version", is_newest_patch ? minor : release::to_string(kubelet)}}}}}};
  for (const Plan& plan : plans) {
    if (!plan.configuration.empty()) spec["node"]["kubelet"]["config"] = plan.configuration;
    if (!plan.allocatable.is_null()) spec["node"]["allocatable"] = plan.allocatable;
    if (plan.has_lifecycle) spec["node"]["lifecycle"] = Json::object();
    if (!plan.node_labels.is_null()) spec["node"]["labels"] = plan.node_labels;
  }
  Json runtime = runtime_of(plans, length);
  if (!runtime.empty()) spec["runtime"] = std::move(runtime);
  for (const Plan& plan : plans) {
    for (const VolumePlan& volume : plan.volumes) spec["volumes"].push_back(volume_json(volume, plan));
  }
  std::vector<TimedStep> steps;
  for (const Plan& plan : plans) add_steps(plan, length - plan.age, steps);
  std::ranges::stable_sort(steps, {}, &TimedStep::at);
  for (TimedStep& step : steps) spec["timeline"].push_back(std::move(step.step));
  return {{"apiVersion", "podreel.dev/v1alpha1"},
          {"kind", "Scenario"},
          {"metadata", {{"name", name}}},
          {"spec", std::move(spec)}};
}

}  // namespace podreel::reproduce
