#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/ostream.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/api/cursor.hpp"
#include "engine/api/timestamp.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/load.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/files/output_file.hpp"
#include "tools/net/listen_address.hpp"
#include "tools/net/server_address.hpp"
#include "tools/net/wall_clock.hpp"
#include "tools/pages/playground/live_page.hpp"
#include "tools/pages/playground/served_page.hpp"
#include "tools/serve/freed_memory.hpp"
#include "tools/serve/http_server.hpp"
#include "tools/serve/kubeconfig.hpp"
#include "tools/serve/manifests.hpp"
#include "tools/serve/simulation_api.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText serve_text{
    .name = "serve",
    .summary = optional_summary("serve"),
    .description =
        "Serves the part of the Kubernetes API that the pods of a simulated node need, over HTTP on this machine. "
        "kubectl can get, watch, describe, create, patch, evict and delete pods, create and roll out workloads, and "
        "cordon and drain the node. The simulated kubelet, scheduler and controllers respond.\n\n"
        "Without FILE the node is empty. FILE holds a scenario, whose timeline is performed on its own, or manifests, "
        "whose objects are created at the start as by kubectl, with their namespaces. Kinds that are not served are "
        "refused.\n\n"
        "Simulated time passes in real time or faster (--speed 60x), or is paused (--speed paused) and advances by "
        "requests to /podreel/v1/clock. It begins now, or at --start. kubectl describe computes ages with the clock of "
        "your machine, so they are only right in real time; those of kubectl get are always right.\n\n"
        "The page /live shows what happens as it happens, and lets you trigger actions. The page /playground is that "
        "of 'podreel playground'.\n\n"
        "It prints the configuration that kubectl needs, or writes it to a file (--kubeconfig), and ends with Ctrl-C. "
        "With --exec it runs one command with KUBECONFIG set, and ends with the exit status of that command.",
    .examples =
        "# Serve an empty node\n"
        "podreel serve --kubeconfig /tmp/podreel.yaml\n"
        "\n"
        "# Serve a Deployment\n"
        "podreel serve deployment.yaml --exec 'kubectl get deployments,pods -w'\n"
        "\n"
        "# Serve a pod that crashes, ten times faster than real time\n"
        "podreel serve scenarios/crash-loop.yaml --speed 10x --kubeconfig /tmp/podreel.yaml\n"
        "\n"
        "# Run one command\n"
        "podreel serve scenarios/single-pod.yaml --exec 'kubectl get nodes,pods'\n"
        "podreel serve scenarios/crash-loop.yaml --speed 10x --exec kubectl get pods -w\n",
};

struct ServeOptions {
  RunOptions run;
  std::string listen = "127.0.0.1:0";
  std::string speed = "1x";
  std::string start;
  std::string kubeconfig;
  std::string exec;
  bool allow_remote = false;
  std::size_t memory = net::MemoryBudget::usual_limit / net::MemoryBudget::mebibyte;
};

serve::ListenAddress address_of(const ServeOptions& options) {
  const std::string& text = options.listen;
  serve::ListenAddress address;
  if (text.starts_with("unix:")) {
    const cri::ListenPath path = cri::listen_path_of(text);
    if (!path.problem.empty()) throw BadInput{"--listen: " + path.problem};
    if (const auto why = cri::make_way(path.path)) throw BadInput{fmt::format("--listen {}: {}", text, *why)};
    if (!options.kubeconfig.empty())
      throw BadInput{"--kubeconfig: kubectl cannot use a socket; use --listen ADDRESS:PORT"};
    address.path = path.path;
    return address;
  }
  const auto host_port = serve::host_and_port(text);
  if (!host_port) {
    throw BadInput{
        fmt::format("--listen: found \"{}\"; accepted: ADDRESS:PORT, such as 127.0.0.1:0, or unix:///PATH", text)};
  }
  address.host = host_port->host;
  address.port = host_port->port;
  const bool is_loopback = address.host == "::1" || address.host.starts_with("127.");
  if (!is_loopback && !options.allow_remote) {
    throw BadInput{
        fmt::format("--listen {}: other machines could connect, and the server does not authenticate clients; "
                    "to allow this, add --allow-remote",
                    text)};
  }
  return address;
}

