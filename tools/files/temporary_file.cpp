#include "tools/files/temporary_file.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <unistd.h>
#include <utility>

namespace podreel::cli {

namespace {

constexpr std::array ending_signals{SIGHUP, SIGINT, SIGTERM};

/// Maximum number of temporary files at the same time; a signal removes all of them.
constexpr std::size_t max_files = 64;
std::array<std::atomic<const char*>, max_files> names{};
static_assert(std::atomic<const char*>::is_always_lock_free);

void remember(const char* name) {
  for (std::atomic<const char*>& slot : names) {
    const char* free_slot = nullptr;
    if (slot.compare_exchange_strong(free_slot, name)) return;
  }
}

void forget(const char* name) {
  for (std::atomic<const char*>& slot : names) {
    const char* expected = name;
    if (slot.compare_exchange_strong(expected, nullptr)) return;
  }
}

void remove_and_end(int signal) {
  for (std::atomic<const char*>& slot : names) {
    if (const char* name = slot.exchange(nullptr)) ::unlink(name);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

TemporaryFile::TemporaryFile(std::string path) : path_{std::move(path)} {
  remember(path_.c_str());
}

TemporaryFile::~TemporaryFile() {
  if (is_kept_) return;
  forget(path_.c_str());
  ::unlink(path_.c_str());
}

void TemporaryFile::keep() noexcept {
  is_kept_ = true;
  forget(path_.c_str());
}

void clean_up_on_signals() {
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int signal : ending_signals) {
    struct sigaction earlier {};
    ::sigaction(signal, nullptr, &earlier);
    if (earlier.sa_handler == SIG_IGN) continue;
    struct sigaction wanted {};
    wanted.sa_handler = remove_and_end;
    ::sigaction(signal, &wanted, nullptr);
  }
}

}  // namespace podreel::cli
