// Objects as Go programs send them: protobuf in Kubernetes' envelope.
#include "tools/serve/protobuf_body.hpp"

#include <doctest/doctest.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <vector>

#include "tests/support/served_cluster.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;
using protozero::pbf_writer;
using Write = std::function<void(pbf_writer&)>;

std::string message(const Write& write) {
  std::string bytes;
  pbf_writer writer{bytes};
  write(writer);
  return bytes;
}

std::string envelope(const std::string& version, const std::string& kind, const std::string& raw) {
  return std::string{"k8s\0", 4} + message([&](pbf_writer& unknown) {
           unknown.add_message(1, message([&](pbf_writer& type) {
                                 type.add_string(1, version);
                                 type.add_string(2, kind);
                               }));
           unknown.add_message(2, raw);
           unknown.add_string(3, "");
           unknown.add_string(4, "");
         });
}

std::string envelope(const std::string& version, const std::string& kind, const Write& write) {
  return envelope(version, kind, message(write));
}

/// As apimachinery writes it: what is no pointer is there, empty or not.
std::string metadata(const std::string& name) {
  return message([&](pbf_writer& meta) {
    meta.add_string(1, name);
    meta.add_string(2, "");
    meta.add_string(3, "");
    meta.add_string(6, "");
    meta.add_int64(7, 0);
    meta.add_message(8, std::string{});
    meta.add_string(15, "");
  });
}

std::string container(const std::string& name, const std::string& image) {
  return message([&](pbf_writer& of) {
    of.add_string(1, name);
    of.add_string(2, image);
    of.add_string(5, "");
    of.add_message(8, std::string{});
    of.add_bool(16, false);
  });
}

std::string pod_spec() {
  return message([](pbf_writer& spec) { spec.add_message(2, container("app", "nginx")); });
}

std::string small_pod(const std::string& name) {
  return envelope("v1", "Pod", [&](pbf_writer& pod) {
    pod.add_message(1, metadata(name));
    pod.add_message(2, pod_spec());
    pod.add_message(3, std::string{});
  });
}

std::string text_entry(const std::string& key, const std::string& value) {
  return message([&](pbf_writer& entry) {
    entry.add_string(1, key);
    entry.add_string(2, value);
  });
}

/// A quantity, or anything else that is a message with one text.
std::string boxed(const std::string& text) {
  return message([&](pbf_writer& box) { box.add_string(1, text); });
}

std::string time(std::int64_t seconds, std::int32_t nanoseconds = 0) {
  return message([&](pbf_writer& of) {
    of.add_int64(1, seconds);
    of.add_int32(2, nanoseconds);
  });
}

std::string refusal_of(const std::string& body) {
  try {
    static_cast<void>(read_protobuf(body));
  } catch (const StatusError& error) {
    CHECK(error.status().at("code") == 400);
    return error.what();
  }
  return "read";
}

constexpr const char* protobuf = "application/vnd.kubernetes.protobuf";

}  // namespace

