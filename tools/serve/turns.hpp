// Work that connections do one after the other.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <list>

namespace podreel::serve {

/// Those who wait for their turn, in the order in which they came; the first one has it.
class Turns {
 public:
  /// A place in the order, until it is destroyed.
  class Turn {
   public:
    /// Both must outlive it.
    Turn(Turns& turns, boost::asio::io_context& io)
        : turns_{turns},
          io_{io},
          begins_{io, boost::asio::steady_timer::time_point::max()},
          place_{turns.waiting_.insert(turns.waiting_.end(), this)} {}
    ~Turn() {
      turns_.waiting_.erase(place_);
      // The coroutines of a context that has stopped are destroyed, in any order.
      if (!io_.stopped() && !turns_.waiting_.empty()) turns_.waiting_.front()->begins_.cancel();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    /// Waits until the turn begins.
    [[nodiscard]] boost::asio::awaitable<void> wait() {
      while (turns_.waiting_.front() != this) {
        co_await begins_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
      }
    }

   private:
    Turns& turns_;
    boost::asio::io_context& io_;
    boost::asio::steady_timer begins_;
    std::list<Turn*>::iterator place_;
  };

 private:
  std::list<Turn*> waiting_;
};

}  // namespace podreel::serve
