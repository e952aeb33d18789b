// What a pod that is asked over HTTPS shows of itself.
#pragma once

#include <boost/asio/ssl/context.hpp>

namespace podreel::cri {

/// For a server, with a new key and a certificate that only it has signed: kubelets' probes believe any
/// (pkg/probe/http). Throws std::runtime_error.
[[nodiscard]] boost::asio::ssl::context own_certificate();

}  // namespace podreel::cri
