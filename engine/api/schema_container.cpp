#include "engine/api/schema_rows.hpp"

namespace podreel::api::schema {

namespace {

constexpr Rule port_number = range(1, 65'535);
constexpr Rule optional_port_number = range(0, 65'535);
constexpr Rule required_port = required_and(form(Format::port));

// clang-format off
std::vector<Field> container_fields() {
  return {
      {"name", text, required_and(form(Format::dns_label))},
      {"image", text, required_and(form(Format::no_outer_blanks))},
      {"command", texts},
      {"args", texts},
      {"workingDir", text},
      {"ports", list("ContainerPort")},
      {"envFrom", list("EnvFromSource")},
      {"env", list("EnvVar")},
      {"resources", object("ResourceRequirements")},
      {"resizePolicy", list("ContainerResizePolicy"), no_rule, since(27, "InPlacePodVerticalScaling")},
      {"restartPolicy", kept(text), words("Always|OnFailure|Never"), since(28, "SidecarContainers")},
      {"restartPolicyRules", list("ContainerRestartRule"), no_rule, since(34, "ContainerRestartRules")},
      {"volumeMounts", list("VolumeMount")},
      {"volumeDevices", list("VolumeDevice"), no_rule, since(9, "BlockVolume")},
      {"livenessProbe", object("Probe")},
      {"readinessProbe", object("Probe")},
      {"startupProbe", object("Probe"), no_rule, since(16, "StartupProbe")},
      {"lifecycle", object("Lifecycle")},
      {"terminationMessagePath", text},
      {"terminationMessagePolicy", text, words("File|FallbackToLogsOnError")},
      {"imagePullPolicy", text, words("Always|IfNotPresent|Never")},
      {"securityContext", object("SecurityContext")},
      {"stdin", boolean},
      {"stdinOnce", boolean},
      {"tty", boolean},
  };
}

std::vector<Field> ephemeral_container_fields() {
  std::vector<Field> fields = container_fields();
  fields.push_back({"targetContainerName", text});
  return fields;
}

}  // namespace

std::vector<ObjectType> container_types() {
  return {
      {"Container", container_fields()},
      {"EphemeralContainer", ephemeral_container_fields()},
      {"ContainerPort", {
          {"name", text, form(Format::port_name)},
          {"hostPort", int32, optional_port_number},
          {"containerPort", int32, required_and(port_number)},
          {"protocol", text, words("TCP|UDP|SCTP")},
          {"hostIP", text},
      }},
      {"EnvFromSource", {
          {"prefix", text},
          {"configMapRef", object("OptionalReference")},
          {"secretRef", object("OptionalReference")},
      }},
      {"OptionalReference", {
          {"name", text},
          {"optional", kept(boolean)},
      }},
      {"EnvVar", {
          {"name", text, required_and(form(Format::environment_name))},
          {"value", text},
          {"valueFrom", object("EnvVarSource")},
      }},
      {"EnvVarSource", {
          {"fieldRef", object("ObjectFieldSelector")},
          {"resourceFieldRef", object("ResourceFieldSelector")},
          {"configMapKeyRef", object("KeySelector")},
          {"secretKeyRef", object("KeySelector")},
          {"fileKeyRef", object("FileKeySelector"), no_rule, since(34, "EnvFiles")},
      }},
      {"KeySelector", {
          {"name", text},
          {"key", text, required},
          {"optional", kept(boolean)},
      }},
      {"FileKeySelector", {
          {"volumeName", text, required},
          {"path", text, required},
          {"key", text, required},
          {"optional", kept(boolean)},
      }},
      {"ObjectFieldSelector", {
          {"apiVersion", text},
          {"fieldPath", text, required},
      }},
      {"ResourceFieldSelector", {
          {"containerName", text},
          {"resource", text, required},
          {"divisor", quantity},
      }},
      {"ResourceRequirements", {
          {"limits", quantities},
          {"requests", quantities},
          {"claims", list("ResourceClaim"), no_rule, since(26, "DynamicResourceAllocation")},
      }},
      {"ResourceClaim", {
          {"name", text, required},
          {"request", text, no_rule, since(31)},
      }},
      {"ContainerResizePolicy", {
          {"resourceName", text, required_and(words("cpu|memory"))},
          {"restartPolicy", text, required_and(words("NotRequired|RestartContainer"))},
      }},
      {"ContainerRestartRule", {
          {"action", text, required_and(words("Restart|RestartAllContainers"))},
          {"exitCodes", object("ContainerRestartRuleOnExitCodes")},
      }},
      {"ContainerRestartRuleOnExitCodes", {
          {"operator", text, required_and(words("In|NotIn"))},
          {"values", list(int32), range(0, 255)},
      }},
      {"VolumeMount", {
          {"name", text, required},
          {"readOnly", boolean},
          {"recursiveReadOnly", kept(text), words("Disabled|IfPossible|Enabled"), since(30, "RecursiveReadOnlyMounts")},
          {"mountPath", text, required},
          {"subPath", text},
          {"mountPropagation", kept(text), words("None|HostToContainer|Bidirectional"), since(8, "MountPropagation")},
          {"subPathExpr", text, no_rule, since(14, "VolumeSubpathEnvExpansion")},
      }},
      {"VolumeDevice", {
          {"name", text, required},
          {"devicePath", text, required},
      }},
      {"Probe", {
          {"exec", object("ExecAction")},
          {"httpGet", object("HTTPGetAction")},
          {"tcpSocket", object("TCPSocketAction")},
          {"grpc", object("GRPCAction"), no_rule, since(23, "GRPCContainerProbe")},
          {"initialDelaySeconds", int32, at_least(0)},
          {"timeoutSeconds", int32, at_least(0)},
          {"periodSeconds", int32, at_least(0)},
          {"successThreshold", int32, at_least(0)},
          {"failureThreshold", int32, at_least(0)},
          {"terminationGracePeriodSeconds", kept(int64), at_least(1), since(21, "ProbeTerminationGracePeriod")},
      }},
      {"ExecAction", {
          {"command", texts, required},
      }},
      {"HTTPGetAction", {
          {"path", text},
          {"port", int_or_string, required_port},
          {"host", text},
          {"scheme", text, words("HTTP|HTTPS")},
          {"httpHeaders", list("HTTPHeader")},
      }},
      {"HTTPHeader", {
          {"name", text, required},
          {"value", kept(text)},
      }},
      {"TCPSocketAction", {
          {"port", int_or_string, required_port},
          {"host", text},
      }},
      {"GRPCAction", {
          {"port", int32, required_and(port_number)},
          {"service", kept(text)},
      }},
      {"Lifecycle", {
          {"postStart", object("LifecycleHandler")},
          {"preStop", object("LifecycleHandler")},
          {"stopSignal", kept(text), no_rule, since(33, "ContainerStopSignals")},
      }},
      {"LifecycleHandler", {
          {"exec", object("ExecAction")},
          {"httpGet", object("HTTPGetAction")},
          {"tcpSocket", object("TCPSocketAction")},
          {"sleep", object("SleepAction"), no_rule, since(29, "PodLifecycleSleepAction")},
      }},
      {"SleepAction", {
          {"seconds", int64, required_and(at_least(0))},
      }},
      {"SecurityContext", {
          {"capabilities", object("Capabilities")},
          {"privileged", kept(boolean)},
          {"seLinuxOptions", object("SELinuxOptions")},
          {"windowsOptions", object("WindowsSecurityContextOptions"), no_rule, since(15)},
          {"runAsUser", kept(int64), user_id},
          {"runAsGroup", kept(int64), user_id, since(10)},
          {"runAsNonRoot", kept(boolean)},
          {"readOnlyRootFilesystem", kept(boolean)},
          {"allowPrivilegeEscalation", kept(boolean), no_rule, since(8)},
          {"procMount", kept(text), words("Default|Unmasked"), since(12, "ProcMountType")},
          {"seccompProfile", object("SeccompProfile"), no_rule, since(19)},
          {"appArmorProfile", object("AppArmorProfile"), no_rule, since(30, "AppArmorFields")},
      }},
      {"Capabilities", {
          {"add", texts},
          {"drop", texts},
      }},
      {"SELinuxOptions", {
          {"user", text},
          {"role", text},
          {"type", text},
          {"level", text},
      }},
      {"WindowsSecurityContextOptions", {
          {"gmsaCredentialSpecName", kept(text)},
          {"gmsaCredentialSpec", kept(text)},
          {"runAsUserName", kept(text), no_rule, since(16, "WindowsRunAsUserName")},
          {"hostProcess", kept(boolean), no_rule, since(22, "WindowsHostProcessContainers")},
      }},
      {"SeccompProfile", {
          {"type", text, required_and(words("RuntimeDefault|Unconfined|Localhost"))},
          {"localhostProfile", kept(text)},
      }},
      {"AppArmorProfile", {
          {"type", text, required_and(words("RuntimeDefault|Unconfined|Localhost"))},
          {"localhostProfile", kept(text)},
      }},
  };
}
// clang-format on

}  // namespace podreel::api::schema
