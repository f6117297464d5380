// The page as one file: script, style, icon, worker and WebAssembly inside the HTML.
//
// Browsers fetch nothing from file://, and start no module worker there. So the worker is a blob of a script, the
// WebAssembly a data address in it, and the policy names the two inline parts by their hashes.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

// Inside a script element these two would end it, or open a comment; inside a string or regular expression of ours the
// backslash changes nothing.
const inScript = (code: string): string => code.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

/** Replaces exactly one place, or says which is missing. */
function put(html: string, place: RegExp, by: string): string {
  if (!place.test(html)) throw new Error(`one file: nothing matches ${place} in index.html`);
  return html.replace(place, () => by);
}

/** Writes `name` beside the configuration; the folder that vite wrote disappears. */
export function oneFile(name: string): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'one-file',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    // `./worker?worker` as everywhere in the page, but as a blob.
    transform(code, id) {
      if (!/\.tsx?$/.test(id)) return undefined;
      const inlined = code.replace(/(['"])([^'"]+\?worker)\1/g, '$1$2&inline$1');
      return inlined === code ? undefined : { code: inlined, map: null };
    },
    closeBundle() {
      let html = readFileSync(resolve(folder, 'index.html'), 'utf8');
      const script = /<script type="module"[^>]*src="\.\/([^"]+)"[^>]*><\/script>/;
      const style = /<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/;
      const read = (place: RegExp): string => readFileSync(resolve(folder, place.exec(html)?.[1] ?? ''), 'utf8');
      const code = inScript(read(script));
      const rules = read(style);
      const icon = readFileSync(resolve(root, 'public/icon.svg')).toString('base64');
      html = put(html, script, '');
      html = put(html, style, `<style>${rules}</style>`);
      html = put(html, /<link rel="icon"[^>]*>/, `<link rel="icon" href="data:image/svg+xml;base64,${icon}">`);
      html = put(
        html,
        /content="default-src[^"]*"/,
        `content="default-src 'none'; script-src ${hash(code)} 'wasm-unsafe-eval'; worker-src blob:; ` +
          `connect-src data:; style-src ${hash(rules)}; img-src data: blob:; base-uri 'none'; form-action 'none'"`,
      );
      html = put(html, /<\/body>/, `<script type="module">${code}</script>\n  </body>`);
      writeFileSync(resolve(root, name), html);
      rmSync(folder, { recursive: true });
    },
  };
}
