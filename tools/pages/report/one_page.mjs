// Builds a page: one file with its style, script and libraries inlined, and with their licences.
import {createHash} from 'node:crypto';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {build} from 'esbuild';

const options = {bundle: true, minify: true, write: false, metafile: true, charset: 'ascii', absWorkingDir: '/', logLevel: 'warning'};
const sourceOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function licencesOf(inputs) {
  const folders = [...new Set(inputs.map((path) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(`/${path}`)?.[1]))];
  return folders.filter(Boolean).map((folder) => {
    const {name, version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = ['LICENSE', 'LICENSE.md'].map((each) => join(folder, each)).find(existsSync);
    return `${name} ${version} (${license})\n\n${readFileSync(file, 'utf8').trim()}`;
  }).sort();
}

/**
 * `source` is a folder with main.js, style.css and page.html, which has the placeholders @STYLE@, @SCRIPT@, @POLICY@ and
 * @VIEWER@. `policy` holds additional permissions of the page, `digest` is that of all sources, and `maker` names the build.
 */
export async function makePage({source, output, policy = '', digest, maker}) {
  const script = await build({...options, entryPoints: [join(source, 'main.js')], format: 'iife', target: 'es2022'});
  const style = await build({...options, entryPoints: [join(source, 'style.css')]});
  const scriptText = script.outputFiles[0].text.trim().replaceAll('</', '<\\/');
  const styleText = style.outputFiles[0].text.trim();
  const parts = {
    POLICY: `default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; ` +
      `script-src ${sourceOf(scriptText)}; style-src ${sourceOf(styleText)}${policy}`,
    STYLE: styleText,
    SCRIPT: scriptText,
    VIEWER: readFileSync(join(import.meta.dirname, 'src/run/viewer.html'), 'utf8').trimEnd(),
  };
  const page = readFileSync(join(source, 'page.html'), 'utf8').replace(/@(POLICY|STYLE|SCRIPT|VIEWER)@/g, (mark, part) => parts[part]);
  const licences = licencesOf(Object.keys(script.metafile.inputs));
  const notice = `<!--\nMade by ${maker} from sources with the SHA-256 ${digest}\n\n` +
    `This page contains:\n\n${licences.join('\n\n').replaceAll('--', '- -')}\n-->\n`;
  const whole = page.trimEnd() + '\n' + notice;
  if (/[^\x00-\x7f]/.test(whole)) throw new Error(`${output} must be ASCII`);
  writeFileSync(output, whole);
  console.log(`${output}: ${whole.length} bytes`);
  return whole;
}