void write_file(const std::string& path, const std::string& text) {
  OutputFile file{path};
  file.stream() << text;
  file.commit();
}

/// Returns a temporary file for the command.
std::unique_ptr<TemporaryFile> temporary_kubeconfig(const std::string& text) {
  std::string path = "/tmp/podreel-kubeconfig-XXXXXX";
  const int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) throw std::system_error{errno, std::generic_category(), path};
  ::close(descriptor);
  auto file = std::make_unique<TemporaryFile>(path);
  write_file(path, text);
  return file;
}

/// Returns the initial text of the playground: the served scenario, if it is one file.
std::string scenario_text(const std::vector<std::string>& files) {
  const bool is_file = files.size() == 1 && files.front() != "-" && std::filesystem::is_regular_file(files.front());
  return is_file ? text_of_file(files.front()) : std::string{text_to_begin_with()};
}

/// The scenario that a server begins with, which is that of an empty node if the files hold manifests.
struct Beginning {
  format::Scenario scenario;
  serve::Manifests manifests{};
};

format::Scenario empty_node(const ServeOptions& options, Context& context) {
  const std::string text = fmt::format("apiVersion: {}\nkind: {}\nmetadata: {{name: empty}}\nspec: {{timeline: []}}\n",
                                       format::scenario_api_version, format::scenario_kind);
  RunCollection runs;
  add_runs(api::load_documents(text, "empty.yaml"), "empty.yaml", options.run, runs, context);
  return std::move(finish_runs(std::move(runs), options.run, context).front());
}

bool has_podreel_document(const api::LoadedFile& loaded) {
  const auto is_of_podreel = [](const api::Tree& document) {
    const std::string_view kind = api::Cursor{document}["kind"].text();
    return format::is_scenario(document) || kind == format::fleet_kind || kind == format::fleet_plan_kind;
  };
  return std::ranges::any_of(loaded.documents, is_of_podreel);
}

Beginning beginning_of_manifests(const std::vector<std::string>& files, const std::vector<api::LoadedFile>& loaded,
                                 const ServeOptions& options, Context& context) {
  Beginning beginning{empty_node(options, context)};
  std::vector<api::Problem> problems;
  for (std::size_t index = 0; index < files.size(); ++index) {
    serve::add_manifests(loaded[index], files[index], beginning.manifests, problems);
  }
  if (!problems.empty()) throw BadInput{problems};
  for (const std::string& note : beginning.manifests.assumed.notes) context.diagnostics << "note: " << note << '\n';
  beginning.scenario.runtime.pods = serve::scripts_of(beginning.manifests);
  return beginning;
}

Beginning beginning_of(const ServeOptions& options, Context& context) {
  if (options.run.files.empty()) return {empty_node(options, context)};
  const std::vector<std::string> files = input_files(options.run.files);
  std::vector<api::LoadedFile> loaded;
  for (const std::string& file : files) loaded.push_back(api::load_file(file));
  if (std::ranges::none_of(loaded, has_podreel_document))
    return beginning_of_manifests(files, loaded, options, context);
  RunCollection runs;
  for (std::size_t index = 0; index < files.size(); ++index) {
    add_runs(loaded[index], files[index], options.run, runs, context);
  }
  std::vector<format::Scenario> scenarios = finish_runs(std::move(runs), options.run, context);
  if (scenarios.size() == 1) return {std::move(scenarios.front())};
  throw BadInput{fmt::format("serve takes one run, but the files hold {}", counted(scenarios.size(), "run"))};
}

