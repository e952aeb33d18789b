#include "scenarios/fleet/dump/cluster_dump.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/api/cursor.hpp"
#include "engine/api/input_file.hpp"
#include "engine/api/tree_builder.hpp"
#include "engine/manifests/object_kind.hpp"
#include "engine/manifests/object_stream.hpp"
#include "scenarios/cluster/model/budget_format.hpp"
#include "scenarios/fleet/dump/dump_nodes.hpp"
#include "scenarios/fleet/dump/dump_workloads.hpp"
#include "scenarios/fleet/dump/dumped_node.hpp"
#include "scenarios/fleet/dump/dumped_pod.hpp"
#include "scenarios/fleet/dump/remarks.hpp"
#include "scenarios/fleet/results/fingerprint.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::fleet {

namespace {

using api::Cursor;
using format::Place;
using manifests::StreamedItem;

constexpr const char* accepted_dumps = "the output of `kubectl get nodes,pods,pdb -A -o json`";

/// Whether the pod's controller is of a kind that podreel does not model.
bool is_made_anew_by_others(const DumpedPod& pod) {
  return pod.owner == Owner::replica_set && pod.kind != "ReplicaSet" && pod.kind != "ReplicationController";
}

}  // namespace

class DumpBuilder::Reader {
 public:
  explicit Reader(DumpSelection selects) : selects_{std::move(selects)} {}

  void read(const std::string& file, const DumpProgress& progress) {
    api::InputFile input{file};
    format::Reading reading{.file = input.name(), .problems = {}};
    manifests::ObjectStreamHandlers handlers;
    handlers.text = [this](std::string_view piece) { fingerprint_.add(piece); };
    handlers.item = [&](const StreamedItem& item) { take(item, reading); };
    handlers.document = [&](api::Tree& document) { take_document(document, reading); };
    if (progress) handlers.progress = [&](std::uint64_t bytes) { progress(file, bytes); };
    manifests::stream_objects(input, handlers, reading.problems);
    std::ranges::move(reading.problems, std::back_inserter(dump_.problems));
    std::ranges::move(reading.warnings, std::back_inserter(dump_.warnings));
    first_file_ = first_file_.empty() ? reading.file : first_file_;
  }

  void take(const manifests::SeenObject& seen, const std::string& file) {
    format::Reading reading{.file = file, .problems = {}};
    api::Tree object = seen.object;
    object.mark = {};
    const std::string list_kind = fmt::format("{}List", seen.kind);
    take_object(object, {reading, seen.path, list_kind});
    if (seen.kind == "PodDisruptionBudget") std::ranges::move(reading.problems, std::back_inserter(dump_.problems));
  }

  ReadDump finish(bool is_whole) && {
    if (is_whole && dump_.problems.empty() && nodes_.are_none()) {
      dump_.problems.push_back({first_file_, {}, "", fmt::format("found no node, accepted: {}", accepted_dumps)});
    }
    if (!nodes_.are_none() && (dump_.problems.empty() || !is_whole)) assemble();
    std::ranges::move(remarks_.to_problems(), std::back_inserter(dump_.warnings));
    return std::move(dump_);
  }

 private:
  /// Position of an object, and the reading that receives its problems.
  struct Found {
    format::Reading& reading;
    std::string path;
    std::string_view list_kind;
    api::Mark start{};
  };
  /// A node that pods name; it may follow them.
  struct NamedNode {
    std::uint32_t number = 0;
    std::uint32_t pods = 0;
    api::Problem first_pod{};
  };

  void take(const StreamedItem& item, format::Reading& reading) {
    const std::size_t first_problem = reading.problems.size();
    take_object(item.object, {reading, item.path, item.list_kind, item.start});
    item.put_in_file(reading.problems, first_problem);
  }

