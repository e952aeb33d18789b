// Processes that work on the same thing together.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace podreel::parallel {

/// All of them do the same with the same input: each is asked the same, in the same order, as often as the others.
class Peers {
 public:
  virtual ~Peers() = default;

  /// Which of them this one is, counted from 0, and how many there are.
  [[nodiscard]] virtual std::size_t number() const noexcept = 0;
  [[nodiscard]] virtual std::size_t count() const noexcept = 0;

  /// The next of 0, 1, 2 … that none of them has taken since the last exchange. Not asked for as often by all.
  virtual std::size_t next() = 0;
  /// What each of them has to say, by number: the same for all.
  virtual std::vector<std::string> exchange(const std::string& mine) = 0;
};

/// Throws std::runtime_error where they do not all say the same of `what`: they would wait for each other in vain.
void check_agreement(Peers& peers, const std::string& what, const std::string& mine);

}  // namespace podreel::parallel
