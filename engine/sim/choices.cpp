#include "engine/sim/choices.hpp"

#include <algorithm>

#include "engine/invariant.hpp"
#include "engine/sim/random.hpp"

namespace podreel::sim {

Choices::Choices(std::uint64_t seed, const std::vector<Choice>& fixed) : seed_{seed}, names_are_kept_{!fixed.empty()} {
  for (const Choice& choice : fixed) fixed_[{choice.site, choice.key, choice.index}] = choice.value;
}

ChoiceStream Choices::stream(std::string_view site, std::string_view key) {
  return {*this, site, key};
}

std::uint64_t Choices::decide(const ChoiceStream& stream, std::uint64_t index, std::uint64_t options) {
  std::uint64_t value = scale_below(mix(stream.base_ ^ mix(index)), options);
  if (!fixed_.empty()) {
    const auto found = fixed_.find({std::string{stream.name_->site}, stream.name_->key, index});
    if (found != fixed_.end()) value = std::min(found->second, options - 1);
  }
  if (recording_) {
    PODREEL_INVARIANT(stream.name_, "streams keep their names while choices are recorded");
    recorded_.push_back({std::string{stream.name_->site}, stream.name_->key, index, options, value});
  }
  return value;
}

ChoiceStream::ChoiceStream(Choices& choices, std::string_view site, std::string_view key)
    : choices_{&choices}, base_{mix(choices.seed()) ^ mix(hash_name(site)) ^ mix(~hash_name(key))} {
  if (choices.life_ > 0) base_ = mix(base_ ^ choices.life_);
  if (!choices.names_are_kept_) return;
  Name name{site, std::string{key}};
  if (choices.life_ > 0) name.key += "@" + std::to_string(choices.life_);
  name_ = std::make_shared<const Name>(std::move(name));
}

std::uint64_t ChoiceStream::index_below(std::uint64_t options) {
  PODREEL_INVARIANT(options > 0, "a choice has at least one option");
  return choices_->decide(*this, taken_++, options);
}

Duration ChoiceStream::between(Duration low, Duration high) {
  if (high <= low) return low;
  return low + Duration{static_cast<Duration::rep>(index_below(static_cast<std::uint64_t>((high - low).count())))};
}

}  // namespace podreel::sim
