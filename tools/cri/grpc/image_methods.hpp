// CRI methods of the image service.
#pragma once

#include "tools/cri/grpc/rpc.hpp"

namespace podreel::cri {

void serve_list_images(Rpc& rpc);
void serve_image_status(Rpc& rpc);
void serve_pull_image(Rpc& rpc);
void serve_remove_image(Rpc& rpc);
void serve_image_fs_info(Rpc& rpc);

}  // namespace podreel::cri
