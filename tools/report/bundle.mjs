// Makes the pages of src/: each one file with the library inlined and its licences kept. Run by tools/report/build.
import {createHash} from 'node:crypto';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {build} from 'esbuild';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const options = {bundle: true, minify: true, write: false, metafile: true, charset: 'ascii', absWorkingDir: import.meta.dirname};
const sourceOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function licencesOf(inputs) {
  const packages = [...new Set(inputs.map((path) => /^node_modules\/([^/]+)\//.exec(path)?.[1]))];
  return packages.filter(Boolean).sort().map((name) => {
    const {version, license} = JSON.parse(read(`node_modules/${name}/package.json`));
    const file = ['LICENSE', 'LICENSE.md'].find((each) => existsSync(new URL(`node_modules/${name}/${each}`, import.meta.url)));
    return `${name} ${version} (${license})\n\n${read(`node_modules/${name}/${file}`).trim()}`;
  });
}

async function make(name, digest) {
  const script = await build({...options, entryPoints: [`src/${name}/main.js`], format: 'iife', target: 'es2022'});
  const style = await build({...options, entryPoints: [`src/${name}/style.css`]});
  const scriptText = script.outputFiles[0].text.trim().replaceAll('</', '<\\/');
  const styleText = style.outputFiles[0].text.trim();
  const policy = `default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; ` +
    `script-src ${sourceOf(scriptText)}; style-src ${sourceOf(styleText)}`;

  const parts = {POLICY: policy, STYLE: styleText, SCRIPT: scriptText};
  const page = read(`src/${name}/page.html`).replace(/@(POLICY|STYLE|SCRIPT)@/g, (mark, part) => parts[part]);
  const licences = licencesOf(Object.keys(script.metafile.inputs));
  const notice = `<!--\nMade by tools/report/build from sources with the SHA-256 ${digest}\n\n` +
    `This page contains:\n\n${licences.join('\n\n').replaceAll('--', '- -')}\n-->\n`;
  const whole = page.trimEnd() + '\n' + notice;
  if (/[^\x00-\x7f]/.test(whole)) throw new Error(`${name}.html must be ASCII`);
  if (whole.split('@PODREEL_DATA@').length !== 2) throw new Error(`${name}.html must hold @PODREEL_DATA@ once`);
  writeFileSync(new URL(`${name}.html`, import.meta.url), whole);
  console.log(`${name}.html: ${whole.length} bytes`);
}

for (const name of ['run', 'fleet']) await make(name, process.argv[2]);
