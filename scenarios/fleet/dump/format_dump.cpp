#include "scenarios/fleet/dump/format_dump.hpp"

#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/fleet/dump/cluster_dump.hpp"
#include "scenarios/format/shapes/file_beside.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::fleet {

namespace {

using format::Json;
using format::Place;
using format::Shape;

/// Returns no value, with problems, if a file may not be read.
std::optional<std::vector<std::string>> files_at(const api::Tree& node, const Place& place) {
  std::vector<std::string> files;
  const auto add = [&files](const api::Tree& name, const Place& at) {
    std::optional<std::string> file = format::file_beside(name, at);
    if (file) files.push_back(*std::move(file));
  };
  if (node.kind != api::Tree::Kind::list) add(node, place);
  for (std::size_t index = 0; index < node.items.size(); ++index) add(node.items[index], place.item(index));
  if (node.kind == api::Tree::Kind::list && node.items.empty()) place.mismatch(node, "a file, or a list of files");
  return files.empty() || files.size() < node.items.size() ? std::nullopt : std::optional{std::move(files)};
}

bool read_dump_at(const api::Tree& node, const Place& place, Cluster& cluster) {
  const std::optional<std::vector<std::string>> files = files_at(node, place);
  if (!files) return false;
  ReadDump dump = read_dump(*files);
  for (const api::Problem& problem : dump.problems) format::report_in_file(problem, node, place);
  std::ranges::move(dump.warnings, std::back_inserter(place.reading().warnings));
  Cluster& found = dump.cluster;
  if (!cluster.api_server) cluster.api_server = found.api_server;
  cluster.pools = std::move(found.pools);
  cluster.workloads = std::move(found.workloads);
  cluster.budgets = std::move(found.budgets);
  cluster.dump_fingerprint = std::move(found.dump_fingerprint);
  return dump.problems.empty();
}

}  // namespace

Shape<Cluster> dump_shape() {
  return {"a file, or a list of files", read_dump_at, [](format::Definitions&) {
            const Json file{{"type", "string"}, {"minLength", 1}};
            return Json{{"anyOf", Json::array({file, Json{{"type", "array"}, {"items", file}, {"minItems", 1}}})}};
          }};
}

}  // namespace podreel::fleet
