#include "engine/kubelet/config/informer.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

namespace {

struct InformerFixture {
  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  trace::Recorder recorder{scheduler};
  timing::Timing timing{sim::Choices{1}};
  apiserver::ApiServer server{process, recorder, {release::v(30), {}, "node-1"}};
  Informer services{process, timing, server, "services"};

  void pass(std::chrono::seconds time) { scheduler.run_until(scheduler.now() + time); }
};

}  // namespace

TEST_CASE_FIXTURE(InformerFixture, "an informer syncs when its list is answered, and says so once") {
  CHECK(services.has_synced());
  int synced = 0;
  server.set_up(false);
  services.start();
  CHECK_FALSE(services.has_synced());
  services.on_sync([&] { ++synced; });
  pass(std::chrono::minutes{1});
  CHECK(synced == 0);
  server.set_up(true);
  pass(std::chrono::minutes{1});
  CHECK(services.has_synced());
  CHECK(synced == 1);
  server.set_up(false);
  pass(std::chrono::minutes{5});
  CHECK(services.has_synced());
}

TEST_CASE_FIXTURE(InformerFixture, "a list by a field that the server does not know is refused until it is upgraded") {
  services.start("spec.clusterIP");
  pass(std::chrono::minutes{10});
  CHECK_FALSE(services.has_synced());
  server.upgrade(release::v(31));
  pass(std::chrono::minutes{1});
  CHECK(services.has_synced());
}

TEST_CASE_FIXTURE(InformerFixture, "a server whose version nobody has stated knows the fields of every release") {
  apiserver::ApiServer assumed{
      process, recorder, {.version = release::v(30), .feature_gates = {}, .node = {}, .has_all_field_labels = true}};
  Informer informer{process, timing, assumed, "services"};
  informer.start("spec.clusterIP");
  CHECK(informer.has_synced());
}

}  // namespace podreel::kubelet
