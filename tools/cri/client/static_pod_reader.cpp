#include "tools/cri/client/static_pod_reader.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/inotify.h>
#include <system_error>
#include <thread>
#include <utility>

#include "engine/api/document.hpp"

namespace podreel::cri {

namespace fs = std::filesystem;

/// Reports changes on a separate thread.
class StaticPodReader::Watch {
 public:
  explicit Watch(const std::string& folder) : events_{context_} {
    const int descriptor = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (descriptor < 0) throw std::system_error{errno, std::generic_category(), "inotify"};
    events_.assign(descriptor);
    constexpr std::uint32_t changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;
    if (::inotify_add_watch(descriptor, folder.c_str(), changes) < 0) {
      throw std::system_error{errno, std::generic_category(), folder};
    }
  }
  ~Watch() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void begin(std::function<void()> changed) {
    changed_ = std::move(changed);
    wait();
    thread_ = std::thread{[this] { context_.run(); }};
  }

 private:
  void wait() {
    events_.async_read_some(boost::asio::buffer(buffer_), [this](const boost::system::error_code& error, std::size_t) {
      if (error) return;
      changed_();
      wait();
    });
  }

  boost::asio::io_context context_{1};
  boost::asio::posix::stream_descriptor events_;
  /// Buffer for events, whose content is ignored, because the folder is read again.
  std::array<char, 4096> buffer_{};
  std::function<void()> changed_;
  std::thread thread_;
};

StaticPodReader::StaticPodReader(std::string folder, kubelet::StaticPodFolder& pods, PacedLoop& loop, Complain complain)
    : folder_{std::move(folder)},
      pods_{pods},
      loop_{loop},
      complain_{std::move(complain)},
      watch_{std::make_unique<Watch>(folder_)} {
  take(read());
}

StaticPodReader::~StaticPodReader() = default;

void StaticPodReader::begin() {
  watch_->begin([this] { loop_.post([this, files = read()] { take(files); }); });
}

/// Reads the folder as pkg/kubelet/config/file.go does, without folders and names that begin with a dot.
StaticPodReader::Files StaticPodReader::read() const {
  Files files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator{folder_, error}) {
    if (!entry.is_regular_file(error) || entry.path().filename().string().starts_with('.')) continue;
    const std::string path = entry.path().string();
    const api::LoadedFile loaded = api::load_file(path);
    if (loaded.problems.empty() && loaded.documents.size() == 1) {
      files.emplace_back(path, std::make_shared<const nlohmann::json>(api::to_json(loaded.documents.front())));
    } else {
      complain_(fmt::format("static pod {}: ignored; accepted: a file with exactly one document", path));
    }
  }
  return files;
}

void StaticPodReader::take(const Files& files) {
  std::vector<std::string> gone;
  for (const auto& [path, manifest] : pods_.files()) {
    if (std::ranges::find(files, path, &Files::value_type::first) == files.end()) gone.push_back(path);
  }
  for (const std::string& path : gone) pods_.remove(path);
  for (const auto& [path, manifest] : files) {
    const auto known = pods_.files().find(path);
    if (known == pods_.files().end() || *known->second != *manifest) pods_.put(path, manifest);
  }
}

}  // namespace podreel::cri
