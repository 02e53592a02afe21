// Jest on Node 20 cannot `require()` ESM packages, so those named here are compiled to CommonJS with our own code.
const esm = [
  '@nestjs',
  '@sindresorhus',
  'uuid',
  'openid-client',
  'oauth4webapi',
  'jose',
  'uid',
  'file-type',
  'strtok3',
  'token-types',
  'load-esm',
  'iterare',
  '@tokenizer',
  '@borewit',
  'uint8array-extras',
  'es-toolkit',
  'nodemailer',
  'escape-string-regexp',
  'rate-limiter-flexible',
];

/** See test/support/shared-runtime.cjs. */
const sharing = process.argv.some((word) => /^--(coverage|watch)/.test(word))
  ? {}
  : { runtime: '<rootDir>/test/support/shared-runtime.cjs' };

const FIXED_SEED = '<rootDir>/test/support/fixed-seed.cjs';

const project = (name, extra) => ({
  displayName: name,
  testEnvironment: 'node',
  setupFiles: [FIXED_SEED],
  resolver: '<rootDir>/test/support/resolver.cjs',
  // The package of the command line has the manifest of its source.
  modulePathIgnorePatterns: ['<rootDir>/dist/cli'],
  moduleNameMapper: {
    '^#libs/(.*)$': '<rootDir>/libs/$1/src/index.ts',
    // A thread runs without Jest: its file is bundled.
    '^\\./thread-file\\.js$': '<rootDir>/test/support/thread-file.ts',
  },
  transform: {
    '\\.m?[jt]s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2023',
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esm.join('|')})/)`],
  ...extra,
});

/** The levels that run the service within Jest. */
const inProcess = { ...sharing, setupFiles: [FIXED_SEED, '<rootDir>/test/support/quick-passwords.cjs'] };

const onDatabase = {
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

/** Projects of their own, which no commit has to wait for: tests that measure time, and those that take longest. */
const NOT_TIMED = '!**/*.timed.{spec,test}.ts';
const NOT_SLOW = '!**/*.slow.test.ts';

/**
 * Six levels: unit beside the source; medium, e2e and contract on a real PostgreSQL; system starts the built program;
 * browser does so with a Chromium; `slow` has the tests of medium and e2e that take longest; proof measures what docs/proof.md claims, in full with `PROOF=full`. `citus` and
 * `cluster` need the machines that `npm run proof:citus` and `npm run proof:cluster` start.
 */
export default {
  // What hangs ends; how long something may take is for the tests to say, and the first of a run starts the database.
  testTimeout: 60_000,
  maxWorkers: 2,
  collectCoverageFrom: [
    'apps/**/src/**/*.ts',
    'libs/**/src/**/*.ts',
    '!**/*.spec.ts',
    '!**/migrations/*',
    '!**/*.generated.ts',
  ],
  projects: [
    project('unit', {
      ...inProcess,
      testMatch: ['<rootDir>/{apps,libs}/**/*.spec.ts', '<rootDir>/test/support/**/*.spec.ts', NOT_TIMED],
    }),
    project('medium', { ...inProcess, testMatch: ['<rootDir>/test/medium/**/*.test.ts', NOT_SLOW], ...onDatabase }),
    project('e2e', { ...inProcess, testMatch: ['<rootDir>/test/e2e/**/*.test.ts', NOT_SLOW], ...onDatabase }),
    project('timed', { ...inProcess, testMatch: ['<rootDir>/{apps,libs}/**/*.timed.spec.ts'] }),
    project('slow', { ...inProcess, testMatch: ['<rootDir>/test/{medium,e2e}/*.slow.test.ts'], ...onDatabase }),
    project('contract', { ...inProcess, testMatch: ['<rootDir>/test/contract/**/*.test.ts'], ...onDatabase }),
    project('system', { testMatch: ['<rootDir>/test/system/**/*.test.ts'] }),
    project('browser', { testMatch: ['<rootDir>/test/browser/**/*.test.ts'] }),
    project('citus', { testMatch: ['<rootDir>/test/citus/**/*.test.ts'], ...onDatabase }),
    project('cluster', { testMatch: ['<rootDir>/test/cluster/**/*.test.ts'] }),
    project('proof', { testMatch: ['<rootDir>/test/proof/**/*.test.ts'], ...onDatabase }),
  ],
};
