// Inserts a step into a scenario's timeline, at its position and in the style of the existing steps.
import {parser} from '@lezer/yaml';

const cannot = 'cannot add a step to this timeline; write the timeline as a list of steps, each on its own lines';

/** A change {at, insert} of `text`, so that `action` ("hangRuntime:\n  for: 10s") happens at `time` ("12.5s"). */
export function insertionOf(text, time, action) {
  const step = {time, lines: action.split('\n').map((line) => line.trimEnd()).filter((line) => /^\s*[^\s#]/.test(line))};
  const documents = parser.parse(text).topNode.getChildren('Document');
  const scenario = documents.find((document) => scalar(text, pairOf(text, mapOf(document), 'kind')) === 'Scenario');
  if (!scenario) return {at: text.length, insert: documentWith(text, step)};
  const spec = pairOf(text, mapOf(scenario), 'spec');
  const timeline = pairOf(text, mapOf(spec), 'timeline');
  if (timeline) return intoList(text, timeline, step);
  const flow = spec?.getChild('FlowMapping');
  if (flow?.getChild('}')) {
    const last = flow.getChildren('Pair').at(-1);
    return {at: last ? last.to : flow.from + 1, insert: `${last ? ', ' : ''}timeline: [${inFlow(step)}]`};
  }
  const fields = spec?.getChild('BlockMapping');
  if (!fields) throw new Error(cannot);
  const indent = columnOf(text, fields.firstChild.from);
  return {at: endOfLine(text, fields.to), insert: `\n${indent}timeline:\n${block(`${indent}  `, step)}`};
}

function mapOf(node) {
  return node?.getChild('BlockMapping') ?? node?.getChild('FlowMapping');
}

function pairOf(text, map, name) {
  return map?.getChildren('Pair').find((pair) => {
    const key = pair.getChild('Key');
    return key && text.slice(key.from, key.to).replace(/^(['"])(.*)\1$/, '$2') === name;
  });
}

function scalar(text, pair) {
  return pair && text.slice(pair.lastChild.from, pair.lastChild.to).replace(/^(['"])(.*)\1$/, '$2');
}

function intoList(text, timeline, step) {
  const list = timeline.getChild('BlockSequence');
  if (list) {
    const indent = columnOf(text, list.from);
    return {at: endOfLine(text, list.to), insert: `\n${block(indent, step)}`};
  }
  const flow = timeline.getChild('FlowSequence');
  if (!flow?.getChild(']')) throw new Error(cannot);
  const last = flow.getChildren('Item').at(-1);
  return {at: last ? last.to : flow.from + 1, insert: `${last ? ', ' : ''}${inFlow(step)}`};
}

function documentWith(text, step) {
  const separator = text.trim() === '' ? '' : `${text.endsWith('\n') ? '' : '\n'}---\n`;
  return `${separator}apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: playground}\n` +
    `spec:\n  timeline:\n${block('    ', step)}\n`;
}

function block(indent, {time, lines}) {
  return [`${indent}- at: ${time}`, ...lines.map((line) => `${indent}  ${line}`)].join('\n');
}

function inFlow({time, lines}) {
  const [first, ...rest] = lines;
  if (rest.length === 0) return `{at: ${time}, ${first}}`;
  if (!/^\w+:$/.test(first) || !rest.every((line) => /^ {2}\S/.test(line))) throw new Error(cannot);
  const fields = rest.map((line) => line.trim().replace(/\s+#.*$/, ''));
  return `{at: ${time}, ${first} {${fields.join(', ')}}}`;
}

/** Returns the indentation as blanks. */
function columnOf(text, at) {
  return ' '.repeat(at - (text.lastIndexOf('\n', at - 1) + 1));
}

function endOfLine(text, at) {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
