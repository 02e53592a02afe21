/**
 * A runtime for Jest in which the test files that one process runs share their modules, as they do in the service itself. By
 * itself Jest loads every package anew for each test file, which for a file of end-to-end tests takes longer than its tests.
 * Only the test file is loaded each time; files must therefore not lean on the state of a module. Where Jest must see every
 * module (`--coverage`) or files change while it runs (`--watch`), jest.config.mjs leaves it to its own runtime.
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');
const { default: JestRuntime } = require('jest-runtime');

const ROOT = join(__dirname, '../..');
const LIBRARY = /^#libs\/(.+)$/;
/** The maps from what runs to the sources, for the lines in stack traces. */
const maps = new Map();

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

/** Where `source-map-support` finds the map of a file: Jest's own are names of files, ours are here. */
class SharedRuntime extends JestRuntime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    this.globals = environment.global;
    // `expect.any(String)` must mean the String of the tests, which do not run in the context that Jest made for them.
    Object.assign(environment.global, { String, Number, Boolean, BigInt, Symbol, Function, Object });
    const [, , options] = config.transform.find(([, path]) => path.includes('@swc/jest'));
    teachTypeScript(options);
  }

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
