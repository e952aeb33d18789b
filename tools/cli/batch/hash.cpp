#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/api/printable.hpp"
#include "engine/decide/named_policies.hpp"
#include "engine/identity/container_hash.hpp"
#include "engine/identity/preimage_difference.hpp"
#include "engine/identity/static_pod_uid.hpp"
#include "engine/release/patch_releases.hpp"
#include "engine/release/release.hpp"
#include "engine/types/defaults.hpp"
#include "tools/cli/arguments/counted_warnings.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/policy_option.hpp"
#include "tools/cli/batch/answer_printer.hpp"
#include "tools/cli/batch/batch.hpp"
#include "tools/cli/batch/hash_subjects.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

constexpr VerbText hash_text{
    .name = "hash",
    .summary = optional_summary("hash"),
    .description =
        "Prints the hash by which a kubelet of each release decides whether a running container still matches its spec "
        "(annotation io.kubernetes.container.hash). Manifests get the defaults of that release's API server. Lines of "
        "JSON Lines files, {\"name\",\"container\"}, are taken as stored.\n\n"
        "With --static, prints the UIDs of static pods instead, from manifests or from lines "
        "{\"name\",\"node\",\"path\",\"pod\"}. A field that no release has causes a warning. With --explain, prints "
        "the exact text that is hashed, and where each of "
        "several releases differs from the one before.",
    .examples =
        "# Show which releases agree about these containers\n"
        "podreel hash -f deployment.yaml --kubelet-version all\n"
        "\n"
        "# Show the exact text that 1.30 hashes\n"
        "podreel hash -f deployment.yaml --kubelet-version 1.30 --explain\n"
        "\n"
        "# Print the UIDs of a control plane's static pods\n"
        "podreel hash --static --node cp-1 -f /etc/kubernetes/manifests --kubelet-version 1.29,1.30\n",
};

/// A release and the name by which it was requested.
struct NamedRelease {
  std::string name;
  release::Release release;
  bool newer_go = false;
};

struct HashOptions {
  std::vector<std::string> files;
  std::string releases = "all";
  std::string node = "node-1";
  std::string policy;
  OutputFormat format = OutputFormat::table;
  bool is_static = false;
  bool explain = false;
  /// Warnings are errors.
  bool strict = false;
};

/// Suffix of a release that selects its static pods as a build with a newer Go computes them.
constexpr std::string_view newer_go = "-go1.9";

std::vector<NamedRelease> all_releases(bool is_static) {
  std::vector<NamedRelease> releases;
  for (const release::Release known : is_static ? release::simulated_releases() : release::known_releases()) {
    releases.push_back({release::minor_string(known), known});
  }
  if (!is_static) return releases;
  for (const release::Release recorded : release::recorded_releases()) {
    releases.push_back({release::to_string(recorded), recorded});
  }
  const release::Release oldest = release::recorded_releases().front();
  releases.push_back({fmt::format("{}{}", release::to_string(oldest), newer_go), oldest, true});
  return releases;
}

std::vector<NamedRelease> releases_of(const HashOptions& options) {
  if (options.releases == "all") return all_releases(options.is_static);
  std::vector<NamedRelease> releases;
  std::string_view rest = options.releases;
  while (!rest.empty()) {
    const std::string name{rest.substr(0, rest.find(','))};
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    const bool is_newer = name.ends_with(newer_go);
    const auto known = release::parse_release(is_newer ? name.substr(0, name.size() - newer_go.size()) : name);
    if (!known) {
      throw BadInput{
          fmt::format("--kubelet-version: found \"{}\"; accepted: all, or releases such as 1.30 or 1.30.7, "
                      "separated by commas ({}, {}){}",
                      name, release::minor_string(release::known_releases().front()),
                      with_releases("{oldest} to {newest}"), release::refusal_clause(name))};
    }
    releases.push_back({name, *known, is_newer});
  }
  return releases;
}

nlohmann::json stored(const HashedContainer& container, const NamedRelease& named) {
  nlohmann::json object = container.object;
  if (!container.is_stored) types::apply_container_defaults(object, named.release);
  return object;
}

/// Name and, by release, what it gives.
struct Row {
  std::string name;
  std::vector<std::pair<std::string, std::string>> values;
};

BatchShape shape_of(const HashOptions& options) {
  return {{"NAME", "RELEASE", options.is_static ? "UID" : "HASH"}, ""};
}

void print_row(const Row& row, const HashOptions& options, AnswerPrinter& printer) {
  if (options.format == OutputFormat::table) {
    for (const auto& [name, value] : row.values) printer.add_row({row.name, name, value});
    return;
  }
  ordered_json values = ordered_json::object();
  for (const auto& [name, value] : row.values) values[name] = value;
  printer.add_document({{"name", row.name}, {options.is_static ? "uid" : "hash", std::move(values)}});
}

void explain_container(const HashedContainer& container, const std::vector<NamedRelease>& releases,
                       const std::vector<identity::ContainerHasher>& hashers, std::ostream& out) {
  std::optional<identity::Preimage> previous;
  for (std::size_t index = 0; index < releases.size(); ++index) {
    const nlohmann::json object = stored(container, releases[index]);
    identity::Preimage preimage = hashers[index].preimage(object);
    out << fmt::format("{} {} {}\n{}\n", api::printable_line(container.name), releases[index].name,
                       identity::hash_text(hashers[index].hash(object)), api::printable_text(preimage.readable()));
    if (!preimage.json.empty())
      out << "hashed text (the bytes in decimal): " << api::printable_text(preimage.hashed) << '\n';
    if (previous) {
      const std::string names = releases[index - 1].name + " and " + releases[index].name;
      if (const auto difference = identity::first_difference(*previous, preimage)) {
        out << fmt::format("{} differ at byte {}{}:\n  {}\n  {}\n", names, difference->offset,
                           difference->field.empty() ? "" : ", field " + difference->field,
                           api::printable_line(difference->before), api::printable_line(difference->after));
      } else {
        out << fmt::format(
            "{} hash {}\n", names,
            previous->hashed == preimage.hashed ? "the same text" : "this text with different algorithms");
      }
    }
    out << '\n';
    previous = std::move(preimage);
  }
}

