#include "runtime_fake/call_record.hpp"

#include "runtime_fake/container.hpp"

namespace podreel::runtime_fake {

trace::RuntimeCall call_about(std::string_view op, const Container& container) {
  trace::RuntimeCall call{.op = std::string{op}};
  call.container = *container.name;
  call.attempt = container.attempt;
  call.id = container.id;
  return call;
}

void set_resources(trace::RuntimeCall& call, const api::LinuxResources& resources) {
  const auto set = [](std::optional<std::int64_t>& field, std::int64_t amount) {
    if (amount != 0) field = amount;
  };
  set(call.cpu_quota, resources.cpu_quota);
  set(call.cpu_shares, resources.cpu_shares);
  set(call.memory, resources.memory);
}

}  // namespace podreel::runtime_fake
