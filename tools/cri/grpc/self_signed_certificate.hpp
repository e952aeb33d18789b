// The certificate of pods with HTTPS.
#pragma once

#include <boost/asio/ssl/context.hpp>

namespace podreel::cri {

/// Returns a server context with a new key and a self-signed certificate; kubelets' probes accept any certificate
/// (pkg/probe/http). Throws std::runtime_error.
[[nodiscard]] boost::asio::ssl::context make_self_signed_certificate();

}  // namespace podreel::cri
