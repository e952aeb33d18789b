#include "engine/api/schema_rows.hpp"

namespace podreel::api::schema {

namespace {

constexpr Rule file_mode = range(0, 0777);

// clang-format off
std::vector<ObjectType> local_volume_types() {
  return {
      {"Volume", {
          {"name", text, required_and(form(Format::dns_label))},
          {"hostPath", object("HostPathVolumeSource")},
          {"emptyDir", object("EmptyDirVolumeSource")},
          {"gcePersistentDisk", object("GCEPersistentDiskVolumeSource")},
          {"awsElasticBlockStore", object("AWSElasticBlockStoreVolumeSource")},
          {"gitRepo", object("GitRepoVolumeSource")},
          {"secret", object("SecretVolumeSource")},
          {"nfs", object("NFSVolumeSource")},
          {"iscsi", object("ISCSIVolumeSource")},
          {"glusterfs", object("GlusterfsVolumeSource")},
          {"persistentVolumeClaim", object("PersistentVolumeClaimVolumeSource")},
          {"rbd", object("RBDVolumeSource")},
          {"flexVolume", object("FlexVolumeSource")},
          {"cinder", object("CinderVolumeSource")},
          {"cephfs", object("CephFSVolumeSource")},
          {"flocker", object("FlockerVolumeSource")},
          {"downwardAPI", object("DownwardAPIVolumeSource")},
          {"fc", object("FCVolumeSource")},
          {"azureFile", object("AzureFileVolumeSource")},
          {"configMap", object("ConfigMapVolumeSource")},
          {"vsphereVolume", object("VsphereVirtualDiskVolumeSource")},
          {"quobyte", object("QuobyteVolumeSource")},
          {"azureDisk", object("AzureDiskVolumeSource")},
          {"photonPersistentDisk", object("PhotonPersistentDiskVolumeSource")},
          {"projected", object("ProjectedVolumeSource")},
          {"portworxVolume", object("PortworxVolumeSource")},
          {"scaleIO", object("ScaleIOVolumeSource")},
          {"storageos", object("StorageOSVolumeSource")},
          {"csi", object("CSIVolumeSource"), no_rule, since(14, "CSIInlineVolume")},
          {"ephemeral", object("EphemeralVolumeSource"), no_rule, since(19, "GenericEphemeralVolume")},
          {"image", object("ImageVolumeSource"), no_rule, since(31, "ImageVolume")},
      }},
      {"HostPathVolumeSource", {
          {"path", text, required},
          {"type", kept(text), words("DirectoryOrCreate|Directory|FileOrCreate|File|Socket|CharDevice|BlockDevice"), since(8)},
      }},
      {"EmptyDirVolumeSource", {
          {"medium", text},
          {"sizeLimit", quantity},
      }},
      {"KeyToPath", {
          {"key", text, required},
          {"path", text, required},
          {"mode", kept(int32), file_mode},
      }},
      {"SecretVolumeSource", {
          {"secretName", text},
          {"items", list("KeyToPath")},
          {"defaultMode", kept(int32), file_mode},
          {"optional", kept(boolean)},
      }},
      {"ConfigMapVolumeSource", {
          {"name", text},
          {"items", list("KeyToPath")},
          {"defaultMode", kept(int32), file_mode},
          {"optional", kept(boolean)},
      }},
      {"DownwardAPIVolumeSource", {
          {"items", list("DownwardAPIVolumeFile")},
          {"defaultMode", kept(int32), file_mode},
      }},
      {"DownwardAPIVolumeFile", {
          {"path", text, required},
          {"fieldRef", object("ObjectFieldSelector")},
          {"resourceFieldRef", object("ResourceFieldSelector")},
          {"mode", kept(int32), file_mode},
      }},
      {"ProjectedVolumeSource", {
          {"sources", list("VolumeProjection")},
          {"defaultMode", kept(int32), file_mode},
      }},
      {"VolumeProjection", {
          {"secret", object("KeyProjection")},
          {"downwardAPI", object("DownwardAPIProjection")},
          {"configMap", object("KeyProjection")},
          {"serviceAccountToken", object("ServiceAccountTokenProjection"), no_rule, since(10)},
          {"clusterTrustBundle", object("ClusterTrustBundleProjection"), no_rule,
           since(29, "ClusterTrustBundleProjection")},
          {"podCertificate", object("PodCertificateProjection"), no_rule, since(34, "PodCertificateRequest")},
      }},
      {"KeyProjection", {
          {"name", text},
          {"items", list("KeyToPath")},
          {"optional", kept(boolean)},
      }},
      {"DownwardAPIProjection", {
          {"items", list("DownwardAPIVolumeFile")},
      }},
      {"ServiceAccountTokenProjection", {
          {"audience", text},
          {"expirationSeconds", kept(int64), at_least(600)},
          {"path", text, required},
      }},
      {"ClusterTrustBundleProjection", {
          {"name", kept(text)},
          {"signerName", kept(text)},
          {"labelSelector", object("LabelSelector")},
          {"optional", kept(boolean)},
          {"path", text, required},
      }},
      {"PodCertificateProjection", {
          {"signerName", text, required},
          {"keyType", text, required},
          {"maxExpirationSeconds", kept(int32)},
          {"credentialBundlePath", text},
          {"keyPath", text},
          {"certificateChainPath", text},
          {"userAnnotations", map_of(text)},
      }},
      {"PersistentVolumeClaimVolumeSource", {
          {"claimName", text, required},
          {"readOnly", boolean},
      }},
      {"EphemeralVolumeSource", {
          {"volumeClaimTemplate", object("PersistentVolumeClaimTemplate"), required},
          {"readOnly", boolean},
      }},
      {"PersistentVolumeClaimTemplate", {
          {"metadata", object("ObjectMeta")},
          {"spec", object("PersistentVolumeClaimSpec"), required},
      }},
      {"PersistentVolumeClaimSpec", {
          {"accessModes", texts},
          {"selector", object("LabelSelector")},
          {"resources", object("ResourceRequirements")},
          {"volumeName", text},
          {"storageClassName", kept(text)},
          {"volumeMode", kept(text), words("Filesystem|Block")},
          {"dataSource", object("TypedLocalObjectReference")},
          {"dataSourceRef", object("TypedObjectReference")},
          {"volumeAttributesClassName", kept(text)},
      }},
      {"ImageVolumeSource", {
          {"reference", text},
          {"pullPolicy", text, words("Always|IfNotPresent|Never")},
      }},
      {"CSIVolumeSource", {
          {"driver", text, required},
          {"readOnly", kept(boolean)},
          {"fsType", kept(text)},
          {"volumeAttributes", map_of(text)},
          {"nodePublishSecretRef", object("LocalObjectReference")},
      }},
  };
}

std::vector<ObjectType> network_volume_types() {
  return {
      {"GCEPersistentDiskVolumeSource", {
          {"pdName", text, required}, {"fsType", text}, {"partition", int32}, {"readOnly", boolean},
      }},
      {"AWSElasticBlockStoreVolumeSource", {
          {"volumeID", text, required}, {"fsType", text}, {"partition", int32}, {"readOnly", boolean},
      }},
      {"GitRepoVolumeSource", {
          {"repository", text, required}, {"revision", text}, {"directory", text},
      }},
      {"NFSVolumeSource", {
          {"server", text, required}, {"path", text, required}, {"readOnly", boolean},
      }},
      {"ISCSIVolumeSource", {
          {"targetPortal", text, required}, {"iqn", text, required}, {"lun", kept(int32)}, {"iscsiInterface", text},
          {"fsType", text}, {"readOnly", boolean}, {"portals", texts}, {"chapAuthDiscovery", boolean},
          {"chapAuthSession", boolean}, {"secretRef", object("LocalObjectReference")}, {"initiatorName", kept(text)},
      }},
      {"GlusterfsVolumeSource", {
          {"endpoints", text, required}, {"path", text, required}, {"readOnly", boolean},
      }},
      {"RBDVolumeSource", {
          {"monitors", texts, required}, {"image", text, required}, {"fsType", text}, {"pool", text}, {"user", text},
          {"keyring", text}, {"secretRef", object("LocalObjectReference")}, {"readOnly", boolean},
      }},
      {"FlexVolumeSource", {
          {"driver", text, required}, {"fsType", text}, {"secretRef", object("LocalObjectReference")},
          {"readOnly", boolean}, {"options", map_of(text)},
      }},
      {"CinderVolumeSource", {
          {"volumeID", text, required}, {"fsType", text}, {"readOnly", boolean},
          {"secretRef", object("LocalObjectReference")},
      }},
      {"CephFSVolumeSource", {
          {"monitors", texts, required}, {"path", text}, {"user", text}, {"secretFile", text},
          {"secretRef", object("LocalObjectReference")}, {"readOnly", boolean},
      }},
      {"FlockerVolumeSource", {
          {"datasetName", text}, {"datasetUUID", text},
      }},
      {"FCVolumeSource", {
          {"targetWWNs", texts}, {"lun", kept(int32)}, {"fsType", text}, {"readOnly", boolean}, {"wwids", texts},
      }},
      {"AzureFileVolumeSource", {
          {"secretName", text, required}, {"shareName", text, required}, {"readOnly", boolean},
      }},
      {"VsphereVirtualDiskVolumeSource", {
          {"volumePath", text, required}, {"fsType", text}, {"storagePolicyName", text}, {"storagePolicyID", text},
      }},
      {"QuobyteVolumeSource", {
          {"registry", text, required}, {"volume", text, required}, {"readOnly", boolean}, {"user", text},
          {"group", text}, {"tenant", text},
      }},
      {"AzureDiskVolumeSource", {
          {"diskName", text, required}, {"diskURI", text, required}, {"cachingMode", kept(text), words("None|ReadOnly|ReadWrite")},
          {"fsType", kept(text)}, {"readOnly", kept(boolean)}, {"kind", kept(text), words("Shared|Dedicated|Managed")},
      }},
      {"PhotonPersistentDiskVolumeSource", {
          {"pdID", text, required}, {"fsType", text},
      }},
      {"PortworxVolumeSource", {
          {"volumeID", text, required}, {"fsType", text}, {"readOnly", boolean},
      }},
      {"ScaleIOVolumeSource", {
          {"gateway", text, required}, {"system", text, required}, {"secretRef", object("LocalObjectReference"), required},
          {"sslEnabled", boolean}, {"protectionDomain", text}, {"storagePool", text}, {"storageMode", text},
          {"volumeName", text, required}, {"fsType", text}, {"readOnly", boolean},
      }},
      {"StorageOSVolumeSource", {
          {"volumeName", text}, {"volumeNamespace", text}, {"fsType", text}, {"readOnly", boolean},
          {"secretRef", object("LocalObjectReference")},
      }},
  };
}
// clang-format on

}  // namespace

std::vector<ObjectType> volume_types() {
  std::vector<ObjectType> types = local_volume_types();
  for (ObjectType& type : network_volume_types()) types.push_back(std::move(type));
  return types;
}

}  // namespace podreel::api::schema
