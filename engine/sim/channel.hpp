// Go's channels, by Boost.Asio, on simulated time.
#pragma once

#include <boost/asio/experimental/channel.hpp>
#include <boost/system/error_code.hpp>

#include "engine/sim/task.hpp"

namespace podreel::sim {

/// A buffered channel. `try_send` is Go's select with a default branch; `async_receive(use_task)` waits.
template <class T>
using Channel = boost::asio::experimental::channel<Executor, void(boost::system::error_code, T)>;

}  // namespace podreel::sim
