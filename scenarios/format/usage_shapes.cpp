#include "scenarios/format/usage_shapes.hpp"

#include <array>
#include <fmt/format.h>
#include <limits>

#include "scenarios/format/shapes/decoder.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

using runtime_fake::NodeUsageScript;
using runtime_fake::ResourceScript;
using runtime_fake::RuntimeScript;
using runtime_fake::UsageCurve;
using runtime_fake::UsagePoint;

/// Whether the times of all points increase; reports it otherwise.
bool goes_on(const api::Tree& node, const Place& place, const UsageCurve& curve) {
  for (std::size_t index = 1; index < curve.size(); ++index) {
    if (curve[index].from > curve[index - 1].from) continue;
    place.item(index).member("from").problem(
        node.items[index].find("from")->mark,
        fmt::format("times must increase: {} follows {}", duration_text(curve[index].from),
                    duration_text(curve[index - 1].from)));
    return false;
  }
  return true;
}

Shape<UsageCurve> over_time(std::string_view name, const Shape<std::int64_t>& amount) {
  const Shape<UsageCurve> points = list_of(Object<UsagePoint>{name, "Usage from a time on."}
                                               .required("from", &UsagePoint::from, duration(), "Time since the start.")
                                               .required("is", &UsagePoint::amount, amount, "Amount.")
                                               .shape());
  const auto read = [points](const api::Tree& node, const Place& place, UsageCurve& curve) {
    return points.read(node, place, curve) && goes_on(node, place, curve);
  };
  return Shape<UsageCurve>{points.accepted(), read,
                           [points](Definitions& definitions) { return points.schema(definitions); }};
}

Shape<UsageCurve> or_always(const Shape<UsageCurve>& curve, const Shape<std::int64_t>& amount) {
  const auto always = adapted<UsageCurve>(
      amount, [](std::int64_t&& value, UsageCurve& points) { points = {{.from = {}, .amount = value}}; });
  return either(curve, {api::Tree::Kind::list}, always);
}

Shape<std::int64_t> count() {
  return integer<std::int64_t>(0);
}

void check_capacity(const api::Tree& node, const Place& place, ResourceScript& resource) {
  for (const UsagePoint& point : resource.other) {
    if (point.amount <= resource.capacity) continue;
    return place.member("other").problem(node.find("other")->mark, "must not exceed `capacity`");
  }
}

Shape<ResourceScript> resource_shape(std::string_view name, const Shape<std::int64_t>& amount,
                                     const Shape<UsageCurve>& in_use) {
  return Object<ResourceScript>{name, "Capacity and usage of a resource of the node."}
      .required("capacity", &ResourceScript::capacity, amount, "Capacity.")
      .field("other", &ResourceScript::other, in_use,
             "Usage by anything but containers, constant or over time since the scenario's start; default 0.")
      .check(check_capacity)
      .shape();
}

}  // namespace

Shape<UsageCurve> bytes_over_time() {
  return over_time("bytesInUse", bytes());
}

Shape<UsageCurve> bytes_in_use() {
  return or_always(bytes_over_time(), bytes());
}

Shape<UsageCurve> count_in_use() {
  return or_always(over_time("countInUse", count()), count());
}

Shape<NodeUsageScript> node_usage_shape() {
  const Shape<ResourceScript> space = resource_shape("bytesOfNode", bytes(), bytes_in_use());
  const Shape<ResourceScript> number = resource_shape("countOfNode", count(), count_in_use());
  return Object<NodeUsageScript>{"usage", "Limited resources of the node, for the kubelet's evictions."}
      .field("memory", &NodeUsageScript::memory, space, "Memory; containers use `memoryInUse`.")
      .field(
          "nodefs", &NodeUsageScript::nodefs, space,
          "The file system that containers write to (`diskInUse`). Without runtime.imageFilesystem it also holds the "
          "images.")
      .field("nodefsInodes", &NodeUsageScript::nodefs_inodes, number, "Its inodes; containers use `inodesInUse`.")
      .field("pids", &NodeUsageScript::pids, number, "Process ids; containers use `processes`.")
      .shape();
}

void warn_of_unmeasured_usage(const api::Tree& node, const Place& runtime, const RuntimeScript& script) {
  const api::Tree* pods = node.find("pods");
  if (script.node_usage || pods == nullptr) return;
  constexpr std::array fields{"diskInUse", "inodesInUse", "processes"};
  for (std::size_t pod = 0; pod < pods->items.size(); ++pod) {
    const api::Tree* containers = pods->items[pod].find("containers");
    for (std::size_t index = 0; containers != nullptr && index < containers->items.size(); ++index) {
      const api::Tree* runs = containers->items[index].find("runs");
      for (std::size_t run = 0; runs != nullptr && run < runs->items.size(); ++run) {
        const Place place = runtime.member("pods").item(pod).member("containers").item(index).member("runs").item(run);
        for (const char* field : fields) {
          const api::Tree* found = runs->items[run].find(field);
          if (found != nullptr) place.member(field).warning(found->mark, "without effect: requires runtime.usage");
        }
      }
    }
  }
}

}  // namespace podreel::format
