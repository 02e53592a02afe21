/**
 * A runtime for Jest in which the test files that one process runs share their modules, as they do in the service itself. By
 * itself Jest loads every package anew for each test file, which for a file of end-to-end tests takes longer than its tests.
 * Only the test file is loaded each time; files must therefore not lean on the state of a module. Where Jest must see every
 * module (`--coverage`) or files change while it runs (`--watch`), jest.config.mjs leaves it to its own runtime.
 */
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
/** @type {any} The hooks of Node's loader, which its types leave out. */
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');
const { default: JestRuntime } = require('jest-runtime');

const ROOT = join(__dirname, '../..');
const LIBRARY = /^#libs\/(.+)$/;
/** The maps from what runs to the sources, which lead stack traces to the right lines. */
const maps = new Map();
/** Where those lie that somebody has asked for: Jest wants files. */
const files = new Map();
let folder;
let count = 0;

function fileOfMap(source) {
  if (!folder) {
    folder = mkdtempSync(join(tmpdir(), 'curbcut-maps-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  if (!files.has(source)) {
    files.set(source, join(folder, `${(count += 1)}.json`));
    writeFileSync(files.get(source), maps.get(source));
  }
  return files.get(source);
}

/** Loads our TypeScript through Node's own loader, compiled as `options` of @swc/jest say. */
function teachTypeScript(options) {
  if (Module._extensions['.ts']) return;
  Module._extensions['.ts'] = (module, filename) => {
    const { code, map } = transformSync(readFileSync(filename, 'utf8'), {
      ...options,
      filename,
      swcrc: false,
      sourceMaps: true,
    });
    maps.set(filename, map);
    files.delete(filename);
    module._compile(code, filename);
  };
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, ...rest) {
    const library = LIBRARY.exec(request)?.[1];
    if (library) return join(ROOT, 'libs', library, 'src/index.ts');
    try {
      return resolve.call(this, request, ...rest);
    } catch (error) {
      if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
      return resolve.call(this, request.replace(/\.js$/, '.ts'), ...rest);
    }
  };
}

class SharedRuntime extends JestRuntime {
  /** @param {ConstructorParameters<typeof JestRuntime>} parameters */
  constructor(...parameters) {
    super(...parameters);
    const [config, environment] = parameters;
    this.globals = environment.global;
    // `expect.any(String)` must mean the String of the tests, which do not run in the context that Jest made for them.
    Object.assign(environment.global, { String, Number, Boolean, BigInt, Symbol, Function, Object });
    teachTypeScript(config.transform.find(([, path]) => path.includes('@swc/jest'))?.[2]);
  }

  /** @override */
  getSourceMaps() {
    const ofJest = super.getSourceMaps();
    const get = (source) => (maps.has(source) ? fileOfMap(source) : ofJest.get(source));
    return /** @type {any} */ ({ get, [Symbol.iterator]: () => ofJest[Symbol.iterator]() });
  }

  /** @override */
  requireModule(from, name, options, ...rest) {
    if (options?.isInternalModule || from === undefined) return super.requireModule(from, name, options, ...rest);
    if (name !== undefined) return Module.createRequire(from)(name);
    const { describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach } = this.globals;
    Object.assign(globalThis, { describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach });
    delete require.cache[from];
    return require(from);
  }
}

module.exports = { __esModule: true, default: SharedRuntime };
