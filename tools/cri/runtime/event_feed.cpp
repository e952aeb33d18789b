#include "tools/cri/runtime/event_feed.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/sync/container_log_text.hpp"

namespace podreel::cri {

EventFeed::EventFeed(const sim::Process& process, Store& store, const runtime_fake::ContainerEventScript& script,
                     Pace pace, Logs& logs, Complain complain)
    : process_{process}, store_{store}, script_{script}, pace_{pace}, logs_{logs}, complain_{std::move(complain)} {
  store_.listen([this](const StoreChange& change) { changed(change); });
}

EventFeed::Subscription EventFeed::subscribe(Listener listener, std::function<void()> on_end) {
  subscribers_.emplace(++last_subscription_, Subscriber{std::move(listener), std::move(on_end)});
  return last_subscription_;
}

void EventFeed::end() {
  for (const auto& [subscription, subscriber] : std::exchange(subscribers_, {})) subscriber.on_end();
}

void EventFeed::changed(const StoreChange& change) {
  if (change.container != nullptr) log(change);
  if (!script_.sent || subscribers_.empty()) return;
  Event event = event_of(change);
  if (script_.delay == sim::Duration{}) return hand_out(event);
  process_.after(script_.delay, [this, event = std::move(event)] { hand_out(event); });
}

void EventFeed::hand_out(const Event& event) const {
  for (const auto& [subscription, subscriber] : subscribers_) subscriber.listener(event);
}

Event EventFeed::event_of(const StoreChange& change) const {
  Event event{.id = change.container != nullptr ? change.container->id : change.sandbox->id,
              .kind = change.kind,
              .created_at = pace_.unix_nanoseconds(process_.now()),
              .sandbox = std::nullopt,
              .containers = {}};
  if (change.sandbox == nullptr) return event;
  const bool is_gone = change.container == nullptr && change.kind == EventKind::deleted;
  if (!is_gone) event.sandbox = store_.view(change.sandbox);
  for (const ContainerRecordPtr& record : store_.containers_of(*change.sandbox)) {
    ContainerView view = store_.view(record);
    if (view.state != runtime::ContainerState::unknown) event.containers.push_back(std::move(view));
  }
  return event;
}

void EventFeed::log(const StoreChange& change) const {
  const ContainerRecord& container = *change.container;
  if (container.config.log_path.empty()) return;
  if (change.kind != EventKind::started && change.kind != EventKind::stopped) return;
  const ContainerView view = store_.view(change.container);
  const std::string& name = container.config.name;
  if (change.kind == EventKind::started) {
    return write_log(container, log_line(view.started_at, sync::first_log_line(name, container.config.attempt)));
  }
  // A container that could not be started has written nothing.
  if (view.started_at == 0) return;
  std::string text;
  for (const std::string& line : sync::last_log_lines(name, view.message, view.exit_code)) {
    text += log_line(view.finished_at, line);
  }
  write_log(container, text);
}

void EventFeed::write_log(const ContainerRecord& container, std::string_view text) const {
  const auto wrong = logs_.append(container.log_directory, container.config.log_path, text);
  if (wrong) complain_(fmt::format("cannot write the log of container {}: {}", container.config.name, *wrong));
}

}  // namespace podreel::cri
