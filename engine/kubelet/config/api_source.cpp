#include "engine/kubelet/config/api_source.hpp"

#include <utility>

#include "engine/invariant.hpp"

namespace podreel::kubelet {

using apiserver::ApiServer;

void ApiSource::list() {
  PODREEL_INVARIANT(!is_watching_, "pods are listed before they are watched");
  if (!server_.is_reachable()) return list_later();
  const auto missed = server_.take_missed();
  server_.watch({[this](const ApiServer::PodChange& change) { on_change(change); }, [this] { lose_watch(); }});
  is_watching_ = true;
  if (!missed) return listener_.push({PodSource::api, config_.replace(server_.list())});
  for (const ApiServer::PodChange& change : *missed) on_change(change);
}

void ApiSource::lose_watch() {
  PODREEL_INVARIANT(is_watching_, "a watch is lost once");
  is_watching_ = false;
  listener_.on_watch_lost();
  list_later();
}

void ApiSource::list_later() {
  process_.after(backoff_.next(process_.now()), [this] { list(); });
}

void ApiSource::on_change(const ApiServer::PodChange& change) {
  PODREEL_INVARIANT(is_watching_, "changes come while pods are watched");
  const bool is_gone = change.kind == ApiServer::ChangeKind::deleted;
  auto update = is_gone ? config_.observe_removal(change.pod->metadata.uid) : config_.observe(change.pod);
  if (update) listener_.push({PodSource::api, {*std::move(update)}});
}

}  // namespace podreel::kubelet
