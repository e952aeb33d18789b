#include "runtime_fake/image_service.hpp"

#include <utility>

#include "engine/api/pod.hpp"
#include "engine/sim/task.hpp"

namespace podreel::runtime_fake {

sim::Task<runtime::Result<std::optional<runtime::ImageStatus>>> ImageService::image_status(const sim::Process& caller,
                                                                                           memory::Text image) {
  const Verdict verdict = server_.judge("ImageStatus", nullptr);
  return server_.answer<std::optional<runtime::ImageStatus>>(
      caller, nullptr, verdict,
      [this, image = std::move(image)](CallRecord* /*record*/) { return images_.status(image); });
}

sim::Task<runtime::Result<memory::Text>> ImageService::pull_image(const sim::Process& caller, memory::Text image,
                                                                  api::PodPtr pod) {
  const PodEntry* known = pod == nullptr ? nullptr : &sandboxes_.entry_of(*pod);
  CallRecordPtr record = server_.record(known, [&] { return trace::RuntimeCall{.op = "PullImage", .image = image}; });
  const Verdict verdict = server_.judge("PullImage", known);
  const auto reply = std::make_shared<Reply<memory::Text>>(caller, process_, std::move(record));
  server_.serve(reply, verdict.takes, [this, reply, image = std::move(image), error = verdict.error] {
    if (error) return reply->fail(*error);
    const ImageStore::Pull pull = images_.begin_pull(image);
    const auto finish = [this, reply, image, failure = pull.error] {
      if (failure) return reply->fail(*failure);
      images_.finish_pull(image);
      reply->succeed(images_.id_of(image));
    };
    if (pull.ends_at == process_.now()) return finish();
    process_.at(pull.ends_at, finish);
  });
  return Reply<memory::Text>::of(reply, {});
}

sim::Task<runtime::Result<std::vector<runtime::ImageSummary>>> ImageService::list_images(const sim::Process& caller) {
  const Verdict verdict = server_.judge("ListImages", nullptr);
  return server_.answer<std::vector<runtime::ImageSummary>>(caller, nullptr, verdict, [this](CallRecord* /*record*/) {
    std::vector<runtime::ImageSummary> images = images_.removable();
    for (runtime::ImageSummary& image : images) image.id = images_.id_of(image.name);
    return images;
  });
}

sim::Task<runtime::Result<>> ImageService::remove_image(const sim::Process& caller, memory::Text image) {
  CallRecordPtr record =
      server_.record(nullptr, [&] { return trace::RuntimeCall{.op = "RemoveImage", .image = image}; });
  const Verdict verdict = server_.judge("RemoveImage", nullptr);
  return server_.answer<void>(caller, std::move(record), verdict,
                              [this, image = std::move(image)](CallRecord* /*record*/) -> runtime::Result<> {
                                images_.remove(image);
                                return {};
                              });
}

}  // namespace podreel::runtime_fake
