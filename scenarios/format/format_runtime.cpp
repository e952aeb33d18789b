// spec.runtime: behaviour of the fake runtime.
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

namespace podreel::format {

namespace {

constexpr std::int64_t petabyte = 1'000'000'000'000'000;

using namespace std::chrono_literals;
using namespace runtime_fake;  // NOLINT(google-build-using-namespace): these are its structs

/// Warns of fields that have no effect without `needed`.
template <class T>
auto without_effect_unless(std::string_view needed, std::vector<std::string_view> fields) {
  return [needed, fields = std::move(fields)](const api::Tree& node, const Place& place, T&) {
    if (node.find(needed) != nullptr) return;
    for (const std::string_view name : fields) {
      const api::Tree* found = node.find(name);
      if (found != nullptr)
        place.member(name).warning(found->mark, fmt::format("without effect: requires `{}`", needed));
    }
  };
}

/// Warns of the field if none of `needed` is given.
template <class T>
auto without_effect_unless_any(std::vector<std::string_view> needed, std::string_view field) {
  return [needed = std::move(needed), field](const api::Tree& node, const Place& place, T&) {
    const api::Tree* found = node.find(field);
    const bool is_any =
        std::ranges::any_of(needed, [&node](std::string_view name) { return node.find(name) != nullptr; });
    if (found == nullptr || is_any) return;
    place.member(field).warning(found->mark, fmt::format("without effect: requires `{}`", fmt::join(needed, "` or `")));
  };
}

Shape<std::int32_t> exit_code() {
  return integer<std::int32_t>(0, 255);
}

Shape<OnTerm> on_term_shape() {
  const auto ignoring = adapted<OnTerm>(one_of("a reaction to SIGTERM", {"ignore"}),
                                        [](std::string&&, OnTerm& reaction) { reaction.ignore = true; });
  const auto exiting = Object<OnTerm>{"onTerm", "Reaction of a container to SIGTERM."}
                           .field("exitAfter", &OnTerm::exit_after, span(), "Time until it exits; default 100ms.")
                           .field("exitCode", &OnTerm::exit_code, exit_code(), "Exit code; default 143.")
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

Shape<api::CgroupVersion> cgroup_version_shape() {
  return adapted<api::CgroupVersion>(
      integer<std::int32_t>(1, 2),
      [](std::int32_t&& number, api::CgroupVersion& version) { version = static_cast<api::CgroupVersion>(number); });
}

Shape<Run> run_shape() {
  return Object<Run>{"run", "One run of a container, from its start on."}
      .field("for", &Run::runs_for, span_or("forever"), "Duration; default forever.")
      .field("exitCode", &Run::exit_code, exit_code(), "Its exit code; default 0.")
      .field("reason", &Run::reason, text().example("OOMKilled"),
             "Reason that the runtime reports; default Completed or Error.")
      .field("message", &Run::message, text(), "Message that the runtime reports.")
      .field("onTerm", &Run::on_term, on_term_shape(),
             "Reaction to SIGTERM: `ignore`, or time and code of its exit; default 143 after 100ms.")
      .field(
          "memoryInUse", [](Run& run) -> Run& { return run; }, memory_in_use_shape(),
          "Memory in use, constant or over time since its start; default: runtime.memoryInUse.")
      .field("oomVictim", &Run::oom_spares_main_process, oom_victim_shape(),
             "The process that the kernel kills above the container's memory limit, unless it kills all of them: "
             "main (the default), or child, in which case the container keeps running.")
      .field("diskInUse", &Run::disk, bytes_in_use(), "Disk space written since its start; default 0.")
      .field("inodesInUse", &Run::inodes, count_in_use(), "Inodes in use; default 0.")
      .field("processes", &Run::processes, count_in_use(), "Processes; default 0.")
      .check(without_effect_unless<Run>("for", {"exitCode", "reason", "message"}))
      .check(without_effect_unless<Run>("memoryInUse", {"oomVictim"}))
      .shape();
}

Shape<ContainerScript> container_script_shape() {
  return Object<ContainerScript>{"containerScript", "Behaviour of the containers with one name."}
      .required("name", &ContainerScript::name, text().example("app"), "The container's name.")
      .field("runs", &ContainerScript::runs, list_of(run_shape()),
             "The n-th successful start uses entry n; the last entry repeats. Default: it runs forever.")
      .field("needs", &ContainerScript::needs, list_of(text().example("port-6443")),
             "Exclusive resources of the node, such as ports and locks, which one process can have at a time.")
      .field("conflict", &ContainerScript::conflict, run_shape(),
             "Run of a start while another process has one of these; default: it exits with 1 after 500ms.")
      .check(without_effect_unless<ContainerScript>("needs", {"conflict"}))
      .shape();
}

Shape<ExecAnswer> exec_answer_shape() {
  return Object<ExecAnswer>{"execAnswer", "Result of a command from some age of the pod on."}
      .field("from", &ExecAnswer::from, duration(), "The age of the pod; default 0s.")
      .field("afterStart", &ExecAnswer::after_start, duration(), "The age of the container; default 0s.")
      .field("exitCode", &ExecAnswer::exit_code, exit_code(), "Default 0.")
      .field("fails", &ExecAnswer::fails, odds(), "Percentage of runs that exit with 1 instead, at random.")
      .field("takes", &ExecAnswer::takes, span(), "Duration of the command; default 0s.")
      .field("output", &ExecAnswer::output, possibly_empty_text(), "Output.")
      .shape();
}

Shape<ExecScript> exec_shape() {
  return Object<ExecScript>{"exec", "Results of a command of a probe or hook."}
      .required("command", &ExecScript::command, text(),
                "The first word of its command line, or all its words joined by spaces.")
      .required("answers", &ExecScript::answers, list_of(exec_answer_shape()),
                "The last answer applies whose `from` does not exceed the age of the pod and whose `afterStart` does "
                "not exceed "
                "that of the container.")
      .shape();
}

/// Returns the shape of an endpoint's answer, whose status is `good_status` unless it is named; only HTTP has statuses
/// other than success and failure.
Shape<EndpointAnswer> endpoint_shape(std::string name, std::int32_t min_status, std::int32_t max_status,
                                     std::int32_t good_status) {
  return Object<EndpointAnswer>{std::move(name), "Answer of an endpoint of the pod from some age of the pod on."}
      .field("from", &EndpointAnswer::from, duration(), "The age of the pod; default 0s.")
      .field("afterStart", &EndpointAnswer::after_start, duration(), "The age of the container; default 0s.")
      .field("status", &EndpointAnswer::status, integer<std::int32_t>(min_status, max_status),
             "HTTP: the status code, default 200. Otherwise 0 for success, the default.")
      .field("refused", &EndpointAnswer::refused, boolean(), "Whether the connection is refused.")
      .field("fails", &EndpointAnswer::fails, odds(), "Percentage of connections that are refused instead, at random.")
      .field("takes", &EndpointAnswer::takes, span(), "Duration of the answer; default 0s.")
      .field("output", &EndpointAnswer::output, possibly_empty_text(), "The body, or the error.")
      .check([good_status](const api::Tree& node, const Place& /*place*/, EndpointAnswer& answer) {
        if (node.find("status") == nullptr) answer.status = good_status;
      })
      .shape();
}

Shape<SandboxScript> sandbox_shape() {
  return Object<SandboxScript>{"sandboxScript", "Events of the pod's first sandbox."}
      .field("diesAt", &SandboxScript::dies_at, duration(), "Time of its death, since the pod's creation.")
      .field("killsContainers", &SandboxScript::kills_containers, boolean(),
             "Whether its containers die too; default true.")
      .check(without_effect_unless<SandboxScript>("diesAt", {"killsContainers"}))
      .shape();
}

/// A script for something that the pod does not have is probably misspelt.
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
  const Shape<EndpointAnswer> http = endpoint_shape("httpAnswer", 100, 599, 200);
  const Shape<EndpointAnswer> plain = endpoint_shape("networkAnswer", 0, std::numeric_limits<std::int32_t>::max(), 0);
  return Object<PodScript>{"podScript", "Behaviour of the containers, commands and endpoints of some pods."}
      .required("name", &PodScript::name, text().example("web"),
                "A pod's name or namespace/name, with * and ?. The first matching script applies to a pod.")
      .field("sandbox", &PodScript::sandbox, sandbox_shape(), "Events of its first sandbox.")
      .field("containers", &PodScript::containers, list_of(container_script_shape()), "Runs of its containers.")
      .field("exec", &PodScript::exec, list_of(exec_shape()), "Results of commands (probes, hooks).")
      .field("http", &PodScript::http, list_of(http), "Answers to HTTP probes and hooks.")
      .field("tcp", &PodScript::tcp, list_of(plain), "Answers to TCP probes.")
      .field("grpc", &PodScript::grpc, list_of(plain), "Answers to gRPC probes.")
      .check(note_script_references)
      .shape();
}

Shape<ImageScript> pull_shape() {
  return Object<ImageScript>{"pull", "Duration and failures of pulls."}
      .field("takes", &ImageScript::pull_takes, span(), "Duration of a pull; default 0s.")
      .field("failFirst", &ImageScript::pull_fail_first, integer<std::uint32_t>(0),
             "Number of pulls that fail first; default 0.")
      .field("fails", &ImageScript::pull_fails, odds(), "Percentage of the other ones that fail, at random.")
      .field("error", &ImageScript::pull_error, text(), "Error of a failed pull.")
      .check(without_effect_unless_any<ImageScript>({"failFirst", "fails"}, "error"))
      .shape();
}

Shape<ImageScript> image_shape() {
  return Object<ImageScript>{"image", "An image in the registry and on the node."}
      .required("name", &ImageScript::name, text().example("nginx:1.25"), "Its name as in containers.")
      .field("present", &ImageScript::present, boolean(), "Whether the node has it from the start; default true.")
      .field("sizeBytes", &ImageScript::size_bytes, integer<std::int64_t>(0, petabyte),
             "Its size, for messages and for the imageFilesystem.")
      .field(
          "user", &ImageScript::user, possibly_empty_text().example("1000"),
          "User of the image, a number or a name, \"\" for root, which runAsNonRoot checks; default: a user other than "
          "root.")
      .field(
          "pull", [](ImageScript& image) -> ImageScript& { return image; }, pull_shape(),
          "Duration and failures of its pulls.")
      .shape();
}

void check_call(const api::Tree& node, const Place& place, CallFault& fault) {
  const api::Tree* pod = node.find("pod");
  const api::Tree* container = node.find("container");
  if (pod != nullptr && !is_about_a_pod(fault.call)) {
    place.member("pod").warning(pod->mark, fmt::format("without effect: {} does not concern a single pod", fault.call));
  }
  if (container != nullptr && !is_about_a_container(fault.call)) {
    place.member("container")
        .warning(container->mark, fmt::format("without effect: {} does not concern a single container", fault.call));
  }
  const api::Tree* leaves = node.find("leavesSandbox");
  if (leaves != nullptr && fault.call != "RunPodSandbox") {
    place.member("leavesSandbox")
        .warning(leaves->mark, fmt::format("without effect: {} creates no sandbox", fault.call));
  }
  if (container != nullptr) {
    place.member("container")
        .reference(container->mark, Reference::Kind::container, fault.pod.empty() ? "*/*" : fault.pod, fault.container);
  }
  if (pod != nullptr) place.member("pod").reference(pod->mark, Reference::Kind::pod, fault.pod);
}

/// A fault with its own time window needs no number.
void check_window(const api::Tree& node, const Place& place, CallFault& fault) {
  const api::Tree* from = node.find("from");
  const api::Tree* until = node.find("until");
  if (until != nullptr && fault.until && *fault.until <= fault.from) {
    place.member("until").problem(until->mark, "must be after `from`");
  }
  if (node.find("failFirst") != nullptr || node.find("fails") != nullptr) return;
  const api::Tree* error = node.find("error");
  if (from == nullptr && until == nullptr) {
    if (error != nullptr) place.member("error").warning(error->mark, "without effect: requires `failFirst` or `fails`");
  } else if (error != nullptr) {
    fault.fail_first = CallFault::all;
  } else if (node.find("takes") == nullptr) {
    place.warning(node.mark, "without effect: requires `error`, `failFirst`, `fails` or `takes`");
  }
}

Shape<std::string> faulty_call() {
  std::vector<std::string> names = runtime_calls();
  names.emplace_back("*");
  return one_of("a runtime call", std::move(names));
}

Shape<CallFault> call_shape() {
  return Object<CallFault>{"callFault", "Faults and latency of runtime calls; the first matching entry applies."}
      .required("call", &CallFault::call, faulty_call(), "The CRI method, or \"*\" for all.")
      .field("pod", &CallFault::pod, text().example("web"), "Only for these pods: a name, with * and ?.")
      .field("container", &CallFault::container, text().example("app"), "Only for these containers, with * and ?.")
      .field("failFirst", &CallFault::fail_first, integer<std::uint32_t>(0),
             "Number of calls for one container or sandbox that fail first; default 0.")
      .field("fails", &CallFault::fails, odds(), "Percentage of the other ones that fail, at random.")
      .field("error", &CallFault::error, text(),
             "Error of a failed call. With `from` or `until` and no number, all calls in that time fail.")
      .field("leavesSandbox", &CallFault::leaves_sandbox, boolean(),
             "Whether a failed RunPodSandbox leaves a sandbox that is not ready; default false.")
      .field("takes", &CallFault::takes, span(), "Duration of a call, failed or not; default 0s.")
      .field("from", &CallFault::from, duration(), "Only for calls from this time of the scenario on; default 0s.")
      .field("until", &CallFault::until, duration(), "Only for calls before this time of the scenario.")
      .check(check_window)
      .check(check_call)
      .shape();
}

Shape<ContainerEventScript> container_events_shape() {
  return Object<ContainerEventScript>{"containerEvents", "The runtime's container events (CRI GetContainerEvents)."}
      .field("sent", &ContainerEventScript::sent, boolean(),
             "Whether the runtime sends events; default true. Otherwise the kubelet falls back to relists.")
      .field("delay", &ContainerEventScript::delay, duration(), "Delay of events; default 0s.")
      .shape();
}

Shape<ImageFilesystemScript> image_filesystem_shape() {
  return Object<ImageFilesystemScript>{"imageFilesystem", "The file system that holds the images."}
      .required("capacityBytes", &ImageFilesystemScript::capacity_bytes, integer<std::int64_t>(1, petabyte),
                "Capacity.")
      .field("otherUseBytes", &ImageFilesystemScript::other_use_bytes, integer<std::int64_t>(0, petabyte),
             "Space used by anything but the named images; default 0.")
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
    // Unused images are removable.
    if (script.image_filesystem || script.node_usage) return;
    for (std::size_t index = 0; index < script.images.size(); ++index) {
      const api::Tree* name = node.find("images")->items[index].find("name");
      place.member("images").item(index).member("name").reference(name->mark, Reference::Kind::image, {}, name->text);
    }
  };
  return Object<RuntimeScript>{"runtime", "Behaviour of the container runtime; by default all calls succeed at once."}
      .field("images", &RuntimeScript::images, list_of(image_shape()), "Images; others are always present.")
      .field("imageFilesystem", &RuntimeScript::image_filesystem, image_filesystem_shape(),
             "File system of the images, for the kubelet's garbage collection; default: unlimited space.")
      .field("usage", &RuntimeScript::node_usage, node_usage_shape(),
             "Limited resources of the node; default: unlimited.")
      .field("pods", &RuntimeScript::pods, shared_list_of(pod_script_shape()), "Behaviour of the pods' containers.")
      .field("calls", &RuntimeScript::calls, list_of(call_shape()), "Faults and latency of runtime calls.")
      .field("memoryInUse", &RuntimeScript::memory_in_use, bytes(),
             "Memory in use by each running container; a resize cannot set a lower limit. Default 10Mi.")
      .field("containerResources", &RuntimeScript::reports_resources, boolean(),
             "Whether the runtime reports CPU and memory of every container, not only of those that "
             "were resized. Default false, as with the recorded kubelets, or true if the first kubelet needs it "
             "(1.32 with InPlacePodVerticalScaling).")
      .field("cgroupVersion", &RuntimeScript::cgroup_version, cgroup_version_shape(),
             "Version of the node's control groups. With 2 (the default) kubelets from 1.28 on kill all processes of a "
             "container that is out of memory, with 1 only one of them. Kubelets that report resources of pods "
             "(InPlacePodLevelResourcesVerticalScaling) read requests of CPU rounded with 2, up to 1.36, and unlimited "
             "memory as a limit of 9007199254740988Ki with 1.")
      .field(
          "containerLogs", &RuntimeScript::writes_logs, boolean(),
          "Whether containers leave log files, from which a kubelet restores the restart count of a container that the "
          "runtime has removed. Default true; false for a runtime that writes none, as that of the recorded kubelets.")
      .field("containerEvents", &RuntimeScript::container_events, container_events_shape(),
             "Container events for kubelets with the gate EventedPLEG.")
      .check(note_references)
      .shape();
}

}  // namespace podreel::format
