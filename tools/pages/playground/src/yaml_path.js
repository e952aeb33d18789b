// The path to the cursor in a YAML document, which may be incomplete.

const blockKey = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#{}[\],&*!|>'"%@`-][^#{}[\],]*?|-[^\s#{}[\],]+)\s*:(?=\s|$)/;

/** Splits "- - name: x" into items and a key, with their columns. */
function tokensOf(line) {
  const tokens = [];
  let column = line.length - line.trimStart().length;
  while (/^-(\s|$)/.test(line.slice(column))) {
    tokens.push({column, item: true});
    column += 1 + /^-(\s*)/.exec(line.slice(column))[1].length;
  }
  const key = blockKey.exec(line.slice(column));
  if (key) tokens.push({column, key: unquoted(key[1]), end: column + key[0].length});
  else tokens.push({column});
  return tokens;
}

function unquoted(text) {
  return /^['"]/.test(text) ? text.slice(1, -1) : text;
}

/** Returns the steps from the document to the token below `lines`: keys, and null for an item. */
function blockPath(lines, {column, item}) {
  const path = [];
  let limit = column;
  let mayShare = Boolean(item);
  const climb = (tokens) => {
    for (const token of [...tokens].reverse()) {
      const isAbove = token.column < limit || (mayShare && token.column === limit && token.key !== undefined);
      if (!isAbove || (token.key === undefined && !token.item)) continue;
      path.unshift(token.item ? null : token.key);
      limit = token.column;
      mayShare = Boolean(token.item);
    }
  };
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if (/^(---|\.\.\.)(\s|$)/.test(lines[at])) break;
    if (lines[at].trim() !== '' && !lines[at].trimStart().startsWith('#')) climb(tokensOf(lines[at]));
  }
  return path;
}

/** Returns the brackets that are open at the end of `text`, with their positions and the keys before them. */
function openBrackets(text) {
  const open = [];
  let entry = 0;
  let quote = null;
  let scalarIndent = -1;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (at === 0 || text[at - 1] === '\n') {
      const line = /^[^\n]*/.exec(text.slice(at))[0];
      const indent = line.length - line.trimStart().length;
      if (scalarIndent >= 0 && (line.trim() === '' || indent > scalarIndent)) {
        at += line.length;
        continue;
      }
      scalarIndent = open.length === 0 && !quote && /(^|[:\s-])[|>][-+0-9]*\s*(#.*)?$/.test(line) ? indent : -1;
      if (open.length === 0 && !quote) entry = at;
    }
    if (quote) {
      if (quote === '"' && letter === '\\') at += 1;
      else if (letter === quote) quote = null;
      continue;
    }
    const before = text.slice(entry, at).trimEnd().at(-1);
    const isStart = before === undefined || '{[,:-'.includes(before);
    if (letter === '#' && /\s/.test(text[at - 1] ?? '\n')) at += /^[^\n]*/.exec(text.slice(at))[0].length - 1;
    else if ((letter === '"' || letter === "'") && isStart) quote = letter;
    else if ((letter === '{' || letter === '[') && (isStart || open.length > 0)) {
      open.push({letter, at, entry: text.slice(entry, at)});
      entry = at + 1;
    } else if ((letter === '}' || letter === ']') && open.length > 0) {
      open.pop();
      entry = at + 1;
    } else if (letter === ',' && open.length > 0) entry = at + 1;
  }
  return {open, entry: text.slice(entry), isQuoted: Boolean(quote) || scalarIndent >= 0};
}

const flowKey = /^\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s{}[\],:][^{}[\],:]*?)\s*:(?=[\s{["']|$)/;

function keyOf(entry) {
  const found = flowKey.exec(entry);
  return found && unquoted(found[1]);
}

/**
 * Returns {path, key, typed, isFlow}. If `key` is null, the typed text is a key of the map at `path` or an item there;
 * otherwise it is the value of `key`. Returns null inside quotes and text blocks.
 */
export function placeAt(text) {
  const {open, entry, isQuoted} = openBrackets(text);
  if (isQuoted) return null;
  const outer = open.length > 0 ? text.slice(0, open[0].at) : text;
  const lines = outer.split('\n');
  const last = lines.pop();
  const tokens = tokensOf(last);
  const end = tokens.at(-1);
  const path = [...blockPath(lines, tokens[0]), ...tokens.slice(0, -1).map(() => null)];
  if (open.length === 0) {
    if (end.key === undefined) return {path, key: null, typed: last.slice(end.column), isFlow: false};
    return {path, key: end.key, typed: last.slice(end.end).trimStart(), isFlow: false};
  }
  if (end.key !== undefined) path.push(end.key);
  open.forEach(({letter}, i) => {
    if (letter === '[') path.push(null);
    const inside = open[i + 1]?.entry;
    const key = inside === undefined || letter === '[' ? null : keyOf(inside);
    if (key !== null) path.push(key);
  });
  const isItem = open.at(-1).letter === '[';
  const key = isItem ? null : keyOf(entry);
  const typed = key === null ? entry : entry.slice(flowKey.exec(entry)[0].length);
  return {path, key, typed: typed.trimStart(), isFlow: true};
}
