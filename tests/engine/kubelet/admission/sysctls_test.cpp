#include "engine/kubelet/admission/sysctls.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::kubelet {

namespace {

struct Wanted {
  std::string name;
  std::vector<std::string> allowed_unsafe{};
  std::string release = "1.30";
  nlohmann::json spec = nlohmann::json::object();
};

std::string why(Wanted wanted) {
  wanted.spec["containers"] = nlohmann::json::array();
  wanted.spec["securityContext"]["sysctls"] = nlohmann::json::array({{{"name", wanted.name}, {"value", "1"}}});
  const api::Pod pod = api::pod_from_json({{"metadata", {{"name", "web"}}}, {"spec", wanted.spec}});
  const release::Release release = release::parse_release(wanted.release).value();
  return forbidden_sysctl(*pod.spec, wanted.allowed_unsafe, release::behaviour_of(release)).value_or("");
}

}  // namespace

TEST_CASE("safe sysctls may be set, others are forbidden in the words of the release") {
  CHECK(why({.name = "kernel.shm_rmid_forced"}).empty());
  CHECK(why({.name = "net.core.somaxconn"}) == "forbidden sysctl: \"net.core.somaxconn\" not allowlisted");
  CHECK(why({.name = "net.core.somaxconn", .release = "1.21"}) ==
        "forbidden sysctl: \"net.core.somaxconn\" not whitelisted");
}

TEST_CASE("what is safe has grown") {
  CHECK_FALSE(why({.name = "net.ipv4.tcp_rmem", .release = "1.31"}).empty());
  CHECK(why({.name = "net.ipv4.tcp_rmem", .release = "1.32"}).empty());
}

TEST_CASE("an operator may allow unsafe sysctls, by name or by the beginning of it") {
  CHECK(why({.name = "net.core.somaxconn", .allowed_unsafe = {"net.core.somaxconn"}}).empty());
  CHECK(why({.name = "net.core.somaxconn", .allowed_unsafe = {"net.*"}}).empty());
  CHECK_FALSE(why({.name = "net.core.somaxconn", .allowed_unsafe = {"kernel.*"}}).empty());
}

TEST_CASE("slashes separate as well as dots") {
  CHECK(why({.name = "net/ipv4/tcp_syncookies"}).empty());
  CHECK(why({.name = "net.ipv4.conf.eth0/1.arp_notify", .allowed_unsafe = {"net.ipv4.*"}}).empty());
}

TEST_CASE("a pod on the host's network or IPC must not change them") {
  CHECK(why({.name = "net.ipv4.tcp_syncookies", .spec = {{"hostNetwork", true}}}) ==
        "forbidden sysctl: \"net.ipv4.tcp_syncookies\" not allowed with host Net enabled");
  CHECK(why({.name = "net.ipv4.tcp_syncookies", .release = "1.19", .spec = {{"hostNetwork", true}}}) ==
        "forbidden sysctl: \"net.ipv4.tcp_syncookies\" not allowed with host net enabled");
  CHECK(why({.name = "kernel.shm_rmid_forced", .spec = {{"hostIPC", true}}}) ==
        "forbidden sysctl: \"kernel.shm_rmid_forced\" not allowed with host IPC enabled");
  CHECK(why({.name = "kernel.shm_rmid_forced", .spec = {{"hostNetwork", true}}}).empty());
}

TEST_CASE("what keeps a connection alive has been safe since 1.29") {
  for (const char* name : {"net.ipv4.tcp_keepalive_time", "net.ipv4.tcp_fin_timeout", "net.ipv4.tcp_keepalive_intvl",
                           "net.ipv4.tcp_keepalive_probes"}) {
    CAPTURE(name);
    CHECK_FALSE(why({.name = name, .release = "1.28"}).empty());
    CHECK(why({.name = name, .release = "1.29"}).empty());
  }
}

TEST_CASE("how a connection starts and waits has been safe since 1.37") {
  for (const char* name : {"net.ipv4.tcp_slow_start_after_idle", "net.ipv4.tcp_notsent_lowat"}) {
    CAPTURE(name);
    CHECK_FALSE(why({.name = name, .release = "1.36"}).empty());
    CHECK(why({.name = name, .release = "1.37"}).empty());
  }
}

}  // namespace podreel::kubelet
