#include "engine/kubelet/config/api_source.hpp"

#include <utility>

namespace podreel::kubelet {

using apiserver::ApiServer;

void ApiSource::start(std::function<void(PodUpdates)> listener, std::function<void()> on_lost) {
  listener_ = std::move(listener);
  on_lost_ = std::move(on_lost);
  list();
}

void ApiSource::list() {
  if (!server_.is_reachable()) return list_later();
  server_.watch({[this](const ApiServer::Change& change) { hear(change); }, [this] { lose_watch(); }});
  is_watching_ = true;
  listener_({PodSource::api, config_.replace(server_.list())});
}

void ApiSource::lose_watch() {
  is_watching_ = false;
  if (on_lost_) on_lost_();
  list_later();
}

void ApiSource::list_later() {
  process_.after(backoff_.next(process_.now()), [this] { list(); });
}

void ApiSource::hear(const ApiServer::Change& change) {
  const bool is_gone = change.kind == ApiServer::ChangeKind::deleted;
  auto update = is_gone ? config_.observe_removal(change.pod->metadata.uid) : config_.observe(change.pod);
  if (update) listener_({PodSource::api, {*std::move(update)}});
}

}  // namespace podreel::kubelet
