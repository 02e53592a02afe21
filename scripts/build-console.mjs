// Makes the console in dist/web: hashed files, compressed ahead of time, the page that loads them, the addresses that
// it answers and the notices of what is in it. Run: npm run console:build
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import { build } from 'vite';

const SOURCE = 'apps/web';
const OUT = 'dist/web';
/** Below this a compressed file is no smaller on the way. */
const WORTH_IT = 512;

await build({ configFile: join(SOURCE, 'vite.config.mjs'), logLevel: 'warn' });

// The list of views has no imports of its own, so that it can be read here.
const { code } = transformSync(readFileSync(join(SOURCE, 'src/app/views.ts'), 'utf8'), { loader: 'ts', format: 'esm' });
const { views } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
const addresses = Object.keys(views).map((path) => path.replaceAll('$', ':'));
writeFileSync(join(OUT, 'addresses.json'), JSON.stringify(addresses));

/** @type {{ name: string, version: string, identifier: string | null, text: string | null }[]} */
const bundled = JSON.parse(readFileSync(join(OUT, 'licences.json'), 'utf8'));
const notices = bundled.map(
  ({ name, version, identifier, text }) => `# ${name} ${version} (${identifier})\n\n${text ?? ''}\n`,
);
writeFileSync(join(OUT, 'assets/notices.md'), notices.join('\n'));

for (const name of readdirSync(join(OUT, 'assets'))) {
  if (!/\.(js|css|svg|md)$/.test(name)) continue;
  const file = join(OUT, 'assets', name);
  const content = readFileSync(file);
  if (content.length < WORTH_IT) continue;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
rmSync(join(OUT, '.vite'), { recursive: true, force: true });
