/**
 * A runtime for Jest in which the test files that one process runs share their modules, as they do in the service itself. By
 * itself Jest loads every package anew for each test file, which for a file of end-to-end tests takes longer than its tests.
 * Only the test file is loaded each time; files must therefore not lean on the state of a module. Where Jest must see every
 * module (`--coverage`) or files change while it runs (`--watch`), jest.config.mjs leaves it to its own runtime.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
/** @type {any} The hooks of Node's loader, which its types leave out. */
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');
const { default: JestRuntime } = require('jest-runtime');
const { putBack } = require('./clock.cjs');

// Before Jest notes when a test file begins.
putBack();

const ROOT = join(__dirname, '../..');
const LIBRARY = /^#libs\/(.+)$/;
/** As jest.config.mjs maps it. */
const THREAD_FILE = './thread-file.js';
/** The files of the maps from what runs to the sources, which lead stack traces to the right lines. */
const maps = new Map();
/** Where Jest looks for them while the present test file runs. */
let known = new Map();
let folder;
let isTaught = false;

function keepMap(source, map) {
  if (!folder) {
    folder = mkdtempSync(join(tmpdir(), 'curbcut-maps-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  if (!maps.has(source)) maps.set(source, join(folder, `${maps.size}.json`));
  writeFileSync(maps.get(source), map);
  known.set(source, maps.get(source));
}

/** Loads our TypeScript through Node's own loader, compiled as `options` of @swc/jest say. */
function teachTypeScript(options) {
  // Whatever loads `.ts` already, be it Node itself or Jest for its own settings, knows nothing of our decorators.
  if (isTaught) return;
  isTaught = true;
  Module._extensions['.ts'] = (module, filename) => {
    const { code, map } = transformSync(readFileSync(filename, 'utf8'), {
      ...options,
      filename,
      swcrc: false,
      sourceMaps: true,
    });
    keepMap(filename, map);
    module._compile(code, filename);
  };
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, ...rest) {
    const library = LIBRARY.exec(request)?.[1];
    if (library) return join(ROOT, 'libs', library, 'src/index.ts');
    if (request === THREAD_FILE) return join(ROOT, 'test/support/thread-file.ts');
    try {
      return resolve.call(this, request, ...rest);
    } catch (error) {
      if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
      return resolve.call(this, request.replace(/\.js$/, '.ts'), ...rest);
    }
  };
}

/** The storages that follow asynchronous calls now. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (store, callback, ...values) {
  storages.add(this);
  return run.call(this, store, callback, ...values);
};

/**
 * Jest makes a storage for each test file and leaves it in use, and Node hands every promise the value of each storage in use:
 * after forty files that takes longer than the tests. One that is needed again comes into use by its next `run`.
 */
function endStorages() {
  for (const storage of storages) storage.disable();
  storages.clear();
}

class SharedRuntime extends JestRuntime {
  /** @param {ConstructorParameters<typeof JestRuntime>} parameters */
  constructor(...parameters) {
    super(...parameters);
    endStorages();
    const [config, environment] = parameters;
    this.globals = environment.global;
    // `expect.any(String)` must mean the String of the tests, which do not run in the context that Jest made for them.
    Object.assign(environment.global, { String, Number, Boolean, BigInt, Symbol, Function, Object });
    teachTypeScript(config.transform.find(([, path]) => path.includes('@swc/jest'))?.[2]);
    known = /** @type {Map<string, string>} */ (this.getSourceMaps());
    for (const [source, file] of maps) known.set(source, file);
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
