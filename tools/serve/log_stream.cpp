#include "tools/serve/log_stream.hpp"

#include <utility>

#include "tools/serve/container_log.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

const json* status_of(const LiveSimulation& simulation, const LogQuery& query) {
  const apiserver::StoredObject* pod = simulation.objects().find("pods", query.pod);
  if (pod == nullptr || pod->json->at("metadata")["uid"] != query.uid) return nullptr;
  return container_status(*pod->json, query.container);
}

}  // namespace

LogStream::LogStream(const LiveSimulation& simulation, LogQuery query)
    : simulation_{simulation}, query_{std::move(query)} {
  if (const json* status = status_of(simulation_, query_)) restarts_ = status->value("restartCount", std::int64_t{0});
}

std::string LogStream::news() {
  if (has_ended_) return {};
  const json* status = status_of(simulation_, query_);
  if (status == nullptr) {
    has_ended_ = true;
    return {};
  }
  const bool is_next = status->value("restartCount", std::int64_t{0}) != restarts_;
  LogQuery query = query_;
  query.previous = query.previous || is_next;
  const ContainerLog log = log_of(*status, query, simulation_.now());
  has_ended_ = log.has_ended || is_next;
  if (log.text.size() <= sent_) return {};
  return log.text.substr(std::exchange(sent_, log.text.size()));
}

}  // namespace podreel::serve