  void take_document(api::Tree& document, format::Reading& reading) {
    const std::string list_kind{Cursor{document}["kind"].text()};
    const bool is_bare = document.kind == api::Tree::Kind::list;
    api::Tree* list = is_bare ? &document : document.find("items");
    if (list == nullptr || (!list_kind.empty() && !list_kind.ends_with("List"))) {
      return take_object(document, {reading, "", ""});
    }
    for (std::size_t index = 0; index < list->items.size(); ++index) {
      take_object(list->items[index], {reading, api::path_to_item(is_bare ? "" : "items", index), list_kind});
    }
  }

  void take_object(api::Tree& object, const Found& found) {
    const std::string kind{manifests::kind_of_item(Cursor{object}, found.list_kind)};
    const std::string_view api_version = Cursor{object}["apiVersion"].text();
    const bool is_core = api_version.empty() || api_version == "v1";
    if (object.kind != api::Tree::Kind::map || kind.empty()) {
      Place{found.reading, found.path}.problem(
          object.mark, fmt::format("found {}, accepted: {}", api::found(Cursor{object}), accepted_dumps));
    } else if (kind == "Node" && is_core) {
      take_node(object, found);
    } else if (kind == "Pod" && is_core) {
      take_pod(object, found);
    } else if (kind == "PodDisruptionBudget" && (api_version.empty() || api_version.starts_with("policy/"))) {
      take_budget(object, found);
    } else {
      remarks_.add(Remark::other_objects, place_of(object, found, kind));
    }
  }

  void take_node(const api::Tree& object, const Found& found) {
    const Place place{found.reading, found.path};
    std::optional<DumpedNode> node = dumped_node(object, place);
    if (!node || !is_new("node " + node->name, object, found)) return;
    const api::Problem where = place_of(object, found, node->name);
    if (!node->is_ready) remarks_.add(Remark::nodes_not_ready, where);
    if (!node->vendor_version.empty()) remark_version(*node, where);
    if (!node->stands_in_for.empty()) remark_stand_in(*node, where);
    nodes_.add(*std::move(node));
  }

  void remark_version(const DumpedNode& node, api::Problem where) {
    where.message = fmt::format("{} for {}", node.vendor_version, release::to_string(node.like.kubelet.version));
    remarks_.add(Remark::nodes_of_vendors, where);
  }

  void remark_stand_in(const DumpedNode& node, api::Problem where) {
    where.message = fmt::format("{}, as {}", node.stands_in_for, release::to_string(node.like.kubelet.version));
    remarks_.add(Remark::nodes_of_unknown_patches, where);
  }

  void take_pod(api::Tree& object, const Found& found) {
    const Cursor metadata = Cursor{object}["metadata"];
    const std::string name = fmt::format("{}/{}", metadata["namespace"].text(), metadata["name"].text());
    const api::Problem where = place_of(object, found, name);
    const PodDisposition fate = classify_pod(object);
    if (fate == PodDisposition::is_deleted) return remarks_.add(Remark::pods_deleted, where);
    if (fate == PodDisposition::has_finished) return remarks_.add(Remark::pods_finished, where);
    if (selects_ && !selects_(object)) return remarks_.add(Remark::pods_not_selected, where);
    std::optional<DumpedPod> pod =
        dumped_pod(object, found.list_kind, found.path, found.reading.file, found.reading.problems);
    if (!pod || !is_new("pod " + name, object, found)) return;
    if (pod->is_static) remarks_.add(Remark::pods_static, where);
    if (pod->owner == Owner::stateful_set) remarks_.add(Remark::pods_of_stateful_sets, where);
    if (is_made_anew_by_others(*pod)) remarks_.add(Remark::pods_of_other_controllers, where);
    if (pod->has_unknown_fields) remarks_.add(Remark::pods_with_unknown_fields, where);
    if (!pod->node) {
      remarks_.add(Remark::pods_waiting, where);
    } else if (!pod->is_ready) {
      remarks_.add(Remark::pods_not_ready, where);
    }
    const std::uint32_t node = pod->node ? number_of(*pod->node, where) : no_node;
    workloads_.add(*std::move(pod), node);
  }

