#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/cri/cri_program.hpp"
#include "tools/cli/cri/kubelet_flags.hpp"
#include "tools/cri/requests/kubelet_request.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/net/listen_address.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText kubelet_text{
    .name = "kubelet",
    .summary = optional_summary("kubelet"),
    .description =
        "Runs the simulated kubelet of a scenario, and the API server that it has its pods from, at the pace of the "
        "wall clock. Its container runtime is what answers on a socket (CRI v1): `podreel cri`, or a real one, on "
        "which "
        "the containers are real. What the scenario's timeline does to the cluster is done; what it does to the "
        "runtime is left to that.\n\n"
        "It prints what happens as podreel run does; -o jsonl is what podreel match reads. At the end it says how late "
        "things came at most, and whether that may have changed what is told. Probes and hooks over the network "
        "reach nobody: a scenario with such is refused.\n\n"
        "With the flags of a kubelet it has its pods from an API server in place of a scenario, and stands in for a "
        "real one (podreel record); its log is then in the words of its release.",
    .examples =
        "# One scenario, two programs\n"
        "podreel cri scenarios/crash-loop.yaml --listen unix:///tmp/podreel.sock --speed 10x &\n"
        "podreel kubelet scenarios/crash-loop.yaml --runtime-endpoint unix:///tmp/podreel.sock --speed 10x --until 1m\n"
        "\n"
        "# Does it tell there what it tells in memory?\n"
        "podreel kubelet scenarios/sidecar.yaml --runtime-endpoint unix:///tmp/podreel.sock -o jsonl > told.jsonl\n"
        "podreel match scenarios/sidecar.yaml told.jsonl\n",
};

struct KubeletOptions {
  RunOptions run;
  std::string file;
  std::string endpoint;
  std::string output;
  KubeletFlags flags;
};

/// What it lives through: a scenario, or what an API server has for it.
void choose_life(KubeletOptions& options, Context& context, KubeletRequest& request) {
  const bool has_server = !options.flags.kubeconfig.empty();
  if (has_server == !options.file.empty()) {
    throw BadInput{"accepted: a SCENARIO, or the --kubeconfig of an API server that has pods for it"};
  }
  if (has_server) {
    request.scenario = scenario_of(options.flags, options.run);
    request.api_server = api_server_of(options.flags);
    request.static_pod_path = static_pod_path_of(options.flags);
    request.verbosity = options.flags.v;
    return;
  }
  options.run.files = {options.file};
  request.scenario = load_one_run(options.run, "a kubelet plays one scenario", context);
  request.length = request.scenario.duration;
}

KubeletRequest request_of(KubeletOptions& options, Context& context) {
  if (options.endpoint.empty()) options.endpoint = options.flags.container_runtime_endpoint;
  if (options.endpoint.empty()) throw BadInput{"--runtime-endpoint is required"};
  auto socket = cri::listen_path_of(options.endpoint);
  if (!socket.problem.empty()) throw BadInput{"--runtime-endpoint: " + socket.problem};
  settle_run_options(options.run);
  KubeletRequest request;
  request.path = std::move(socket.path);
  request.speed = options.run.speed.value_or(1);
  request.prints_records = options.output == "jsonl";
  choose_life(options, context, request);
  return request;
}

ExitCode run_kubelet(KubeletOptions& options, Context& context) {
  if (options.flags.version) {
    settle_run_options(options.run);
    const release::Release version = scenario_of(options.flags, options.run).node.kubelet.version;
    context.out << "Kubernetes v" << release::to_string(version) << '\n';
    return ExitCode::ok;
  }
  const KubeletRequest request = request_of(options, context);
  return obey_with_grpc(context.run_kubelet, request, context);
}

}  // namespace

void add_kubelet(CLI::App& app, Context& context) {
  auto options = std::make_shared<KubeletOptions>();
  CLI::App& verb = new_verb(app, kubelet_text);
  verb.add_option("SCENARIO", options->file, "a scenario")->type_name("FILE");
  verb.add_option("--runtime-endpoint", options->endpoint, "who is the runtime, as unix:///run/podreel.sock")
      ->type_name("ADDRESS");
  verb.add_option("--speed", options->run.speed_text,
                  "so many times faster than the wall clock, as 10x; as the runtime that is asked")
      ->type_name("FACTOR");
  choices(verb.add_option("-o,--output", options->output, "print records, as `podreel run` does"), {"jsonl"});
  add_load_options(verb, options->run);
  add_kubelet_flags(verb, options->flags);
  when_chosen(verb, context, [options](Context& world) { return run_kubelet(*options, world); });
}

}  // namespace podreel::cli