TEST_CASE("a pod of protobuf is the pod of JSON") {
  const std::string probe = message([](pbf_writer& of) {
    of.add_message(1, message([](pbf_writer& handler) {
                     handler.add_message(2, message([](pbf_writer& get) {
                                           get.add_string(1, "/ready");
                                           get.add_message(2, message([](pbf_writer& port) {
                                                             port.add_int64(1, 1);
                                                             port.add_int32(2, 0);
                                                             port.add_string(3, "http");
                                                           }));
                                         }));
                   }));
    of.add_int32(2, 0);
    of.add_int32(4, 5);
  });
  const std::string app = message([&](pbf_writer& of) {
    of.add_string(1, "app");
    of.add_string(2, "nginx");
    of.add_string(4, "-v");
    of.add_string(4, "--all");
    of.add_message(6, message([](pbf_writer& port) {
                     port.add_string(1, "http");
                     port.add_int32(2, 0);
                     port.add_int32(3, 80);
                   }));
    of.add_message(8, message([](pbf_writer& resources) {
                     resources.add_message(1, message([](pbf_writer& entry) {
                                             entry.add_string(1, "cpu");
                                             entry.add_message(2, boxed("100m"));
                                           }));
                   }));
    of.add_message(11, probe);
  });
  const std::string volume = message([](pbf_writer& of) {
    of.add_string(1, "scratch");
    of.add_message(2, message([](pbf_writer& source) { source.add_message(2, message([](pbf_writer&) {})); }));
  });
  const std::string body = envelope("v1", "Pod", [&](pbf_writer& pod) {
    pod.add_message(1, message([](pbf_writer& meta) {
                      meta.add_string(1, "web");
                      meta.add_message(11, text_entry("app", "web"));
                      meta.add_message(11, text_entry("tier", ""));
                      meta.add_message(8, time(1'700'000'000, 5));
                    }));
    pod.add_message(2, message([&](pbf_writer& spec) {
                      spec.add_message(1, volume);
                      spec.add_message(2, app);
                      spec.add_int64(4, 0);
                      spec.add_bool(11, false);
                      spec.add_message(14, message([](pbf_writer& security) {
                                         for (const std::int64_t group : {5, 6}) security.add_int64(4, group);
                                         const std::vector<std::int64_t> packed{7, -1};
                                         security.add_packed_int64(4, packed.begin(), packed.end());
                                       }));
                    }));
  });
  const ProtobufObject read = read_protobuf(body);
  CHECK(read.unknown.empty());
  CHECK(read.object == json::parse(R"({
    "apiVersion": "v1", "kind": "Pod",
    "metadata": {"name": "web", "labels": {"app": "web", "tier": ""}, "creationTimestamp": "2023-11-14T22:13:20Z"},
    "spec": {
      "volumes": [{"name": "scratch", "emptyDir": {}}],
      "terminationGracePeriodSeconds": 0,
      "securityContext": {"supplementalGroups": [5, 6, 7, -1]},
      "containers": [{
        "name": "app", "image": "nginx", "args": ["-v", "--all"], "ports": [{"name": "http", "containerPort": 80}],
        "resources": {"limits": {"cpu": "100m"}},
        "readinessProbe": {"httpGet": {"path": "/ready", "port": "http"}, "periodSeconds": 5}}]}})"));
}

TEST_CASE("bytes are base64, times of leases have fractions, and what comes twice is put together") {
  const json map = read_protobuf(envelope("v1", "ConfigMap", [](pbf_writer& of) {
                     of.add_message(1, message([](pbf_writer& meta) { meta.add_string(1, "c"); }));
                     of.add_message(1, message([](pbf_writer& meta) { meta.add_string(3, "default"); }));
                     of.add_message(3, text_entry("raw", std::string{"\0\xff", 2}));
                     of.add_message(3, message([](pbf_writer& entry) { entry.add_string(1, "none"); }));
                   })).object;
  CHECK(map.at("metadata") == json::parse(R"({"name":"c","namespace":"default"})"));
  CHECK(map.at("binaryData") == json::parse(R"({"raw":"AP8=","none":""})"));
  const json lease = read_protobuf(envelope("coordination.k8s.io/v1", "Lease", [](pbf_writer& of) {
                       of.add_message(2, message([](pbf_writer& spec) {
                                        spec.add_string(1, "node-1");
                                        spec.add_int32(2, 40);
                                        spec.add_message(4, time(1'700'000'000, 12'345'678));
                                      }));
                     })).object;
  CHECK(lease.at("spec").at("renewTime") == "2023-11-14T22:13:20.012345Z");
  CHECK(lease.at("spec").at("leaseDurationSeconds") == 40);
}

TEST_CASE("a number or a text is what its type says, and zero stays where JSON has it") {
  const auto available = [](std::int64_t type, std::int32_t number, const std::string& text) {
    return read_protobuf(envelope("policy/v1", "PodDisruptionBudget",
                                  [&](pbf_writer& of) {
                                    of.add_message(2, message([&](pbf_writer& spec) {
                                                     spec.add_message(1, message([&](pbf_writer& value) {
                                                                        value.add_int64(1, type);
                                                                        value.add_int32(2, number);
                                                                        value.add_string(3, text);
                                                                      }));
                                                   }));
                                  }))
        .object.at("spec")
        .at("minAvailable");
  };
  CHECK(available(0, 0, "50%") == 0);
  CHECK(available(1, 7, "50%") == "50%");
  const json status = read_protobuf(envelope("v1", "Pod", [](pbf_writer& of) {
                        of.add_message(3, message([](pbf_writer& status_of) {
                                         status_of.add_message(8, message([](pbf_writer& app) {
                                                                 app.add_string(1, "app");
                                                                 app.add_bool(4, false);
                                                                 app.add_int32(5, 0);
                                                               }));
                                       }));
                      })).object.at("status");
  CHECK(status.at("containerStatuses").at(0) == json::parse(R"({"name":"app","ready":false,"restartCount":0})"));
}

TEST_CASE("managers' fields are JSON inside") {
  const auto managed = [](const std::string& fields) {
    return envelope("v1", "Pod", [&](pbf_writer& of) {
      of.add_message(1, message([&](pbf_writer& meta) {
                       meta.add_message(17, message([&](pbf_writer& entry) { entry.add_message(7, boxed(fields)); }));
                     }));
    });
  };
  CHECK(read_protobuf(managed(R"({"f:spec":{}})")).object.at("metadata").at("managedFields").at(0).at("fieldsV1") ==
        json::parse(R"({"f:spec":{}})"));
  CHECK(refusal_of(managed(std::string(100'000, '['))).find("metadata.managedFields[0].fieldsV1") != std::string::npos);
}

TEST_CASE("what is broken is reported with its position") {
  CHECK(refusal_of("{}") ==
        "the object provided is unrecognized: provided data does not appear to be a protobuf message, expected prefix "
        "[107 56 115 0]");
  CHECK(refusal_of(std::string{"k8s\0", 4}) == "the object provided is unrecognized: empty body");
  CHECK(refusal_of(std::string{"k8s\0\x0a\x7f", 6}).starts_with("the object provided is unrecognized: the envelope"));
  CHECK(refusal_of(envelope("v1", "", "")) == "Object 'Kind' is missing in the envelope of protobuf");
  CHECK(refusal_of(envelope("v1", "Widget", "")) == R"(no kind "Widget" is registered for version "v1")");
  CHECK(
      refusal_of(envelope("v1", "Pod",
                          [](pbf_writer& of) {
                            of.add_message(2, message([](pbf_writer& spec) {
                                             spec.add_message(2, container("a", "b"));
                                             spec.add_message(2, message([](pbf_writer& app) { app.add_int32(2, 7); }));
                                           }));
                          })) ==
      "Pod in version \"v1\" cannot be handled as a Pod: at byte 36, spec.containers[1].image: proto: wrong wireType = "
      "0; accepted: 2");
  const std::string whole = message([](pbf_writer& of) { of.add_message(1, metadata("web")); });
  CHECK(refusal_of(envelope("v1", "Pod", whole.substr(0, whole.size() - 3)))
            .ends_with("cannot be handled as a Pod: at byte 17, metadata: end of buffer exception"));
  CHECK(refusal_of(envelope("v1", "Pod", "\x0b")).ends_with("unknown pbf field type exception"));
  CHECK(refusal_of(envelope("v1", "Pod", std::string(20, '\xff'))).ends_with("varint too long exception"));
  const auto created = [](std::int64_t seconds, std::int32_t nanoseconds) {
    return envelope("v1", "Pod", [&](pbf_writer& of) {
      of.add_message(1, message([&](pbf_writer& meta) { meta.add_message(8, time(seconds, nanoseconds)); }));
    });
  };
  CHECK(refusal_of(created(INT64_MAX, 0)).find("accepted: up to 9000000000") != std::string::npos);
  CHECK(refusal_of(created(0, -1)).find("accepted: 0 to 999999999") != std::string::npos);
  CHECK(refusal_of(created(-62'135'596'800, 0)) == "read");
}

TEST_CASE("more values than anybody reads are refused") {
  const std::string lists = envelope("v1", "Pod", [](pbf_writer& of) {
    std::string spec;
    for (int item = 0; item < 1'000'001; ++item) spec += std::string{"\x12\0", 2};
    of.add_message(2, spec);
  });
  CHECK(refusal_of(lists).find("too many values; accepted: at most 1000000") != std::string::npos);
}

TEST_CASE("fields that are not known are treated as in JSON") {
  const std::string body = envelope("v1", "Pod", [](pbf_writer& of) {
    of.add_message(1, metadata("x"));
    of.add_message(2, pod_spec() + message([](pbf_writer& spec) { spec.add_string(77, "new"); }));
    of.add_int32(99, 1);
  });
  CHECK(read_protobuf(body).unknown == std::vector<std::string>{"spec.77", "99"});
  Served served;
  CHECK(served.refusal("POST", pods, body, protobuf) ==
        "400 BadRequest: Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: unknown field "
        "\"spec.77\", unknown field \"99\"");
  CHECK(served.ask("POST", std::string{pods} + "?fieldValidation=Warn", body, protobuf).status == 201);
}

TEST_CASE("a client of protobuf creates, changes and deletes, and is answered with JSON") {
  Served served;
  CHECK(served.done("POST", pods, small_pod("a"), protobuf).at("metadata").at("name") == "a");
  const auto budget = [](const std::string& name) {
    return envelope("policy/v1", "PodDisruptionBudget", [&](pbf_writer& of) { of.add_message(1, metadata(name)); });
  };
  CHECK(served.ask("POST", "/apis/policy/v1/namespaces/default/poddisruptionbudgets", budget("p"), protobuf).status ==
        201);
  const std::string map = "/api/v1/namespaces/default/configmaps";
  const auto with = [](const std::string& value) {
    return envelope("v1", "ConfigMap", [&](pbf_writer& of) {
      of.add_message(1, metadata("c"));
      of.add_message(2, text_entry("key", value));
    });
  };
  CHECK(served.ask("POST", map, with("a"), protobuf).status == 201);
  CHECK(served.done("PUT", map + "/c", with("b"), protobuf).at("data").at("key") == "b");
  const std::string other = envelope("apps/v1", "DeleteOptions", [](pbf_writer& options) {
    options.add_message(2, message([](pbf_writer& conditions) { conditions.add_string(1, "other"); }));
  });
  CHECK(served.refusal("DELETE", map + "/c", other, protobuf).starts_with("409 Conflict"));
  const std::string options = envelope("v1", "DeleteOptions", [](pbf_writer& of) { of.add_int64(1, 0); });
  CHECK(served.ask("DELETE", map + "/c", options, protobuf).status == 200);
  CHECK(served.ask("GET", map + "/c").status == 404);
  const std::string eviction = envelope("policy/v1", "Eviction", [](pbf_writer& of) {
    of.add_message(1, metadata("a"));
    of.add_message(2, message([](pbf_writer& how) { how.add_string(5, "All"); }));
  });
  CHECK(served.ask("POST", std::string{pods} + "/a/eviction", eviction, protobuf).status == 201);
  CHECK(served.ask("GET", std::string{pods} + "/a").status == 200);
}

TEST_CASE("protobuf is no patch, and no kind that is not served") {
  Served served;
  CHECK(served.refusal("PATCH", std::string{pods} + "/web", small_pod("web"), protobuf) ==
        "415 UnsupportedMediaType: the body of the request was in an unknown format - accepted media types include: "
        "application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json, "
        "application/apply-patch+yaml");
  CHECK(served.refusal("POST", "/apis/batch/v1/namespaces/default/widgets", small_pod("x"), protobuf)
            .starts_with("404 NotFound"));
  CHECK(served.refusal("POST", pods, envelope("v1", "ConfigMap", ""), protobuf).starts_with("400 BadRequest"));
}

TEST_CASE("who accepts nothing but protobuf gets no answer") {
  Served served;
  const auto status = [&served](const char* accept) { return served.ask("GET", pods, {}, {}, accept).status; };
  CHECK(status(protobuf) == 406);
  CHECK(status("application/vnd.kubernetes.protobuf;stream=watch") == 406);
  CHECK(status("application/vnd.kubernetes.protobuf,application/json") == 200);
  CHECK(status("text/html, */*;q=0.8") == 200);
  const json refused = json::parse(served.ask("GET", pods, {}, {}, protobuf).body);
  CHECK(refused.at("reason") == "NotAcceptable");
  CHECK(refused.at("message") == "only the following media types are accepted: application/json");
  served.advance("1s");
  CHECK(served.ask("GET", std::string{pods} + "/web/log", {}, {}, "text/plain").status == 200);
}

}  // namespace podreel::serve