  std::uint32_t number_of(const std::string& node, const api::Problem& pod) {
    const auto number = static_cast<std::uint32_t>(named_nodes_.size());
    NamedNode& named = named_nodes_.try_emplace(node, NamedNode{number, 0, pod}).first->second;
    ++named.pods;
    return named.number;
  }

  void take_budget(api::Tree& object, const Found& found) {
    const bool is_beta = Cursor{object}["apiVersion"].text() == "policy/v1beta1";
    std::optional<cluster::DisruptionBudget> budget = cluster::printed_budget(object, Place{found.reading, found.path});
    if (!budget || !is_new("PodDisruptionBudget " + title(*budget), object, found)) return;
    if (is_beta) remarks_.add(Remark::budgets_of_v1beta1, place_of(object, found, title(*budget)));
    dump_.cluster.budgets.push_back(*std::move(budget));
  }

  /// Returns false, with a problem, if the name occurred before.
  bool is_new(const std::string& name, const api::Tree& object, const Found& found) {
    const api::Mark mark = place_of(object, found, {}).mark;
    const auto [first, is_new] = places_.try_emplace(name, fmt::format("{}:{}", found.reading.file, mark.line));
    if (is_new) return true;
    Place{found.reading, found.path}.problem(object.mark,
                                             fmt::format("duplicate {}; the first is at {}", name, first->second));
    return false;
  }

  static api::Problem place_of(const api::Tree& object, const Found& found, std::string name) {
    const bool is_item = found.start.line > 0;
    const api::Mark mark = is_item ? found.start : object.mark;
    return {found.reading.file, mark, found.path, std::move(name)};
  }

  void assemble() {
    Cluster& cluster = dump_.cluster;
    cluster.workloads = std::move(workloads_).take(places_of_named_nodes());
    cluster.api_server = nodes_.newest_of_several();
    cluster.pools = std::move(nodes_).take();
    cluster.dump_fingerprint = fingerprint_.hex();
  }

  /// Indices by number; no value for missing nodes.
  std::vector<std::optional<std::uint32_t>> places_of_named_nodes() {
    const std::map<std::string, std::uint32_t, std::less<>> known = nodes_.places();
    std::vector<std::optional<std::uint32_t>> places(named_nodes_.size());
    for (const auto& [name, named] : named_nodes_) {
      const auto place = known.find(name);
      if (place != known.end()) {
        places[named.number] = place->second;
      } else {
        remarks_.add(Remark::pods_on_no_node_of_dump, named.first_pod, named.pods);
      }
    }
    return places;
  }

  DumpSelection selects_;
  DumpNodes nodes_;
  std::map<std::string, NamedNode, std::less<>> named_nodes_;
  DumpWorkloads workloads_;
  /// First position of each object.
  std::map<std::string, std::string, std::less<>> places_;
  Remarks remarks_;
  Fingerprint fingerprint_;
  std::string first_file_;
  ReadDump dump_;
};

DumpBuilder::DumpBuilder(DumpSelection selects) : reader_{std::make_unique<Reader>(std::move(selects))} {}
DumpBuilder::DumpBuilder(DumpBuilder&&) noexcept = default;
DumpBuilder::~DumpBuilder() = default;

void DumpBuilder::read(const std::string& file, const DumpProgress& progress) {
  reader_->read(file, progress);
}

void DumpBuilder::take(const manifests::SeenObject& seen, const std::string& file) {
  reader_->take(seen, file);
}

ReadDump DumpBuilder::finish(bool is_whole) && {
  return std::move(*reader_).finish(is_whole);
}

ReadDump read_dump(const std::vector<std::string>& files, const DumpProgress& progress, DumpSelection selects) {
  DumpBuilder builder{std::move(selects)};
  for (const std::string& file : files) builder.read(file, progress);
  return std::move(builder).finish(true);
}

}  // namespace podreel::fleet
