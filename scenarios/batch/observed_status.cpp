#include "scenarios/batch/observed_status.hpp"

#include <array>
#include <optional>
#include <utility>

#include "engine/api/quantity.hpp"

namespace podreel::batch {

namespace {

using runtime::ContainerState;
using runtime::ContainerStatus;
using runtime::SandboxState;

constexpr std::uint64_t stale_bits = 0xdeadbeef;
constexpr std::uint64_t unknown_container_hash = 4242;

runtime::SandboxStatus sandbox_from(const jsonl::JsonField& field) {
  field.has_only({"id", "state", "createdAt", "attempt", "ip", "hostNetwork"});
  runtime::SandboxStatus sandbox;
  sandbox.id = field.at("id").text();
  const std::string state = field.at("state").text();
  if (state != "READY" && state != "NOTREADY") field.at("state").fail("READY or NOTREADY");
  sandbox.state = state == "READY" ? SandboxState::ready : SandboxState::not_ready;
  field.find_into("createdAt", sandbox.created_at);
  field.find_into("attempt", sandbox.attempt);
  field.find_into("ip", sandbox.ip);
  field.find_into("hostNetwork", sandbox.host_network);
  return sandbox;
}

ContainerState container_state_from(const jsonl::JsonField& field) {
  const std::string text = field.text();
  for (const ContainerState state :
       {ContainerState::created, ContainerState::running, ContainerState::exited, ContainerState::unknown}) {
    if (text == runtime::to_string(state)) return state;
  }
  field.fail("created, running, exited or unknown");
}

HashMark hash_from(const std::optional<jsonl::JsonField>& field, std::uint64_t& hash) {
  if (!field) return HashMark::current;
  if (field->value().is_number_unsigned()) {
    hash = field->value().get<std::uint64_t>();
    return HashMark::given;
  }
  const std::string text = field->value().is_string() ? field->text() : std::string{};
  if (text == "current") return HashMark::current;
  if (text != "stale") field->fail("current, stale or a number");
  return HashMark::stale;
}

api::ResourceList quantities_from(const jsonl::JsonField& resources, const char* key) {
  api::ResourceList list;
  const std::optional<jsonl::JsonField> field = resources.find(key);
  if (!field) return list;
  if (!field->value().is_object()) field->fail("an object from resources to quantities");
  for (const auto& [name, value] : field->value().items()) {
    const jsonl::JsonField quantity(value, field->path() + "." + name);
    if (!api::Quantity::parse(quantity.text())) quantity.fail("a quantity such as 250m or 64Mi");
    list.emplace(name, quantity.text());
  }
  return list;
}

std::pair<api::ResourceList, api::ResourceList> resources_from(const jsonl::JsonField& field) {
  field.has_only({"requests", "limits"});
  return {quantities_from(field, "requests"), quantities_from(field, "limits")};
}

ContainerStatus container_from(const jsonl::JsonField& field) {
  field.has_only({"id", "name", "state", "createdAt", "startedAt", "finishedAt", "exitCode", "restartCount", "reason",
                  "message", "image", "imageID", "hash", "resources"});
  ContainerStatus container;
  container.id = field.at("id").text();
  container.name = field.at("name").text();
  container.state = container_state_from(field.at("state"));
  field.find_into("createdAt", container.created_at);
  field.find_into("startedAt", container.started_at);
  field.find_into("finishedAt", container.finished_at);
  field.find_into("exitCode", container.exit_code);
  field.find_into("restartCount", container.restart_count);
  field.find_into("reason", container.reason);
  field.find_into("message", container.message);
  field.find_into("image", container.image);
  field.find_into("imageID", container.image_id);
  if (const auto resources = field.find("resources")) container.resources = resources_from(*resources);
  return container;
}

const api::Container* in_spec(const api::PodSpec& spec, std::string_view name) {
  return api::find_container(spec, name).container;
}

}  // namespace

ObservedStatus observed_status_from(const jsonl::JsonField& status) {
  status.has_only({"ips", "sandboxes", "containers"});
  ObservedStatus observed;
  status.for_each_item("ips", [&](const jsonl::JsonField& ip) { observed.status.ips.push_back(ip.text()); });
  status.for_each_item(
      "sandboxes", [&](const jsonl::JsonField& field) { observed.status.sandboxes.push_back(sandbox_from(field)); });
  status.for_each_item("containers", [&](const jsonl::JsonField& field) {
    ContainerStatus container = container_from(field);
    observed.hashes.push_back(hash_from(field.find("hash"), container.hash));
    observed.status.containers.push_back(std::move(container));
  });
  return observed;
}

runtime::PodStatus with_hashes(const ObservedStatus& observed, const api::PodSpec& spec, const decide::Policy& policy) {
  runtime::PodStatus status = observed.status;
  for (std::size_t i = 0; i < status.containers.size(); ++i) {
    if (observed.hashes[i] == HashMark::given) continue;
    ContainerStatus& container = status.containers[i];
    const api::Container* wanted = in_spec(spec, container.name);
    container.hash = wanted == nullptr ? unknown_container_hash : policy.hash_container(*wanted);
    if (wanted != nullptr && observed.hashes[i] == HashMark::stale) container.hash ^= stale_bits;
  }
  return status;
}

}  // namespace podreel::batch
