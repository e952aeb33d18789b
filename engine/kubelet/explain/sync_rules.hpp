// The rules of syncing, by name: what makes a worker sync its pod, and what keeps a sync from doing what was decided.
#pragma once

#include "engine/decide/rules.hpp"

namespace podreel::kubelet::sync_rule {

using decide::Rule;

// Back-off.
inline constexpr Rule crash_back_off{"crash-back-off",
                                     "A container that has exited is started when its back-off has passed since."};
inline constexpr Rule crash_back_off_over{
    "crash-back-off-over", "A container is started again when its back-off has passed since its exit; it doubles."};
inline constexpr Rule crash_back_off_begins{"crash-back-off-begins",
                                            "The first restart comes at once, and a back-off begins."};
inline constexpr Rule crash_back_off_reset{
    "crash-back-off-reset", "A back-off is forgotten when a container exits long after it was last restarted."};
inline constexpr Rule image_back_off{"image-back-off",
                                     "An image is pulled again when its back-off has passed since the last failure."};
inline constexpr Rule image_back_off_over{
    "image-back-off-over",
    "An image is pulled again when its back-off has passed since the last failure; it doubles with the next."};
inline constexpr Rule image_back_off_reset{"image-back-off-reset",
                                           "A back-off is forgotten when no pull has failed for long."};
inline constexpr Rule next_sync{
    "next-sync", "Whatever else happens, a worker looks again after a pause, with a tick of the sync loop."};

}  // namespace podreel::kubelet::sync_rule