sim::Time start_of(const ServeOptions& options) {
  if (options.start.empty()) return cri::wall_time();
  if (const std::optional<sim::Time> start = api::parse_timestamp(options.start)) return *start;
  throw BadInput{
      fmt::format("--start: found \"{}\"; accepted: a time such as 2026-01-31T08:00:00Z", shown(options.start))};
}

ExitCode run_serve(const ServeOptions& options, Context& context) {
  const auto speed = serve::speed_of(options.speed);
  if (!speed)
    throw BadInput{fmt::format("--speed: found \"{}\"; accepted: a factor such as 60x, or paused", options.speed)};
  const serve::ListenAddress address = address_of(options);
  const Beginning beginning = beginning_of(options, context);
  serve::Session session{beginning.scenario, *speed, net::MemoryBudget{options.memory * net::MemoryBudget::mebibyte},
                         start_of(options)};
  if (const auto problems = serve::create_objects(session, beginning.manifests); !problems.empty()) {
    throw BadInput{problems};
  }
  serve::return_freed_memory();
  playground::LivePage live_page;
  playground::ServedPage playground_page{scenario_text(options.run.files)};
  std::unique_ptr<serve::HttpServer> server;
  try {
    server = std::make_unique<serve::HttpServer>(session, address, options.allow_remote,
                                                 std::vector<serve::HttpExtension*>{&live_page, &playground_page});
  } catch (const std::system_error& error) {
    throw BadInput{fmt::format("--listen {}: {}", options.listen, error.code().message())};
  }
  if (!address.path.empty()) {
    if (options.exec.empty()) fmt::print(context.out, "serving at {}\n", server->url());
    context.out.flush();
    return static_cast<ExitCode>(server->run(options.exec));
  }
  const std::string configuration = serve::kubeconfig_of(server->url());
  std::unique_ptr<TemporaryFile> temporary;
  if (!options.kubeconfig.empty()) {
    write_file(options.kubeconfig, configuration);
    if (options.exec.empty()) fmt::print(context.out, "serving at {0}; open {0}/live in a browser\n", server->url());
  } else if (options.exec.empty()) {
    context.out << configuration;
  } else {
    temporary = temporary_kubeconfig(configuration);
  }
  context.out.flush();
  const std::string& path = temporary ? temporary->path() : options.kubeconfig;
  if (!options.exec.empty()) ::setenv("KUBECONFIG", path.c_str(), 1);
  return static_cast<ExitCode>(server->run(options.exec));
}

}  // namespace

void add_serve(CLI::App& app, Context& context) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App& verb = new_verb(app, serve_text);
  add_input_options(verb, options->run.files, "scenario or manifests; without it, the node is empty");
  add_load_options(verb, options->run);
  verb.add_option("--listen", options->listen, "address and port, or unix:///PATH; port 0 selects a free port")
      ->type_name("ADDRESS");
  verb.add_option("--speed", options->speed, "simulated seconds per wall-clock second, such as 60x, or paused")
      ->type_name("FACTOR");
  verb.add_option("--start", options->start, "simulated time at the start; default: now")->type_name("TIME");
  verb.add_option("--kubeconfig", options->kubeconfig, "write kubectl's configuration to this file")->type_name("FILE");
  verb.add_option(
          "--exec", options->exec,
          "run this shell command, and end with it; after a single word, all further arguments belong to the command")
      ->type_name("COMMAND");
  constexpr std::size_t min_memory = 64;
  constexpr std::size_t max_memory = 1024 * 1024;
  verb.add_option("--memory", options->memory,
                  "memory for objects, history, bodies and unsent answers in MiB; requests beyond it are refused")
      ->type_name("MIB")
      ->check(CLI::Range(min_memory, max_memory));
  verb.add_flag("--allow-remote", options->allow_remote, "allow connections from other machines");
  set_action(verb, context, [options](Context& world) {
    settle_run_options(options->run);
    return run_serve(*options, world);
  });
}

}  // namespace podreel::cli
