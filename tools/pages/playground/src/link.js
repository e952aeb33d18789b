// A scenario in an address: complete in "#s=…&kubelets=1.30,1.31&seed=2&until=10m&lesson=17-the-container-hash&t=12.5", or
// one of the catalogue in "#open=lessons/04-crash-back-off".

const most = 1 << 20;
const fields = ['kubelets', 'seed', 'until', 'lesson'];

async function piped(bytes, transform) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) throw new Error('the link is too long; accepted: a scenario of at most 1 MiB');
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Encodes the text for the address: deflated, in base64url. */
export async function packed(text) {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return new TextDecoder('utf-8', {fatal: true}).decode(await piped(bytes, new DecompressionStream('deflate-raw')));
}

/** `place` is {time, run}, or null. */
export function fragment(text, settings, place) {
  const query = new URLSearchParams();
  for (const field of fields) if (settings[field]) query.set(field, settings[field]);
  if (place) query.set('t', String(+place.time.toFixed(6)));
  if (place?.run) query.set('run', String(place.run + 1));
  return `#s=${text}${query.size > 0 ? `&${query}` : ''}`;
}

/** Returns {theme, name} of a scenario of the catalogue, or null. */
export function readEntry(hash) {
  const found = /^#open=([\w.-]+)\/([\w.-]+)$/.exec(hash);
  return found && {theme: found[1], name: found[2]};
}

/** Returns {text, settings, place}, or null if the address holds no scenario. Throws if the scenario is broken. */
export async function readFragment(hash) {
  const query = new URLSearchParams(hash.slice(1));
  if (!query.has('s')) return null;
  let text;
  try {
    text = await unpacked(query.get('s'));
  } catch {
    throw new Error('the link is broken: it holds no valid scenario');
  }
  const settings = Object.fromEntries(fields.map((field) => [field, query.get(field) ?? '']));
  const time = Number(query.get('t') ?? NaN);
  const run = Math.max(Math.trunc(Number(query.get('run') ?? 1)) - 1, 0) || 0;
  return {text, settings, place: time >= 0 ? {time, run} : null};
}
