// The image service.
#include <utility>

#include "engine/api/pod.hpp"
#include "engine/sim/task.hpp"
#include "runtime_fake/fake_runtime.hpp"

namespace podreel::runtime_fake {

sim::Task<runtime::Result<std::optional<runtime::ImageStatus>>> FakeRuntime::image_status(const sim::Process& caller,
                                                                                          memory::Text image) {
  const Verdict verdict = judge("ImageStatus", nullptr);
  return answer<std::optional<runtime::ImageStatus>>(
      caller, nullptr, verdict, request_timeout_,
      [this, image = std::move(image)](CallRecord* /*record*/) { return images_.status(image); });
}

sim::Task<runtime::Result<memory::Text>> FakeRuntime::pull_image(const sim::Process& caller, memory::Text image,
                                                                 api::PodPtr pod) {
  const PodEntry* known = pod == nullptr ? nullptr : &know(*pod);
  CallRecordPtr told = record(known, [&] { return trace::RuntimeCall{.op = "PullImage", .image = image}; });
  const Verdict verdict = judge("PullImage", known);
  const auto reply = std::make_shared<Reply<memory::Text>>(caller, process_, std::move(told));
  serve(reply, verdict.takes, [this, reply, image = std::move(image), error = verdict.error] {
    if (error) return reply->fail(*error);
    const Images::Pull pull = images_.begin_pull(image);
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

sim::Task<runtime::Result<std::vector<runtime::ImageSummary>>> FakeRuntime::list_images(const sim::Process& caller) {
  const Verdict verdict = judge("ListImages", nullptr);
  return answer<std::vector<runtime::ImageSummary>>(caller, nullptr, verdict, request_timeout_,
                                                    [this](CallRecord* /*record*/) { return images_.removable(); });
}

sim::Task<runtime::Result<>> FakeRuntime::remove_image(const sim::Process& caller, memory::Text image) {
  CallRecordPtr told = record(nullptr, [&] { return trace::RuntimeCall{.op = "RemoveImage", .image = image}; });
  const Verdict verdict = judge("RemoveImage", nullptr);
  return answer<void>(caller, std::move(told), verdict, request_timeout_,
                      [this, image = std::move(image)](CallRecord* /*record*/) -> runtime::Result<> {
                        images_.remove(image);
                        return {};
                      });
}

}  // namespace podreel::runtime_fake
