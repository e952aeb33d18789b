#include "tools/cri/client/reflector.hpp"

#include <exception>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "engine/api/json_member.hpp"
#include "tools/cri/client/refusal_text.hpp"

namespace podreel::cri {

namespace {

using nlohmann::json;
using namespace std::chrono_literals;

}  // namespace

Reflector::Reflector(serve::ServerAddress address, std::string target, Listener listener)
    : client_{std::move(address)}, target_{std::move(target)}, listener_{std::move(listener)} {}

Reflector::~Reflector() {
  {
    const std::lock_guard lock{mutex_};
    is_over_ = true;
  }
  changed_.notify_all();
  client_.close();
  if (thread_.joinable()) thread_.join();
}

void Reflector::list() {
  constexpr unsigned ok = 200;
  const serve::Response listed = client_.send({.method = "GET", .target = target_});
  if (listed.status != ok) throw std::runtime_error{refusal_text(listed)};
  const json list = json::parse(listed.body);
  version_ = api::string_member(list.at("metadata"), "resourceVersion");
  listener_.listed(list);
}

void Reflector::begin() {
  thread_ = std::thread{[this] { follow(); }};
}

void Reflector::follow() {
  constexpr std::chrono::milliseconds retry = 200ms;
  for (;;) {
    try {
      if (version_.empty()) list();
      watch();
    } catch (const std::exception&) {
      if (listener_.lost) listener_.lost();
      if (waits(retry)) return;
    }
    if (waits(0ms)) return;
  }
}

void Reflector::watch() {
  const char separator = target_.find('?') == std::string::npos ? '?' : '&';
  const std::string target = fmt::format("{}{}watch=true&resourceVersion={}", target_, separator, version_);
  version_.clear();
  const auto refused = client_.follow({.method = "GET", .target = target}, [this](const std::string& line) {
    const json change = json::parse(line);
    const std::string type = api::string_member(change, "type");
    if (type == "ADDED" || type == "MODIFIED" || type == "DELETED") listener_.changed(change);
  });
  if (refused) throw std::runtime_error{refusal_text(*refused)};
}

bool Reflector::waits(std::chrono::milliseconds pause) {
  std::unique_lock lock{mutex_};
  return changed_.wait_for(lock, pause, [this] { return is_over_; });
}

}  // namespace podreel::cri
