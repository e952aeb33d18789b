// The position of the cursor in incomplete YAML: each line holds the text and the path that is found.
import assert from 'node:assert/strict';
import {placeAt} from '../../tools/pages/playground/src/yaml_path.js';

/** "spec.timeline[].at = 3": a value that is typed; "spec.timeline[] + at": a field, or an item. */
function textOf(place) {
  if (!place) return 'nothing';
  const path = place.path.map((step) => (step === null ? '[]' : `.${step}`)).join('').replace(/^\./, '');
  return place.key === null ? `${path} + ${place.typed}` : `${path} . ${place.key} = ${place.typed}`;
}

const cases = [
  ['ki', ' + ki'],
  ['kind: Sc', ' . kind = Sc'],
  ['spec:\n  tim', 'spec + tim'],
  ['spec:\n  timing: ', 'spec . timing = '],
  ['spec:\n  timeline:\n    - at: 0s\n      cre', 'spec.timeline[] + cre'],
  ['spec:\n  timeline:\n  - a', 'spec.timeline[] + a'],
  ['spec:\n  timeline:\n  - at: 0s\n    x: 1\n  ', 'spec + '],
  ['spec:\n  timeline:\n    - at: 1s\n\n# a comment: {\n      hangRuntime:\n        fo', 'spec.timeline[].hangRuntime + fo'],
  ['spec:\n  runtime:\n    pods: [{name: web, containers: [{name: app, ru', 'spec.runtime.pods[].containers[] + ru'],
  ['spec:\n  runtime:\n    pods:\n      [{name: web,\n        containers: [{runs: [{for: 5', 'spec.runtime.pods[].containers[].runs[] . for = 5'],
  ['spec:\n  node: {kubelet: {version: "1.30"}}\n  ru', 'spec + ru'],
  ["spec:\n  description: |\n    don't {\n    x\n  dur", 'spec + dur'],
  ['spec:\n  description: |\n    te', 'nothing'],
  ['metadata: {name: "we', 'nothing'],
  ["spec:\n  expect:\n    - {because: it's, ca", 'spec.expect[] + ca'],
  ['kind: Pod\n---\nspec:\n  - - a: 1\n      b', 'spec[][] + b'],
  ['"a b": {"c d": {e', 'a b.c d + e'],
];
for (const [text, expected] of cases) assert.equal(textOf(placeAt(text)), expected, JSON.stringify(text));
console.log(`ok: ${cases.length} places in YAML are found`);
