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
  return answer(reply, verdict, request_timeout_, [this, reply, image] { reply->succeed(images_.status(image)); });
}

sim::Task<runtime::Result<std::string>> FakeRuntime::pull_image(const sim::Process& caller, std::string image,
                                                                api::PodPtr pod) {
  const auto reply = begin<std::string>(caller);
  const PodEntry* known = pod == nullptr ? nullptr : &know(*pod);
  record(*reply, known == nullptr ? std::string{} : full_name(*known), {.op = "PullImage", .image = image});
  const Verdict verdict = judge("PullImage", known);
  return answer(reply, verdict, sim::Duration{}, [this, reply, image] {
    const Images::Pull pull = images_.begin_pull(image);
    const auto finish = [this, reply, image, failure = pull.error] {
      if (failure) return reply->fail(*failure);
      images_.finish_pull(image);
      reply->succeed(image_id(image));
    };
    if (pull.ends_at == process_.now()) return finish();
    process_.at(pull.ends_at, finish);
  });
}

sim::Task<runtime::Result<std::vector<runtime::ImageSummary>>> FakeRuntime::list_images(const sim::Process& caller) {
  const auto reply = begin<std::vector<runtime::ImageSummary>>(caller);
  const Verdict verdict = judge("ListImages", nullptr);
  return answer(reply, verdict, request_timeout_, [this, reply] { reply->succeed(images_.removable()); });
}

sim::Task<runtime::Result<>> FakeRuntime::remove_image(const sim::Process& caller, std::string image) {
  const auto reply = begin<void>(caller);
  record(*reply, {}, {.op = "RemoveImage", .image = image});
  const Verdict verdict = judge("RemoveImage", nullptr);
  return answer(reply, verdict, request_timeout_, [this, reply, image] {
    images_.remove(image);
    reply->succeed();
  });
}

}  // namespace podreel::runtime_fake
