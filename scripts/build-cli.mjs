// Makes the package of the command line in dist/cli: one bundled file, axe-core beside it, and the entry points for
// testers. Run: npm run cli:build
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const SOURCE = 'apps/cli/src';
const PACKAGE = 'apps/cli/package';
const OUT = 'dist/cli';
const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  conditions: ['source'],
  // jsonld would fetch with it what we never fetch, and it brings undici along.
  alias: { '@digitalbazaar/http-client': './apps/cli/src/no-http-client.cjs' },
  legalComments: 'linked',
  define: { CURBCUT_VERSION: JSON.stringify(version) },
  // What was written for require() and has no other form.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
};

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
// The agent is a file of its own, so that no other command pays for it.
/** @type {import('esbuild').Plugin} */
const agentApart = {
  name: 'agent-apart',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/agent\/main\.js$/ }, () => ({ path: './agent/main.js', external: true }));
  },
};
await build({
  ...common,
  plugins: [agentApart],
  entryPoints: [join(SOURCE, 'main.ts')],
  outfile: join(OUT, 'curbcut.js'),
});
await build({ ...common, entryPoints: [join(SOURCE, 'agent/main.ts')], outfile: join(OUT, 'agent/main.js') });
chmodSync(join(OUT, 'curbcut.js'), 0o755);

// Playwright, Cypress and Jest load CommonJS, Vitest only modules.
/** @type {import('esbuild').BuildOptions} */
const testers = { packages: 'external', outdir: join(OUT, 'testers') };
const sourcesOf = (...names) => names.map((name) => join(SOURCE, 'testers', `${name}.ts`));
await build({
  ...common,
  ...testers,
  entryPoints: sourcesOf('playwright', 'cypress', 'jest'),
  format: 'cjs',
  banner: {},
  outExtension: { '.js': '.cjs' },
});
await build({ ...common, ...testers, entryPoints: sourcesOf('vitest'), banner: {} });

const axe = dirname(createRequire(import.meta.url).resolve('axe-core/package.json'));
cpSync(join(axe, 'axe.min.js'), join(OUT, 'axe.min.js'));
cpSync(PACKAGE, OUT, { recursive: true });
cpSync('LICENSE', join(OUT, 'LICENSE'));
writeFileSync(join(OUT, 'curbcut.schema.json'), readFileSync(join(SOURCE, 'config/curbcut.schema.json')));
