#include "runtime_fake/pod_snapshot.hpp"

#include "runtime_fake/container_life.hpp"
#include "runtime_fake/identifiers.hpp"
#include "runtime_fake/pod_entry.hpp"

namespace podreel::runtime_fake {

namespace {

std::uint32_t number_of(const memory::Text& ip, std::uint32_t given) {
  for (std::uint32_t number = 1; number <= given; ++number) {
    if (pod_ip(number) == ip.view()) return number;
  }
  return 0;
}

}  // namespace

std::optional<std::uint64_t> ordinal_of(const memory::Text& id, const PodSnapshot& pod, std::string_view name,
                                        std::uint32_t attempt) {
  for (std::uint64_t ordinal = 0; ordinal < pod.created_in_it; ++ordinal) {
    if (make_id(pod.uid, name, attempt, ordinal) == id) return ordinal;
  }
  return std::nullopt;
}

std::shared_ptr<const PodSnapshot> take_snapshot(const PodEntry& pod, sim::Time now, std::uint32_t ips_given,
                                                 std::vector<ImageStore::Pulled> images) {
  auto taken = std::make_shared<PodSnapshot>();
  taken->uid = pod.uid;
  taken->taken_at = now;
  taken->created_at = pod.created_at;
  taken->created_in_it = pod.created_in_it;
  taken->ips_given = ips_given;
  taken->images = std::move(images);
  const auto keep = [&taken](Name name) { return name == nullptr ? nullptr : taken->words.of(*name); };
  for (const auto& [name, count] : pod.starts) taken->starts.emplace_back(keep(name), count);
  for (const Sandbox& sandbox : pod.sandboxes) {
    taken->sandboxes.push_back({sandbox, ordinal_of(sandbox.id, *taken, {}, sandbox.attempt).value_or(0),
                                number_of(sandbox.ip, taken->ips_given)});
  }
  for (const auto& held : pod.containers) {
    std::unique_ptr<Container> container = copy_of(*held, {});
    for (Name Container::*name :
         {&Container::name, &Container::image, &Container::image_id, &Container::reason, &Container::message}) {
      (*container).*name = keep((*container).*name);
    }
    const std::uint64_t ordinal = ordinal_of(held->id, *taken, *held->name, held->attempt).value_or(0);
    taken->containers.push_back({std::move(container), ordinal, ContainerLife::place_of_run(pod, *held)});
  }
  return taken;
}

}  // namespace podreel::runtime_fake
