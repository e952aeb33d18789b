// Unary calls.
#pragma once

#include <memory>
#include <utility>

#include "tools/cri/grpc/rpc.hpp"

namespace podreel::cri {

template <class Response>
using Answered = sim::Task<runtime::Result<Response>>;

/// Serves a unary call. `answer` computes the response in a coroutine of the caller; its error is sent as the status.
template <class Request, class Response, Answered<Response> (*answer)(RuntimeService&, const sim::Process&, Request)>
void unary(Rpc& rpc) {
  Request request;
  if (!rpc.read(request)) return rpc.fail({Code::invalid_argument, "the request cannot be read"});
  const auto send = [](std::shared_ptr<Rpc> to, Answered<Response> answered) -> sim::Task<> {
    const runtime::Result<Response> result = co_await std::move(answered);
    if (result) {
      to->answer(*result);
    } else {
      to->fail(status_of(result.error()));
    }
  };
  Caller& caller = rpc.served().callers().begin([&](const sim::Process& process) {
    return send(rpc.shared_from_this(), answer(rpc.served().service(), process, std::move(request)));
  });
  rpc.on_cancelled([&caller] { caller.give_up(); });
}

}  // namespace podreel::cri
