#include "scenarios/simulation/api_server_process.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::simulation {

ApiServerProcess::ApiServerProcess(const sim::Process& context, apiserver::ApiServer& server,
                                   runtime_fake::FakeRuntime& runtime, const format::ApiServerSettings& settings)
    : context_{context}, server_{server}, runtime_{runtime}, settings_{settings} {
  if (settings_.runs_in.empty()) return;
  runtime_.on_observable_change([this](const memory::Text& /*pod_uid*/) { look(); });
  look();
}

void ApiServerProcess::start() {
  is_wanted_ = true;
  look();
}

void ApiServerProcess::stop() {
  is_wanted_ = false;
  look();
}

void ApiServerProcess::skip_wait() {
  PODREEL_INVARIANT(!runs_ || is_wanted_, "a stopped API server does not run");
  context_.cancel(ready_);
  server_.set_up(runs_);
}

void ApiServerProcess::look() {
  const bool runs = can_run();
  if (std::exchange(runs_, runs) == runs) return;
  if (runs && settings_.ready_after > sim::Duration{}) {
    ready_ = context_.after(settings_.ready_after, [this] {
      PODREEL_INVARIANT(runs_, "an API server only responds while its process runs");
      server_.set_up(true);
    });
  } else {
    context_.cancel(ready_);
    server_.set_up(runs);
  }
}

bool ApiServerProcess::can_run() const {
  return is_wanted_ && std::ranges::all_of(settings_.runs_in, [this](const std::string& pods) {
           return runtime_.runs_container_in(pods);
         });
}

}  // namespace podreel::simulation
