#include "scenarios/batch/observed_status.hpp"

#include <array>
#include <utility>

namespace podreel::batch {

namespace {

using runtime::ContainerState;
using runtime::ContainerStatus;
using runtime::SandboxState;

constexpr std::uint64_t stale_bits = 0xdeadbeef;
constexpr std::uint64_t unknown_container_hash = 4242;

sim::Time time_of(const std::optional<JsonField>& seconds) {
  return seconds ? sim::from_unix_seconds(seconds->integer()) : sim::Time{};
}

std::string text_of(const std::optional<JsonField>& text) {
  return text ? text->text() : std::string{};
}

runtime::SandboxStatus sandbox_from(const JsonField& field) {
  runtime::SandboxStatus sandbox;
  sandbox.id = field.at("id").text();
  const std::string state = field.at("state").text();
  if (state != "READY" && state != "NOTREADY") field.at("state").fail("READY or NOTREADY");
  sandbox.state = state == "READY" ? SandboxState::ready : SandboxState::not_ready;
  sandbox.created_at = time_of(field.find("createdAt"));
  if (const std::optional<JsonField> attempt = field.find("attempt")) sandbox.attempt = attempt->count();
  if (const std::optional<JsonField> ip = field.find("ip")) sandbox.ip = ip->text();
  if (const std::optional<JsonField> host = field.find("hostNetwork")) sandbox.host_network = host->boolean();
  return sandbox;
}

ContainerState container_state_from(const JsonField& field) {
  const std::string text = field.text();
  for (const ContainerState state :
       {ContainerState::created, ContainerState::running, ContainerState::exited, ContainerState::unknown}) {
    if (text == runtime::to_string(state)) return state;
  }
  field.fail("created, running, exited or unknown");
}

HashMark hash_from(const std::optional<JsonField>& field, std::uint64_t& hash) {
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

ContainerStatus container_from(const JsonField& field) {
  ContainerStatus container;
  container.id = field.at("id").text();
  container.name = field.at("name").text();
  container.state = container_state_from(field.at("state"));
  container.created_at = time_of(field.find("createdAt"));
  container.started_at = time_of(field.find("startedAt"));
  container.finished_at = time_of(field.find("finishedAt"));
  if (const std::optional<JsonField> code = field.find("exitCode")) container.exit_code = code->small_integer();
  if (const std::optional<JsonField> count = field.find("restartCount"))
    container.restart_count = count->small_integer();
  container.reason = text_of(field.find("reason"));
  container.message = text_of(field.find("message"));
  container.image = text_of(field.find("image"));
  container.image_id = text_of(field.find("imageID"));
  return container;
}

const api::Container* in_spec(const api::PodSpec& spec, std::string_view name) {
  return api::find_container(spec, name).container;
}

}  // namespace

ObservedStatus observed_status_from(const JsonField& status) {
  ObservedStatus observed;
  if (const std::optional<JsonField> ips = status.find("ips")) {
    for (std::size_t i = 0; i < ips->size(); ++i) observed.status.ips.push_back(ips->item(i).text());
  }
  if (const std::optional<JsonField> sandboxes = status.find("sandboxes")) {
    for (std::size_t i = 0; i < sandboxes->size(); ++i) {
      observed.status.sandboxes.push_back(sandbox_from(sandboxes->item(i)));
    }
  }
  if (const std::optional<JsonField> containers = status.find("containers")) {
    for (std::size_t i = 0; i < containers->size(); ++i) {
      const JsonField field = containers->item(i);
      ContainerStatus container = container_from(field);
      observed.hashes.push_back(hash_from(field.find("hash"), container.hash));
      observed.status.containers.push_back(std::move(container));
    }
  }
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
