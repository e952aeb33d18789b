// Expectations about how a pod is.
#pragma once

#include "scenarios/language/judge.hpp"

namespace podreel::language {

[[nodiscard]] Verdict judge_pod(const PodAt& expected, const RunHistory& history);
[[nodiscard]] Verdict judge_pod(const PodReaches& expected, const RunHistory& history);
[[nodiscard]] Verdict judge_pod(const PodAlways& expected, const RunHistory& history);
[[nodiscard]] Verdict judge_pod(const PodNever& expected, const RunHistory& history);

}  // namespace podreel::language
