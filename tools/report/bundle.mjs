// Makes page.html of src/: one file with the library inlined and its licences kept. Run by tools/report/build.
import {createHash} from 'node:crypto';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {build} from 'esbuild';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const options = {bundle: true, minify: true, write: false, metafile: true, charset: 'ascii', absWorkingDir: import.meta.dirname};
const script = await build({...options, entryPoints: ['src/main.js'], format: 'iife', target: 'es2022'});
const style = await build({...options, entryPoints: ['src/style.css']});

const scriptText = script.outputFiles[0].text.trim().replaceAll('</', '<\\/');
const styleText = style.outputFiles[0].text.trim();
const sourceOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = `default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; ` +
  `script-src ${sourceOf(scriptText)}; style-src ${sourceOf(styleText)}`;

const packages = [...new Set(Object.keys(script.metafile.inputs).map((path) => /^node_modules\/([^/]+)\//.exec(path)?.[1]))];
const licences = packages.filter(Boolean).sort().map((name) => {
  const {version, license} = JSON.parse(read(`node_modules/${name}/package.json`));
  const file = ['LICENSE', 'LICENSE.md'].find((each) => existsSync(new URL(`node_modules/${name}/${each}`, import.meta.url)));
  return `${name} ${version} (${license})\n\n${read(`node_modules/${name}/${file}`).trim()}`;
});

const parts = {POLICY: policy, STYLE: styleText, SCRIPT: scriptText};
const page = read('src/page.html').replace(/@(POLICY|STYLE|SCRIPT)@/g, (mark, name) => parts[name]);
const notice = `<!--\nMade by tools/report/build from sources with the SHA-256 ${process.argv[2]}\n\n` +
  `This page contains:\n\n${licences.join('\n\n').replaceAll('--', '- -')}\n-->\n`;
const whole = page.trimEnd() + '\n' + notice;
if (/[^\x00-\x7f]/.test(whole)) throw new Error('page.html must be ASCII');
if (whole.split('@PODREEL_DATA@').length !== 2) throw new Error('page.html must hold @PODREEL_DATA@ once');
writeFileSync(new URL('page.html', import.meta.url), whole);
console.log(`page.html: ${whole.length} bytes`);
