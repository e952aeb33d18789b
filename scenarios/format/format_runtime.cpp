// spec.runtime: how the fake runtime behaves.
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/format/chance_shapes.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/runtime_calls.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"
#include "scenarios/format/usage_shapes.hpp"

namespace podreel::language {

namespace {

constexpr std::int64_t petabyte = 1'000'000'000'000'000;

using namespace std::chrono_literals;
using namespace runtime_fake;  // NOLINT(google-build-using-namespace): these are its structs

/// Warns of the fields that do nothing where `needed` is not written.
template <class T>
auto without_effect_unless(std::string_view needed, std::vector<std::string_view> fields) {
  return [needed, fields = std::move(fields)](const api::Tree& node, const Place& place, T&) {
    if (node.find(needed) != nullptr) return;
    for (const std::string_view name : fields) {
      const api::Tree* found = node.find(name);
      if (found != nullptr) place.member(name).warning(found->mark, fmt::format("without effect: no `{}`", needed));
    }
  };
}

/// Warns of the field if none of `needed` is written.
template <class T>
auto without_effect_unless_any(std::vector<std::string_view> needed, std::string_view field) {
  return [needed = std::move(needed), field](const api::Tree& node, const Place& place, T&) {
    const api::Tree* found = node.find(field);
    const bool is_any =
        std::ranges::any_of(needed, [&node](std::string_view name) { return node.find(name) != nullptr; });
    if (found == nullptr || is_any) return;
    place.member(field).warning(found->mark, fmt::format("without effect: no `{}`", fmt::join(needed, "`, no `")));
  };
}

Shape<std::int32_t> exit_code() {
  return integer<std::int32_t>(0, 255);
}

Shape<OnTerm> on_term_shape() {
  const auto ignoring = adapted<OnTerm>(one_of("a reaction to SIGTERM", {"ignore"}),
                                        [](std::string&&, OnTerm& reaction) { reaction.ignore = true; });
  const auto exiting = Object<OnTerm>{"onTerm", "How a container takes SIGTERM."}
                           .field("exitAfter", &OnTerm::exit_after, span(), "When it exits; default 100ms.")
                           .field("exitCode", &OnTerm::exit_code, exit_code(), "With which code; default 143.")
                           .shape();
  return either(exiting, {api::Tree::Kind::map}, ignoring);
}

Shape<Run> memory_in_use_shape() {
  const auto over_time =
      adapted<Run>(bytes_over_time(), [](UsageCurve&& curve, Run& run) { run.memory_over_time = std::move(curve); });
  const auto always = adapted<Run>(bytes(), [](std::int64_t&& amount, Run& run) { run.memory_in_use = amount; });
  return either(over_time, {api::Tree::Kind::list}, always);
}

Shape<bool> oom_victim_shape() {
  return adapted<bool>(one_of("a process", {"main", "child"}),
                       [](std::string&& process, bool& spares_main) { spares_main = process == "child"; });
}

Shape<bool> cgroup_version_shape() {
  return adapted<bool>(integer<std::int32_t>(1, 2),
                       [](std::int32_t&& version, bool& kills_groups) { kills_groups = version == 2; });
}

Shape<Run> run_shape() {
  return Object<Run>{"run", "One life of a container, from its start on."}
      .field("for", &Run::runs_for, span_or("forever"), "How long it runs; default forever.")
      .field("exitCode", &Run::exit_code, exit_code(), "Its exit code; default 0.")
      .field("reason", &Run::reason, text().example("OOMKilled"),
             "Why it ended, as the runtime tells; default Completed or Error.")
      .field("message", &Run::message, text(), "What the runtime says about it.")
      .field("onTerm", &Run::on_term, on_term_shape(),
             "How it takes SIGTERM: `ignore`, or when and how it exits; default 143 after 100ms.")
      .field(
          "memoryInUse", [](Run& run) -> Run& { return run; }, memory_in_use_shape(),
          "How much memory it has in use, always, or over time since its start; default: as all containers.")
      .field("oomVictim", &Run::oom_spares_main_process, oom_victim_shape(),
             "Which process the kernel kills when that is over the container's limit, where it does not kill them all: "
             "main (the default), or child: the container goes on.")
      .field("diskInUse", &Run::disk, bytes_in_use(), "How much it has written since its start; default nothing.")
      .field("inodesInUse", &Run::inodes, count_in_use(), "How many inodes it has taken; default none.")
      .field("processes", &Run::processes, count_in_use(), "How many processes it has; default none that count.")
      .check(without_effect_unless<Run>("for", {"exitCode", "reason", "message"}))
      .check(without_effect_unless<Run>("memoryInUse", {"oomVictim"}))
      .shape();
}

Shape<ContainerScript> container_script_shape() {
  return Object<ContainerScript>{"containerScript", "How the containers of one name behave."}
      .required("name", &ContainerScript::name, text().example("app"), "The container's name.")
      .field("runs", &ContainerScript::runs, list_of(run_shape()),
             "The n-th successful start uses entry n; the last entry repeats. None: it runs for ever.")
      .field("needs", &ContainerScript::needs, list_of(text().example("port-6443")),
             "What only one process of the node can have at a time: ports, locks.")
      .field("conflict", &ContainerScript::conflict, run_shape(),
             "How a start goes while another process has something of that; default: it exits with 1 after 500ms.")
      .check(without_effect_unless<ContainerScript>("needs", {"conflict"}))
      .shape();
}

Shape<ExecAnswer> exec_answer_shape() {
  return Object<ExecAnswer>{"execAnswer", "What a command answers from some age of the pod on."}
      .field("from", &ExecAnswer::from, duration(), "The age of the pod; default 0s.")
      .field("afterStart", &ExecAnswer::after_start, duration(), "How long the container has run; default 0s.")
      .field("exitCode", &ExecAnswer::exit_code, exit_code(), "Default 0.")
      .field("fails", &ExecAnswer::fails, odds(), "So many of a hundred exit with 1 instead, by the seed.")
      .field("takes", &ExecAnswer::takes, span(), "How long the command runs; default 0s.")
      .field("output", &ExecAnswer::output, possibly_empty_text(), "What it prints.")
      .shape();
}

Shape<ExecScript> exec_shape() {
  return Object<ExecScript>{"exec", "What a command answers that a probe or hook runs."}
      .required("command", &ExecScript::command, text(), "The first word of its command line.")
      .required("answers", &ExecScript::answers, list_of(exec_answer_shape()),
                "The last answer holds whose `from` is not over the age of the pod, and whose `afterStart` is not over "
                "that of the container.")
      .shape();
}

/// What an endpoint answers; only HTTP has a status beside well and not well.
Shape<EndpointAnswer> endpoint_shape(std::string name, std::int32_t least_status, std::int32_t most_status) {
  return Object<EndpointAnswer>{std::move(name), "What an endpoint of the pod answers from some age of the pod on."}
      .field("from", &EndpointAnswer::from, duration(), "The age of the pod; default 0s.")
      .field("afterStart", &EndpointAnswer::after_start, duration(), "How long the container has run; default 0s.")
      .field("status", &EndpointAnswer::status, integer<std::int32_t>(least_status, most_status),
             "HTTP: the status code. Else 0 if it answers well.")
      .field("refused", &EndpointAnswer::refused, boolean(), "The connection is refused.")
      .field("fails", &EndpointAnswer::fails, odds(), "So many of a hundred are refused instead, by the seed.")
      .field("takes", &EndpointAnswer::takes, span(), "How long the answer takes; default 0s.")
      .field("output", &EndpointAnswer::output, possibly_empty_text(), "The body, or what is wrong.")
      .shape();
}

Shape<SandboxScript> sandbox_shape() {
  return Object<SandboxScript>{"sandboxScript", "What happens to the pod's first sandbox."}
      .field("diesAt", &SandboxScript::dies_at, duration(), "When it dies, since the pod was created.")
      .field("killsContainers", &SandboxScript::kills_containers, boolean(),
             "Whether its containers die with it; default true.")
      .check(without_effect_unless<SandboxScript>("diesAt", {"killsContainers"}))
      .shape();
}

/// A script for something that the pod does not have is a mistyped name.
void note_script_references(const api::Tree& node, const Place& place, PodScript& script) {
  using Kind = Reference::Kind;
  place.member("name").reference(node.find("name")->mark, Kind::pod, script.name);
  const auto note_items = [&](std::string_view field, std::string_view key, Kind kind) {
    const api::Tree* list = node.find(field);
    for (std::size_t index = 0; list != nullptr && index < list->items.size(); ++index) {
      const api::Tree* name = list->items[index].find(key);
      place.member(field).item(index).member(key).reference(name->mark, kind, script.name, name->text);
    }
  };
  note_items("containers", "name", Kind::container);
  note_items("exec", "command", Kind::command);
  for (const char* protocol : {"http", "tcp", "grpc"}) {
    const api::Tree* answers = node.find(protocol);
    if (answers != nullptr) place.member(protocol).reference(answers->mark, Kind::endpoint, script.name, protocol);
  }
}

Shape<PodScript> pod_script_shape() {
  const Shape<EndpointAnswer> http = endpoint_shape("httpAnswer", 100, 599);
  const Shape<EndpointAnswer> plain = endpoint_shape("networkAnswer", 0, std::numeric_limits<std::int32_t>::max());
  return Object<PodScript>{"podScript", "How the containers, commands and endpoints of some pods behave."}
      .required("name", &PodScript::name, text().example("web"),
                "A pod's name or namespace/name, with * and ?. The first script that fits a pod is its script.")
      .field("sandbox", &PodScript::sandbox, sandbox_shape(), "What happens to its first sandbox.")
      .field("containers", &PodScript::containers, list_of(container_script_shape()), "How its containers run.")
      .field("exec", &PodScript::exec, list_of(exec_shape()), "What commands answer (probes, hooks).")
      .field("http", &PodScript::http, list_of(http), "What HTTP probes and hooks are answered.")
      .field("tcp", &PodScript::tcp, list_of(plain), "What TCP probes are answered.")
      .field("grpc", &PodScript::grpc, list_of(plain), "What gRPC probes are answered.")
      .check(note_script_references)
      .shape();
}

Shape<ImageScript> pull_shape() {
  return Object<ImageScript>{"pull", "How pulling an image goes."}
      .field("takes", &ImageScript::pull_takes, span(), "How long a pull takes; default 0s.")
      .field("failFirst", &ImageScript::pull_fail_first, integer<std::uint32_t>(0),
             "So many pulls fail before one succeeds; default 0.")
      .field("fails", &ImageScript::pull_fails, odds(), "So many of a hundred others fail, by the seed.")
      .field("error", &ImageScript::pull_error, text(), "What a failed pull says.")
      .check(without_effect_unless_any<ImageScript>({"failFirst", "fails"}, "error"))
      .shape();
}

Shape<ImageScript> image_shape() {
  return Object<ImageScript>{"image", "An image in the registry and on the node."}
      .required("name", &ImageScript::name, text().example("nginx:1.25"), "Its name as containers write it.")
      .field("present", &ImageScript::present, boolean(), "Whether the node has it from the start; default true.")
      .field("sizeBytes", &ImageScript::size_bytes, integer<std::int64_t>(0, petabyte),
             "Its size, for messages and for the imageFilesystem.")
      .field("user", &ImageScript::user, possibly_empty_text().example("1000"),
             "Whom it runs as, a number or a name, \"\" for root: what runAsNonRoot looks at; default: somebody who is "
             "not "
             "root.")
      .field(
          "pull", [](ImageScript& image) -> ImageScript& { return image; }, pull_shape(), "How pulling it goes.")
      .shape();
}

void check_call(const api::Tree& node, const Place& place, CallFault& fault) {
  const api::Tree* pod = node.find("pod");
  const api::Tree* container = node.find("container");
  if (pod != nullptr && !is_about_a_pod(fault.call)) {
    place.member("pod").warning(pod->mark, fmt::format("without effect: {} is not about one pod", fault.call));
  }
  if (container != nullptr && !is_about_a_container(fault.call)) {
    place.member("container")
        .warning(container->mark, fmt::format("without effect: {} is not about one container", fault.call));
  }
  const api::Tree* leaves = node.find("leavesSandbox");
  if (leaves != nullptr && fault.call != "RunPodSandbox") {
    place.member("leavesSandbox").warning(leaves->mark, fmt::format("without effect: {} makes no sandbox", fault.call));
  }
  if (container != nullptr) {
    place.member("container")
        .reference(container->mark, Reference::Kind::container, fault.pod.empty() ? "*/*" : fault.pod, fault.container);
  }
  if (pod != nullptr) place.member("pod").reference(pod->mark, Reference::Kind::pod, fault.pod);
}

/// Within a time of its own, a fault needs no number.
void check_window(const api::Tree& node, const Place& place, CallFault& fault) {
  const api::Tree* from = node.find("from");
  const api::Tree* until = node.find("until");
  if (until != nullptr && fault.until && *fault.until <= fault.from) {
    place.member("until").problem(until->mark, "not after `from`: the fault never holds");
  }
  if (node.find("failFirst") != nullptr || node.find("fails") != nullptr) return;
  const api::Tree* error = node.find("error");
  if (from == nullptr && until == nullptr) {
    if (error != nullptr) place.member("error").warning(error->mark, "without effect: no `failFirst`, no `fails`");
  } else if (error != nullptr) {
    fault.fail_first = CallFault::all;
  } else if (node.find("takes") == nullptr) {
    place.warning(node.mark, "without effect: neither `error` nor `failFirst` nor `fails` nor `takes`");
  }
}

Shape<std::string> faulty_call() {
  std::vector<std::string> names = runtime_calls();
  names.emplace_back("*");
  return one_of("a runtime call", std::move(names));
}

Shape<CallFault> call_shape() {
  return Object<CallFault>{"callFault", "Faults and latency of runtime calls; the first entry that fits a call holds."}
      .required("call", &CallFault::call, faulty_call(), "The CRI method; \"*\": all.")
      .field("pod", &CallFault::pod, text().example("web"), "Only for these pods: a name, with * and ?.")
      .field("container", &CallFault::container, text().example("app"), "Only for these containers, with * and ?.")
      .field("failFirst", &CallFault::fail_first, integer<std::uint32_t>(0),
             "So many calls about one container or sandbox fail before the first succeeds; default 0.")
      .field("fails", &CallFault::fails, odds(), "So many of a hundred others fail, by the seed.")
      .field("error", &CallFault::error, text(),
             "What a failed call says. With `from` or `until` alone every call fails in that time.")
      .field("leavesSandbox", &CallFault::leaves_sandbox, boolean(),
             "A RunPodSandbox that fails leaves its sandbox behind, not ready; default false.")
      .field("takes", &CallFault::takes, span(), "How long a call takes, whether it fails or not; default 0s.")
      .field("from", &CallFault::from, duration(), "Only for calls from this time of the scenario on; default 0s.")
      .field("until", &CallFault::until, duration(), "Only for calls before this time of the scenario.")
      .check(check_window)
      .check(check_call)
      .shape();
}

Shape<ContainerEventScript> container_events_shape() {
  return Object<ContainerEventScript>{"containerEvents", "The runtime's container events (CRI GetContainerEvents)."}
      .field("sent", &ContainerEventScript::sent, boolean(),
             "False: the runtime sends none, and the kubelet falls back to relists; default true.")
      .field("delay", &ContainerEventScript::delay, duration(), "How late they come; default 0s.")
      .shape();
}

Shape<ImageFilesystemScript> image_filesystem_shape() {
  return Object<ImageFilesystemScript>{"imageFilesystem", "The file system that holds the images."}
      .required("capacityBytes", &ImageFilesystemScript::capacity_bytes, integer<std::int64_t>(1, petabyte),
                "How much it holds.")
      .field("otherUseBytes", &ImageFilesystemScript::other_use_bytes, integer<std::int64_t>(0, petabyte),
             "How much of it other things than the named images take; default 0.")
      .shape();
}

}  // namespace

Shape<RuntimeScript> runtime_shape() {
  const auto note_references = [](const api::Tree& node, const Place& place, RuntimeScript& script) {
    if (const api::Tree* events = node.find("containerEvents")) {
      place.reading().marks.insert_or_assign(place.member("containerEvents").path(), events->mark);
    }
    if (const api::Tree* usage = node.find("usage")) {
      place.reading().marks.insert_or_assign(place.member("usage").path(), usage->mark);
    }
    warn_of_unmeasured_usage(node, place, script);
    // What nobody uses is there to be removed.
    if (script.image_filesystem || script.node_usage) return;
    for (std::size_t index = 0; index < script.images.size(); ++index) {
      const api::Tree* name = node.find("images")->items[index].find("name");
      place.member("images").item(index).member("name").reference(name->mark, Reference::Kind::image, {}, name->text);
    }
  };
  return Object<RuntimeScript>{"runtime", "How the container runtime behaves; what is not said succeeds at once."}
      .field("images", &RuntimeScript::images, list_of(image_shape()), "Images; those not named are always present.")
      .field("imageFilesystem", &RuntimeScript::image_filesystem, image_filesystem_shape(),
             "Where the images are, for the kubelet's garbage collection; without it there is space for all.")
      .field("usage", &RuntimeScript::node_usage, node_usage_shape(),
             "What of the node can run short; without it there is enough of everything.")
      .field("pods", &RuntimeScript::pods, list_of(pod_script_shape()), "How the pods' containers behave.")
      .field("calls", &RuntimeScript::calls, list_of(call_shape()), "Faults and latency of runtime calls.")
      .field("memoryInUse", &RuntimeScript::memory_in_use, bytes(),
             "How much memory each running container has in use, which a limit cannot be resized below; default 10Mi.")
      .field(
          "containerResources", &RuntimeScript::tells_resources, boolean(),
          "Whether the runtime says of every container what CPU and memory it has been given, not only of one that "
          "has been resized; default false, as under the recorded kubelets, and true where the first kubelet needs it "
          "(1.32 with InPlacePodVerticalScaling).")
      .field("cgroupVersion", &RuntimeScript::kills_groups, cgroup_version_shape(),
             "Of the node's control groups: with 2 (the default) kubelets from 1.28 on let a container that is out of "
             "memory die as a whole, with 1 only one of its processes does.")
      .field("containerLogs", &RuntimeScript::writes_logs, boolean(),
             "Whether containers leave log files, from which a kubelet counts the restarts of one that the runtime has "
             "forgotten; default false, as under the recorded kubelets.")
      .field("containerEvents", &RuntimeScript::container_events, container_events_shape(),
             "What a kubelet with the gate EventedPLEG is told.")
      .check(note_references)
      .shape();
}

}  // namespace podreel::language
