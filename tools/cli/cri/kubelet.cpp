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
        "Runs the simulated kubelet of a scenario and the API server that it gets its pods from, in wall-clock time. "
        "Its container runtime answers on a socket (CRI v1): `podreel cri`, or a real runtime with real containers. "
        "Actions of the scenario's timeline on the cluster are performed; actions on the runtime are left to that "
        "runtime.\n\n"
        "Prints what happens as podreel run does; podreel match reads the output of -o jsonl. At the end it prints the "
        "largest delay, and whether that delay may have changed the timeline. Probes and hooks over the network cannot "
        "reach the containers, so a scenario that has them is rejected.\n\n"
        "With the flags of a kubelet, it gets its pods from an API server instead of a scenario, and can replace a "
        "real kubelet (podreel record). Its log then uses the messages of its release.",
    .examples =
        "# Run one scenario in two programs\n"
        "podreel cri scenarios/crash-loop.yaml --listen unix:///tmp/podreel.sock --speed 10x &\n"
        "podreel kubelet scenarios/crash-loop.yaml --runtime-endpoint unix:///tmp/podreel.sock --speed 10x --until 1m\n"
        "\n"
        "# Check that the timeline is one that podreel also produces in memory\n"
        "podreel kubelet scenarios/sidecar.yaml --runtime-endpoint unix:///tmp/podreel.sock -o jsonl > recorded.jsonl\n"
        "podreel match scenarios/sidecar.yaml recorded.jsonl\n",
};

struct KubeletOptions {
  RunOptions run;
  std::string file;
  std::string endpoint;
  std::string output;
  KubeletFlags flags;
};

/// Selects the source of the pods: a scenario or an API server.
void choose_life(KubeletOptions& options, Context& context, KubeletRequest& request) {
  const bool has_server = !options.flags.kubeconfig.empty();
  if (has_server == !options.file.empty()) {
    throw BadInput{"accepted: either a SCENARIO, or the --kubeconfig of an API server"};
  }
  if (has_server) {
    request.scenario = scenario_of(options.flags, options.run);
    request.api_server = api_server_of(options.flags);
    request.static_pod_path = static_pod_path_of(options.flags);
    request.verbosity = options.flags.v;
    return;
  }
  options.run.files = {options.file};
  request.scenario = load_one_run(options.run, "podreel kubelet takes one run", context);
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
  if (!context.run_kubelet) try_to_become_cri_program(context);
  const KubeletRequest request = request_of(options, context);
  return obey_with_grpc(context.run_kubelet, request, context);
}

}  // namespace

void add_kubelet(CLI::App& app, Context& context) {
  auto options = std::make_shared<KubeletOptions>();
  CLI::App& verb = new_verb(app, kubelet_text);
  verb.add_option("SCENARIO", options->file, "scenario to run")->type_name("FILE");
  verb.add_option("--runtime-endpoint", options->endpoint, "socket of the runtime, such as unix:///run/podreel.sock")
      ->type_name("ADDRESS");
  verb.add_option("--speed", options->run.speed_text,
                  "simulated seconds per wall-clock second, such as 10x; must equal the runtime's")
      ->type_name("FACTOR");
  choices(verb.add_option("-o,--output", options->output, "print records, as `podreel run` does"), {"jsonl"});
  add_load_options(verb, options->run);
  add_kubelet_flags(verb, options->flags);
  set_action(verb, context, [options](Context& world) { return run_kubelet(*options, world); });
}

}  // namespace podreel::cli
