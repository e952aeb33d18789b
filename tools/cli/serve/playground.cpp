#include <CLI/CLI.hpp>
#include <fmt/ostream.h>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>

#include "tools/catalogue/catalogue.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/pages/playground/engine.hpp"
#include "tools/pages/playground/served_page.hpp"
#include "tools/serve/freed_memory.hpp"
#include "tools/serve/http_server.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText playground_text{
    .name = "playground",
    .summary = optional_summary("playground"),
    .description =
        "Serves a page on this machine: an editor that knows the format of scenarios, and beside it the run as "
        "'podreel report' shows it. You can make something else happen from any instant of the run, and run other "
        "kubelets beside the first. The lessons ask before they show. A link holds the whole scenario.\n\n"
        "It prints the address to open, and ends with Ctrl-C. With --answer it serves nothing, and answers one request "
        "of such a page from standard input, in JSON (tools/pages/playground/README.md).",
    .examples =
        "# Begin with a pod that crashes\n"
        "podreel playground\n"
        "\n"
        "# Begin with a file\n"
        "podreel playground scenarios/sidecar.yaml --port 8000\n"
        "\n"
        "# Check a text as the page does\n"
        "echo '{\"ask\": \"check\", \"text\": \"kind: Pod\"}' | podreel playground --answer\n",
};

struct PlaygroundOptions {
  std::string file;
  std::uint16_t port = 0;
  bool answer = false;
};

std::string scenario_text(const PlaygroundOptions& options) {
  if (!options.file.empty()) return text_of_file(options.file);
  return std::string{text_to_begin_with()};
}

ExitCode serve_playground(const PlaygroundOptions& options, Context& context) {
  playground::ServedPage page{scenario_text(options)};
  // The server requires a node, which the playground does not use.
  const format::Scenario idle;
  serve::Session session{idle, 0};
  serve::return_freed_memory();
  std::unique_ptr<serve::HttpServer> server;
  try {
    server = std::make_unique<serve::HttpServer>(session, serve::ListenAddress{.port = options.port}, false,
                                                 std::vector<serve::HttpExtension*>{&page});
  } catch (const std::system_error& error) {
    throw BadInput{fmt::format("--port {}: {}", options.port, error.code().message())};
  }
  fmt::print(context.out, "{}{}\n", server->url(), playground::page_path);
  context.out.flush();
  return static_cast<ExitCode>(server->run(""));
}

}  // namespace

void add_playground(CLI::App& app, Context& context) {
  auto options = std::make_shared<PlaygroundOptions>();
  CLI::App& verb = new_verb(app, playground_text);
  CLI::Option* file =
      verb.add_option("FILE", options->file, "scenario or manifests; - is standard input")->type_name("FILE");
  CLI::Option* port =
      verb.add_option("--port", options->port, "port of 127.0.0.1; 0 selects a free port")->type_name("N");
  verb.add_flag("--answer", options->answer, "answer one request from standard input")->excludes(file)->excludes(port);
  set_action(verb, context, [options](Context& world) {
    if (!options->answer) return serve_playground(*options, world);
    world.out << playground::answer(text_of_file("-")) << '\n';
    return ExitCode::ok;
  });
}

}  // namespace podreel::cli
