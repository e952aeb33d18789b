// The environment that the parts of a kubelet share.
#pragma once

#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/sync/events.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::sync {

/// One kubelet process, what it can do, and whom it talks to; all of it outlives the kubelet's parts.
struct SyncDependencies {
  const sim::Process& process;
  timing::Timing& timing;
  runtime::Runtime& runtime;
  const release::Behaviour& behaviour;
  EventRecorder& events;
  trace::Recorder& recorder;
};

}  // namespace podreel::sync
