import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

let folder: string | undefined;
const bundled = new Map<string, URL>();

/** In tests the file of a thread is bundled from its source as the build does, since a thread knows nothing of Jest. */
export function threadFile(name: string, beside: string): URL {
  const source = fileURLToPath(new URL(`./${name}.thread.ts`, beside));
  const known = bundled.get(source);
  if (known) return known;
  folder ??= newFolder();
  const outfile = join(folder, `${name}-${bundled.size}.mjs`);
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['source'],
    logLevel: 'error',
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  const file = pathToFileURL(outfile);
  bundled.set(source, file);
  return file;
}

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'curbcut-threads-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}