/// Prints what is given to it, and completes the output even if the input turns out to be wrong.
template <class ForEach, class Use>
void print_each(const HashOptions& options, Context& context, const ForEach& for_each, const Use& use) {
  const BatchShape shape = shape_of(options);
  AnswerPrinter printer{context.out, options.format, shape};
  CountedWarnings warnings;
  std::vector<api::Problem> refused;
  const auto finish = [&] {
    if (!options.explain) printer.finish();
    warn(warnings.reported(), context);
  };
  try {
    for_each([&](const auto& subject) {
      if (!accept_fields(subject.unknown_fields, options.strict, refused, warnings)) return;
      if (const std::optional<Row> row = use(subject)) print_row(*row, options, printer);
    });
    if (!refused.empty()) throw BadInput{refused};
  } catch (const BadInput&) {
    finish();
    throw;
  }
  finish();
}

/// Returns the hash that a kubelet with a policy computes.
std::uint64_t policy_hash(const decide::PolicySettings& policy, release::Release release,
                          const nlohmann::json& object) {
  const api::Container container = api::container_from_json(std::make_shared<const nlohmann::json>(object));
  return decide::make_policy(policy, release)->hash_container(container);
}

void hash_containers(const HashOptions& options, const std::vector<NamedRelease>& releases, Context& context) {
  std::vector<identity::ContainerHasher> hashers;
  for (const NamedRelease& named : releases) hashers.emplace_back(named.release);
  const auto policy = options.policy.empty() ? decide::PolicySettings{} : policy_of("--policy", options.policy);
  const auto hash_of = [&](std::size_t index, const nlohmann::json& object) {
    return policy == decide::PolicySettings{} ? hashers[index].hash(object)
                                              : policy_hash(policy, releases[index].release, object);
  };
  const auto each = [files = input_files(options.files)](const auto& use) { for_each_container(files, use); };
  print_each(options, context, each, [&](const HashedContainer& container) -> std::optional<Row> {
    if (options.explain) {
      explain_container(container, releases, hashers, context.out);
      return std::nullopt;
    }
    Row row{container.name, {}};
    for (std::size_t index = 0; index < releases.size(); ++index) {
      const nlohmann::json object = stored(container, releases[index]);
      row.values.emplace_back(releases[index].name, identity::hash_text(hash_of(index, object)));
    }
    return row;
  });
}

Row uids_of(const HashedStaticPod& pod, const HashOptions& options, const std::vector<NamedRelease>& releases,
            std::ostream& out) {
  Row row{pod.name, {}};
  for (const NamedRelease& named : releases) {
    const identity::StaticPodOptions how{.newer_go = named.newer_go, .spaced_raw_json = pod.is_line};
    const std::string uid = identity::static_pod_uid(pod.object, named.release, pod.source, how).uid;
    if (options.explain) {
      out << api::printable_line(pod.name) << ' ' << named.name << ' ' << uid << '\n';
      for (const std::string& write : identity::static_pod_writes(pod.object, named.release, pod.source, how)) {
        out << api::printable_text(write) << '\n';
      }
      out << '\n';
    }
    row.values.emplace_back(named.name, uid);
  }
  return row;
}

void hash_static_pods(const HashOptions& options, const std::vector<NamedRelease>& releases, Context& context) {
  const auto each = [&options, files = input_files(options.files)](const auto& use) {
    for_each_static_pod(files, options.node, use);
  };
  print_each(options, context, each, [&](const HashedStaticPod& pod) -> std::optional<Row> {
    Row row = uids_of(pod, options, releases, context.out);
    return options.explain ? std::nullopt : std::optional{std::move(row)};
  });
}

}  // namespace

void add_hash(CLI::App& app, Context& context) {
  auto options = std::make_shared<HashOptions>();
  CLI::App& verb = new_verb(app, hash_text);
  add_input_options(verb, options->files, "manifests, or JSON Lines of containers or static pods");
  add_output_format(verb, options->format,
                    {OutputFormat::table, OutputFormat::json, OutputFormat::yaml, OutputFormat::jsonl});
  verb.add_option("--kubelet-version", options->releases, "releases to compute for, or all")->type_name("RELEASE,…");
  add_policy_option(verb, "--policy", options->policy, "identity policy that hashes the containers");
  verb.add_flag("--static", options->is_static, "print the UIDs of static pods");
  verb.add_option("--node", options->node, "name of the node of static pods read from manifests")->type_name("NAME");
  verb.add_flag("--explain", options->explain, "print the text that is hashed");
  verb.add_flag("--strict", options->strict, "treat warnings as errors");
  set_action(verb, context, [options](Context& world) {
    const std::vector<NamedRelease> releases = releases_of(*options);
    if (!options->policy.empty() && (options->is_static || options->explain)) {
      throw BadInput{"--policy changes hashes of containers only: leave out --static and --explain"};
    }
    if (options->is_static) {
      hash_static_pods(*options, releases, world);
    } else {
      hash_containers(*options, releases, world);
    }
    return ExitCode::ok;
  });
}

}  // namespace podreel::cli
