// Recognizes pasted output of an incident, from which `podreel reproduce` makes a scenario.

const signs = [
  /^\s*NAME\s+READY\s+STATUS\s+RESTARTS\b/m,
  /^\s*(NAMESPACE\s+)?LAST SEEN\s+TYPE\s+REASON\b/m,
  /^Name:\s+\S+[^]*^(Namespace|Node|Status|Events):\s/m,
  /^\s*(Normal|Warning)\s+[A-Z]\w+\s+\S+.*\s(kubelet|default-scheduler)\b/m,
  /^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+\s+\d+ \S+\.go:\d+\]/m,
  /^\s*CONTAINER( ID)?\s+IMAGE\s+CREATED\s+STATE\b/m,
];

/** Whether a text is output of kubectl, a kubelet or crictl, and no scenario. */
export function isPastedOutput(text) {
  return !/^kind:\s/m.test(text) && signs.some((sign) => sign.test(text));
}
