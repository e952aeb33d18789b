// CRI methods of the runtime service.
#pragma once

#include "tools/cri/grpc/rpc.hpp"

namespace podreel::cri {

void serve_version(Rpc& rpc);
void serve_status(Rpc& rpc);
void serve_update_runtime_config(Rpc& rpc);
void serve_runtime_config(Rpc& rpc);
void serve_get_container_events(Rpc& rpc);
void serve_run_pod_sandbox(Rpc& rpc);
void serve_stop_pod_sandbox(Rpc& rpc);
void serve_remove_pod_sandbox(Rpc& rpc);
void serve_pod_sandbox_status(Rpc& rpc);
void serve_list_pod_sandbox(Rpc& rpc);
void serve_update_pod_sandbox_resources(Rpc& rpc);
void serve_create_container(Rpc& rpc);
void serve_start_container(Rpc& rpc);
void serve_stop_container(Rpc& rpc);
void serve_remove_container(Rpc& rpc);
void serve_list_containers(Rpc& rpc);
void serve_container_status(Rpc& rpc);
void serve_update_container_resources(Rpc& rpc);
void serve_reopen_container_log(Rpc& rpc);
void serve_exec_sync(Rpc& rpc);
void serve_container_stats(Rpc& rpc);
void serve_list_container_stats(Rpc& rpc);
void serve_pod_sandbox_stats(Rpc& rpc);
void serve_list_pod_sandbox_stats(Rpc& rpc);

}  // namespace podreel::cri
