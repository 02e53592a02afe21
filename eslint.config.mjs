import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const OF_THE_MACHINE = 'A test fails for a bug, not for a slow machine';
/** What makes the outcome of a test depend on how fast the machine is, or on chance. */
const RACES = [
  {
    selector:
      "CallExpression[callee.name='setTimeout'], MemberExpression[object.name='AbortSignal'][property.name='timeout']",
    message: `${OF_THE_MACHINE}: wait for what shall happen by eventually().`,
  },
  {
    selector: "ImportDeclaration[source.value=/timers.promises$/] > ImportSpecifier[imported.name='setTimeout']",
    message: `${OF_THE_MACHINE}: wait for what shall happen by eventually().`,
  },
  {
    selector: "MemberExpression[object.name='performance'][property.name='now']",
    message: `${OF_THE_MACHINE}: count steps, or judge the time in a *.timed.test.ts.`,
  },
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'Moments are in test/support/moments.ts.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'A test draws the same for each commit: test/support/dice.ts.',
  },
];

const NO_CYCLES = {
  selector: "CallExpression[callee.name='forwardRef']",
  message: 'Two modules that need each other are one, or need a third.',
};

const ONE_CLOCK =
  'Read the time with `clock` of #libs/clock, which tests can set; measure durations with performance.now().';
/** What reads the clock of the machine. */
const CLOCK_OF_MACHINE = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: ONE_CLOCK },
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: ONE_CLOCK },
];

/** Rules that need no types. Those about promises do, and are in `.oxlintrc.json`: TypeScript 7 checks them in a tenth of the time. */
export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      'coverage',
      'libs/client/src/generated',
      'test/compat/better-auth',
      'test/compat/generators',
      'test/compat/*/node_modules',
      'test/console/node_modules',
      'test/compat/*/made',
      '**/dist',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      // `import type` on a DTO or an entity would take away the class that checks and injects at run time; its absence
      // costs nothing.
      '@typescript-eslint/consistent-type-imports': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-params': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', NO_CYCLES],
    },
  },
  {
    files: ['apps/api/src/**/*.ts', 'libs/**/*.ts'],
    ignores: [
      '**/*.spec.ts',
      'libs/clock/src/index.ts',
      // It runs in the programs of others, and imports nothing.
      'libs/client/**',
      // Ids only rise: after a test that sets the clock back, they would stay ahead.
      'libs/ids/src/index.ts',
      // It compares the ages of files, which the file system dates.
      'libs/embedded-postgres/src/postgres-home.ts',
      // A migration on main is never edited.
      'apps/api/src/platform/migrations/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', NO_CYCLES, ...CLOCK_OF_MACHINE] },
  },
  {
    files: ['**/*.dto.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MethodDefinition[static=true] :matches(RestElement, ReturnStatement > Identifier, :matches(ReturnStatement, Property) > ObjectExpression > SpreadElement > :not(CallExpression, ObjectExpression))',
          message: 'An answer names what goes out: fieldsOf(IssueDto, issue), not what is left of a record.',
        },
        ...CLOCK_OF_MACHINE,
      ],
    },
  },
  {
    files: ['apps/cli/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'apps/cli/src/terminal.ts', 'apps/cli/src/testers/**'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='write'][callee.object.object.name='process']",
          message: 'The command line prints through `terminalOf` alone, which makes what others wrote harmless.',
        },
      ],
    },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ...jsxA11y.flatConfigs.strict,
    plugins: { ...jsxA11y.flatConfigs.strict.plugins, 'react-hooks': reactHooks },
    rules: {
      ...jsxA11y.flatConfigs.strict.rules,
      ...reactHooks.configs.recommended.rules,
      // Safari takes the role from a list without marks unless it is said.
      'jsx-a11y/no-redundant-roles': ['error', { ul: ['list'], ol: ['list'] }],
      'no-restricted-syntax': [
        'error',
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'What others wrote is text.' },
        {
          selector: "JSXAttribute[name.name='disabled']",
          message: 'A disabled button says nothing: do not offer it, or say why.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts', '**/migrations/*.ts', '**/*.generated.ts'],
    rules: { 'max-lines': 'off', '@typescript-eslint/no-unused-expressions': 'off' },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    ignores: [
      // They measure, and no commit waits for them.
      '**/*.timed.{spec,test}.ts',
      'test/{browser,citus,cluster,proof}/**',
      // The clock of tests, and the one wait.
      'test/support/{moments,stopped-clock,eventually}.ts',
      // A fake clock of its own: each look finds ten milliseconds gone.
      'test/support/turns.ts',
      // Peers that are slow, far away or answer in any order: a network, an agent with its sites, a platform.
      'test/support/{tcp-proxy,comment-platform}.ts',
      'test/support/agent/**',
      'test/console/trouble.test.ts',
      // What the measurements and proofs above are made with.
      'test/support/{cluster,holds,least-time,paired-programs,races,raw-connection,raw-http,traffic}.ts',
      'test/support/{citus,hostile,isolation,neighbours}/**',
      'test/console/figures.ts',
      // It judges how long a shell waits.
      'test/contract/signatures.test.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...RACES] },
  },
  {
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
