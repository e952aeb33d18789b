// The image service.
#include <utility>

#include "engine/api/pod.hpp"
#include "engine/sim/task.hpp"
#include "runtime_fake/fake_runtime.hpp"
#include "runtime_fake/identifiers.hpp"

namespace podreel::runtime_fake {

sim::Task<runtime::Result<std::optional<runtime::ImageStatus>>> FakeRuntime::image_status(const sim::Process& caller,
                                                                                          std::string image) {
  const auto reply = begin<std::optional<runtime::ImageStatus>>(caller);
  const Verdict verdict = judge("ImageStatus", nullptr);
  serve(reply, verdict.takes, [this, reply, image, error = verdict.error] {
    if (error) return reply->fail(*error);
    reply->succeed(images_.status(image));
  });
  if (!reply->is_answered()) co_return co_await reply->wait(request_timeout_);
  co_return reply->take();
}

sim::Task<runtime::Result<std::string>> FakeRuntime::pull_image(const sim::Process& caller, std::string image,
                                                                api::PodPtr pod) {
  const auto reply = begin<std::string>(caller);
  const PodEntry* known = pod == nullptr ? nullptr : &know(*pod);
  record(*reply, known == nullptr ? std::string{} : full_name(*known), {.op = "PullImage", .image = image});
  const Verdict verdict = judge("PullImage", known);
  serve(reply, verdict.takes, [this, reply, image, error = verdict.error] {
    if (error) return reply->fail(*error);
    const Images::Pull pull = images_.begin_pull(image);
    const auto finish = [this, reply, image, failure = pull.error] {
      if (failure) return reply->fail(*failure);
      images_.finish_pull(image);
      reply->succeed(image_id(image));
    };
    if (pull.ends_at == process_.now()) return finish();
    process_.at(pull.ends_at, finish);
  });
  if (!reply->is_answered()) co_return co_await reply->wait(sim::Duration{});
  co_return reply->take();
}

sim::Task<runtime::Result<std::vector<runtime::ImageSummary>>> FakeRuntime::list_images(const sim::Process& caller) {
  const auto reply = begin<std::vector<runtime::ImageSummary>>(caller);
  const Verdict verdict = judge("ListImages", nullptr);
  serve(reply, verdict.takes, [this, reply, error = verdict.error] {
    if (error) return reply->fail(*error);
    reply->succeed(images_.removable());
  });
  if (!reply->is_answered()) co_return co_await reply->wait(request_timeout_);
  co_return reply->take();
}

sim::Task<runtime::Result<>> FakeRuntime::remove_image(const sim::Process& caller, std::string image) {
  const auto reply = begin<void>(caller);
  record(*reply, {}, {.op = "RemoveImage", .image = image});
  const Verdict verdict = judge("RemoveImage", nullptr);
  serve(reply, verdict.takes, [this, reply, image, error = verdict.error] {
    if (error) return reply->fail(*error);
    images_.remove(image);
    reply->succeed();
  });
  if (!reply->is_answered()) co_return co_await reply->wait(request_timeout_);
  co_return reply->take();
}

}  // namespace podreel::runtime_fake
