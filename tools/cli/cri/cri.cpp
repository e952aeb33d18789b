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
#include "tools/cri/requests/cri_request.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/net/listen_address.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText cri_text{
    .name = "cri",
    .summary = optional_summary("cri"),
    .description =
        "Serves the fake runtime of a scenario as a CRI runtime and image service (v1 and v1alpha2). A kubelet, crictl "
        "or any other client sees the scripts, latencies and faults of its `runtime`, in wall-clock time. A container "
        "that the scenario does not name runs until it is stopped. The scenario begins with the first call. Only the "
        "timeline's actions on the runtime are performed; everything else is left to the client.\n\n"
        "The server ends with SIGINT or SIGTERM, and removes its socket. The program podreel-cri does the work; it is "
        "built where gRPC is found (tools/setup cri).",
    .examples =
        "# Serve a runtime in which containers crash\n"
        "podreel cri scenarios/crash-loop.yaml --listen unix:///tmp/podreel.sock\n"
        "\n"
        "# Call it from another shell\n"
        "crictl --runtime-endpoint unix:///tmp/podreel.sock pods\n"
        "\n"
        "# Run an hour in a minute, and print records\n"
        "podreel cri scenarios/sidecar.yaml --listen unix:///tmp/podreel.sock --speed 60x -o jsonl\n",
};

struct CriOptions {
  RunOptions run;
  std::string file;
  std::string listen;
  std::string output;
};

/// Rejects options that concern the length of a run or its kubelet only.
void refuse_what_has_no_effect(const RunOptions& run) {
  if (!run.until_text.empty()) throw BadInput{"--until has no effect: a runtime is served until a signal ends it"};
  constexpr const char* no_kubelet = "{} has no effect: the client brings its own kubelet and settings";
  if (!run.policy.empty()) throw BadInput{fmt::format(no_kubelet, "--policy")};
  if (!run.feature_gates.empty()) throw BadInput{fmt::format(no_kubelet, "--feature-gates")};
}

CriRequest request_of(CriOptions& options, Context& context) {
  auto listen = cri::listen_path_of(options.listen);
  if (!listen.problem.empty()) throw BadInput{"--listen: " + listen.problem};
  CriRequest request;
  request.path = std::move(listen.path);
  refuse_what_has_no_effect(options.run);
  options.run.files = {options.file};
  settle_run_options(options.run);
  request.speed = options.run.speed.value_or(1);
  request.prints_records = options.output == "jsonl";
  request.scenario = load_one_run(options.run, "podreel cri takes one run", context);
  return request;
}

ExitCode serve(CriOptions& options, Context& context) {
  if (!context.serve_cri) try_to_become_cri_program(context);
  const CriRequest request = request_of(options, context);
  return obey_with_grpc(context.serve_cri, request, context);
}

}  // namespace

void add_cri(CLI::App& app, Context& context) {
  auto options = std::make_shared<CriOptions>();
  CLI::App& verb = new_verb(app, cri_text);
  verb.add_option("SCENARIO", options->file, "scenario to serve")->type_name("FILE")->required();
  verb.add_option("--listen", options->listen, "socket to listen on, such as unix:///run/podreel.sock")
      ->type_name("ADDRESS")
      ->required();
  verb.add_option("--speed", options->run.speed_text, "simulated seconds per wall-clock second, such as 60x")
      ->type_name("FACTOR");
  choices(verb.add_option("-o,--output", options->output, "print records, as `podreel run` does"), {"jsonl"});
  add_load_options(verb, options->run);
  set_action(verb, context, [options](Context& world) { return serve(*options, world); });
}

}  // namespace podreel::cli
