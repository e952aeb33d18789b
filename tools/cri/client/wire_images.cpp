// Calls of a kubelet to the image service.
#include <cri.pb.h>
#include <utility>

#include "engine/sim/task.hpp"
#include "tools/cri/client/read_status.hpp"
#include "tools/cri/client/wire_runtime.hpp"

namespace podreel::cri {

namespace wire = ::runtime::v1;

sim::Task<runtime::Result<std::optional<runtime::ImageStatus>>> WireRuntime::image_status(const sim::Process& caller,
                                                                                          memory::Text image) {
  wire::ImageStatusRequest request;
  request.mutable_image()->set_image(image);
  const auto answer = co_await connection_.call<wire::ImageStatusResponse>(caller, "ImageService/ImageStatus",
                                                                           std::move(request), request_timeout_);
  if (!answer) co_return answer.error();
  std::optional<runtime::ImageStatus> status;
  if (answer->has_image()) status = read(answer->image());
  co_return runtime::Result<std::optional<runtime::ImageStatus>>{boost::system::in_place_value, std::move(status)};
}

sim::Task<runtime::Result<memory::Text>> WireRuntime::pull_image(const sim::Process& caller, memory::Text image,
                                                                 api::PodPtr pod) {
  wire::PullImageRequest request;
  request.mutable_image()->set_image(image);
  if (pod) {
    wire::PodSandboxMetadata& metadata = *request.mutable_sandbox_config()->mutable_metadata();
    metadata.set_name(pod->metadata.name);
    metadata.set_namespace_(pod->metadata.namespace_name);
    metadata.set_uid(pod->metadata.uid);
  }
  auto reply = recorded<wire::PullImageResponse>(caller, pod ? api::full_name(*pod) : std::string{},
                                                 trace::RuntimeCall{.op = "PullImage", .image = image});
  const auto answer = co_await connection_.call<wire::PullImageResponse>(caller, "ImageService/PullImage",
                                                                         std::move(request), {}, std::move(reply));
  if (!answer) co_return answer.error();
  co_return runtime::Result<memory::Text>{boost::system::in_place_value, answer->image_ref()};
}

sim::Task<runtime::Result<std::vector<runtime::ImageSummary>>> WireRuntime::list_images(const sim::Process& caller) {
  const auto answer = co_await connection_.call<wire::ListImagesResponse>(caller, "ImageService/ListImages",
                                                                          wire::ListImagesRequest{}, request_timeout_);
  if (!answer) co_return answer.error();
  std::vector<runtime::ImageSummary> images;
  for (const wire::Image& image : answer->images()) {
    if (image.pinned()) continue;
    const std::string& name = image.repo_tags().empty() ? image.id() : image.repo_tags(0);
    images.push_back(
        {image.spec().image().empty() ? name : image.spec().image(), static_cast<std::int64_t>(image.size())});
  }
  co_return runtime::Result<std::vector<runtime::ImageSummary>>{boost::system::in_place_value, std::move(images)};
}

sim::Task<runtime::Result<>> WireRuntime::remove_image(const sim::Process& caller, memory::Text image) {
  wire::RemoveImageRequest request;
  request.mutable_image()->set_image(image);
  auto reply = recorded<wire::RemoveImageResponse>(caller, {}, trace::RuntimeCall{.op = "RemoveImage", .image = image});
  const auto answer = co_await connection_.call<wire::RemoveImageResponse>(
      caller, "ImageService/RemoveImage", std::move(request), request_timeout_, std::move(reply));
  if (!answer) co_return answer.error();
  co_return runtime::Result<>{};
}

}  // namespace podreel::cri
