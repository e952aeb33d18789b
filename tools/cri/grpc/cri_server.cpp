#include "tools/cri/grpc/cri_server.hpp"

#include <chrono>
#include <fmt/format.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/cri/grpc/bytes.hpp"
#include "tools/cri/grpc/methods.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/net/listen_address.hpp"

namespace podreel::cri {

namespace {

/// Receives all calls of all services.
class Endpoint final : public grpc::CallbackGenericService {
 public:
  explicit Endpoint(const Host& host) : host_{std::make_unique<Host>(host)} {}
  void switch_to(const Host& host) {
    const std::lock_guard lock{mutex_};
    host_ = std::make_unique<Host>(host);
  }
  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override {
    const std::lock_guard lock{mutex_};
    return Rpc::begin(*host_, context->method(), method_of(context->method()));
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<Host> host_;
};

}  // namespace

class CriServer::Listening {
 public:
  Listening(const Host& host, std::string path, const std::string& option) : endpoint_{host}, path_{std::move(path)} {
    if (const auto problem = make_way(path_)) throw cli::BadInput{fmt::format("{}: {}", option, *problem)};
    grpc::ServerBuilder builder;
    builder.SetMaxReceiveMessageSize(max_message_length);
    // A client whose deadline is over says so in its own words.
    builder.AddChannelArgument(GRPC_ARG_ENABLE_DEADLINE_CHECKS, 0);
    builder.RegisterCallbackGenericService(&endpoint_);
    builder.AddListeningPort("unix:" + path_, grpc::InsecureServerCredentials());
    // Only the owner may use the socket, from its creation on.
    const mode_t before = umask(S_IXUSR | S_IRWXG | S_IRWXO);
    server_ = builder.BuildAndStart();
    umask(before);
    if (!server_) throw cli::BadInput{fmt::format("{}: cannot listen on '{}'", option, path_)};
  }
  ~Listening() { unlink(path_.c_str()); }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

  void switch_to(const Host& host) { endpoint_.switch_to(host); }
  void shut_down() { server_->Shutdown(std::chrono::system_clock::now()); }

 private:
  Endpoint endpoint_;
  std::string path_;
  std::unique_ptr<grpc::Server> server_;
};

CriServer::CriServer(const Host& host, const std::string& path, const std::string& option)
    : listening_{std::make_unique<Listening>(host, path, option)} {}

CriServer::~CriServer() = default;

void CriServer::switch_to(const Host& host) {
  listening_->switch_to(host);
}

void CriServer::shut_down() {
  listening_->shut_down();
}

}  // namespace podreel::cri
