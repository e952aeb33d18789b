// The script of the process that keeps an enclosure.
#pragma once

#include <string_view>

namespace podreel::cri {

/// Arguments: the folder, the path of the control group, whether it is in its own mount namespace, and whether to
/// create control groups. It reports "enclosed", "grouped" or what is impossible, and an empty line. Then it reads
/// lines: "guard" with a process group, or 0 for none; "down", after which it removes mounts and control groups of the
/// folder, and writes an empty line. When its input ends, it kills the last process group and removes everything.
inline constexpr std::string_view keeper_script = R"script(
folder=$1 group=$2 mounts=$3 groups=$4 process=0
trap '' HUP INT TERM
cd /

mounted() { while read -r _ at type _; do [ "$type" != "$1" ] || echo "$at"; done < /proc/self/mounts; }
hierarchies() { if [ -n "$(mounted cgroup)" ]; then mounted cgroup; else mounted cgroup2; fi; }
enclose() {
  mount --bind "$folder" "$folder" || return
  # A kubelet waits for its files to be on the disk: a busy one would delay it by seconds.
  for own in own root; do
    mkdir "$folder/$own" && mount -t tmpfs -o mode=700 podreel "$folder/$own" || return
  done
  for place in lib log; do
    own=$folder/own/$place
    mkdir -p "$own/new" "$own/work" &&
      mount -t overlay -o "lowerdir=/var/$place,upperdir=$own/new,workdir=$own/work" podreel /var/$place || return
  done
  # The runtime, which is not in the namespace, writes the logs of pods.
  mkdir -p "$folder/logs" /var/log/pods && mount --bind "$folder/logs" /var/log/pods || return
  for sysctl in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops kernel/keys/root_maxkeys \
      kernel/keys/root_maxbytes; do
    copy=$folder/own/${sysctl##*/}
    cat /proc/sys/$sysctl > "$copy" && mount --bind "$copy" /proc/sys/$sysctl || return
  done
  boot_id=/proc/sys/kernel/random/boot_id
  cat $boot_id > "$folder/boot_id" && mount --bind "$folder/boot_id" $boot_id
}
make_groups() {
  [ -n "$(hierarchies)" ] || { echo "no control groups are mounted"; return 1; }
  for at in $(hierarchies); do
    mkdir "$at$group" || return
    for limit in cpuset.cpus cpuset.mems; do
      [ ! -e "$at/cgroup.clone_children" ] || [ ! -e "$at/$limit" ] || cat "$at/$limit" > "$at$group/$limit" || return
    done
    [ -e "$at/cgroup.controllers" ] || continue
    for controller in cpu cpuset memory pids; do
      grep -qw $controller "$at$group/cgroup.controllers" || { echo "no controller $controller"; return 1; }
    done
  done
}
# remove_groups DEPTH: those of the enclosure from that depth on.
remove_groups() {
  for at in $(mounted cgroup) $(mounted cgroup2); do
    [ ! -d "$at$group" ] || find "$at$group" -mindepth "$1" -depth -type d -exec rmdir {} \;
  done
}
remove_mounts() {
  while read -r _ at _; do case $at in "$folder"/root/*) echo "$at" ;; esac; done < /proc/self/mounts |
    sort -r | while read -r at; do umount -l "$at"; done
}
end_processes() {
  [ "$process" != 0 ] || return
  kill -s KILL -- "-$process"
  tries=0
  while kill -s 0 -- "-$process" && [ $tries -lt 100 ]; do tries=$((tries + 1)); sleep 0.05; done
}
report() {
  what=$1; shift
  if problem=$("$@" 2>&1); then echo "$what"; else echo "not $what: $problem" | tr '\n' ' '; echo; fi
}

[ -z "$mounts" ] || report enclosed enclose
[ -z "$groups" ] || report grouped make_groups
echo
exec 2>/dev/null
while read -r order argument; do
  case $order in
    guard) process=$argument ;;
    down) remove_mounts; remove_groups 1; echo ;;
  esac
done
end_processes
remove_groups 0
[ -z "$mounts" ] || umount -l "$folder"
rm -rf "$folder"
)script";

}  // namespace podreel::cri
