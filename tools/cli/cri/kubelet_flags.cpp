#include "tools/cli/cri/kubelet_flags.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>

#include "engine/api/json_member.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/format/settings/configuration_fields.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/net/server_address.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;

json document_of(const std::string& path) {
  const api::LoadedFile loaded = api::load_file(path);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  if (loaded.documents.size() != 1) throw BadInput{path + ": accepted: a file with exactly one document"};
  return api::to_json(loaded.documents.front());
}

/// Returns the configuration; empty if no file is given.
json configuration_of(const KubeletFlags& flags) {
  json written = flags.config.empty() ? json::object() : document_of(flags.config);
  if (!written.is_object()) throw BadInput{flags.config + ": accepted: a KubeletConfiguration"};
  return written;
}

std::string host_name() {
  std::string name(HOST_NAME_MAX + 1, '\0');
  if (::gethostname(name.data(), name.size()) != 0) return "node";
  return name.c_str();
}

}  // namespace

void add_kubelet_flags(CLI::App& verb, KubeletFlags& flags) {
  verb.add_option("--config", flags.config,
                  "KubeletConfiguration; the fields that scenarios support and staticPodPath take effect")
      ->type_name("FILE");
  verb.add_option("--kubeconfig", flags.kubeconfig, "kubeconfig of an API server (HTTP only), instead of a scenario")
      ->type_name("FILE");
  verb.add_option("--hostname-override", flags.hostname_override, "name of the node")->type_name("NAME");
  verb.add_option("--container-runtime-endpoint", flags.container_runtime_endpoint, "alias of --runtime-endpoint")
      ->type_name("ADDRESS");
  verb.add_option("--v", flags.v,
                  "with --kubeconfig, verbosity of the sync loop's log: 1 logs probes, 2 adds pods, 4 adds syncs")
      ->type_name("N");
  verb.add_flag("--version", flags.version, "print the version of the simulated kubelet, and exit");
  constexpr const char* no_effect = "accepted for compatibility with kubelets; has no effect";
  verb.add_option("--root-dir", flags.root_dir, no_effect)->type_name("DIR");
  verb.add_option("--cert-dir", flags.cert_dir, no_effect)->type_name("DIR");
  verb.add_option("--container-runtime", flags.container_runtime, no_effect)->type_name("NAME");
  verb.add_option("--enable-server", flags.enable_server, no_effect)->type_name("BOOL");
}

format::Scenario scenario_of(const KubeletFlags& flags, const RunOptions& options) {
  const json written = configuration_of(flags);
  json config = json::object();
  for (const auto& [name, value] : written.items()) {
    if (format::is_configuration_field(name)) config[name] = value;
  }
  json kubelet{{"config", std::move(config)}};
  if (written.contains("featureGates")) kubelet["featureGates"] = written["featureGates"];
  const json node{{"name", flags.hostname_override.empty() ? host_name() : flags.hostname_override},
                  {"reportsStatus", true},
                  {"kubelet", std::move(kubelet)}};
  const json scenario{{"apiVersion", "podreel.dev/v1alpha1"},
                      {"kind", "Scenario"},
                      {"metadata", {{"name", "kubelet"}}},
                      {"spec", {{"node", node}, {"timeline", json::array()}}}};
  const std::string name = flags.config.empty() ? "kubelet" : flags.config;
  format::Loaded loaded = format::load_scenarios(api::load_documents(scenario.dump(), name), name, options.load);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  return std::move(loaded.scenarios.front());
}

std::string static_pod_path_of(const KubeletFlags& flags) {
  return api::string_member(configuration_of(flags), "staticPodPath");
}

serve::ServerAddress api_server_of(const KubeletFlags& flags) {
  const json config = document_of(flags.kubeconfig);
  std::string url;
  api::for_each_item(config, "clusters", [&url](const json& cluster) {
    const json* details = api::find_member(cluster, "cluster");
    if (url.empty() && details != nullptr) url = api::string_member(*details, "server");
  });
  const auto address = serve::address_of(url);
  if (!address) {
    throw BadInput{fmt::format("{}: found the server \"{}\"; accepted: http://IP-ADDRESS:PORT", flags.kubeconfig, url)};
  }
  return *address;
}

}  // namespace podreel::cli
