// Events as `kubectl describe` lists them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/recorder.hpp"

namespace podreel::trace {

/// An event object of the API. Times are whole seconds, as the API keeps them.
struct ListedEvent {
  std::string type;
  std::string reason;
  std::string message;
  std::string field_path;
  std::uint32_t count = 1;
  sim::Time first_seen{};
  sim::Time last_seen{};
  std::string component = "kubelet";
};

/// Collects the events that reached the API.
class EventList final : public Sink {
 public:
  void write(const Record& record) override;

  /// By the time they were last seen, oldest first. `pod` is "namespace/name".
  [[nodiscard]] std::vector<ListedEvent> events(std::string_view pod) const;

  /// The section "Events:" of `kubectl describe pod` at `now`, with a line break at the end.
  [[nodiscard]] std::string table(std::string_view pod, sim::Time now) const;

 private:
  std::map<std::string, std::vector<ListedEvent>, std::less<>> pods_;
};

}  // namespace podreel::trace
