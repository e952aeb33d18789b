#include "tools/cri/grpc/image_methods.hpp"

#include "tools/cri/grpc/messages.hpp"
#include "tools/cri/grpc/unary.hpp"

namespace podreel::cri {

namespace {

Answered<wire::ListImagesResponse> list_images(RuntimeService& service, const sim::Process& caller,
                                               wire::ListImagesRequest request) {
  const auto images = co_await service.list_images(caller, request.filter().image().image());
  if (!images) co_return images.error();
  wire::ListImagesResponse response;
  for (const ImageView& image : *images) to_wire(image, *response.add_images());
  co_return response;
}

Answered<wire::ImageStatusResponse> image_status(RuntimeService& service, const sim::Process& caller,
                                                 wire::ImageStatusRequest request) {
  const auto image = co_await service.image_status(caller, request.image().image());
  if (!image) co_return image.error();
  wire::ImageStatusResponse response;
  if (*image) to_wire(**image, *response.mutable_image());
  co_return response;
}

Answered<wire::PullImageResponse> pull_image(RuntimeService& service, const sim::Process& caller,
                                             wire::PullImageRequest request) {
  std::optional<SandboxConfig> sandbox;
  if (request.has_sandbox_config()) sandbox = from_wire(request.sandbox_config());
  const auto image = co_await service.pull_image(caller, request.image().image(), std::move(sandbox));
  if (!image) co_return image.error();
  wire::PullImageResponse response;
  response.set_image_ref(*image);
  co_return response;
}

Answered<wire::RemoveImageResponse> remove_image(RuntimeService& service, const sim::Process& caller,
                                                 wire::RemoveImageRequest request) {
  const auto done = co_await service.remove_image(caller, request.image().image());
  if (!done) co_return done.error();
  co_return wire::RemoveImageResponse{};
}

Answered<wire::ImageFsInfoResponse> image_fs_info(RuntimeService& service, const sim::Process& caller,
                                                  wire::ImageFsInfoRequest /*request*/) {
  const auto filesystem = co_await service.image_fs_info(caller);
  if (!filesystem) co_return filesystem.error();
  wire::ImageFsInfoResponse response;
  to_wire(*filesystem, *response.add_image_filesystems());
  to_wire(*filesystem, *response.add_container_filesystems());
  co_return response;
}

}  // namespace

void serve_list_images(Rpc& rpc) {
  unary<wire::ListImagesRequest, wire::ListImagesResponse, list_images>(rpc);
}
void serve_image_status(Rpc& rpc) {
  unary<wire::ImageStatusRequest, wire::ImageStatusResponse, image_status>(rpc);
}
void serve_pull_image(Rpc& rpc) {
  unary<wire::PullImageRequest, wire::PullImageResponse, pull_image>(rpc);
}
void serve_remove_image(Rpc& rpc) {
  unary<wire::RemoveImageRequest, wire::RemoveImageResponse, remove_image>(rpc);
}
void serve_image_fs_info(Rpc& rpc) {
  unary<wire::ImageFsInfoRequest, wire::ImageFsInfoResponse, image_fs_info>(rpc);
}

}  // namespace podreel::cri
