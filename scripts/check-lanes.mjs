// Fails unless each test file of the tree runs in exactly one lane of .ci/lanes.json, and the workflows of GitHub run the
// steps of the lanes. Run: npm run lanes
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { parse } from 'yaml';
import jestConfig from '../jest.config.mjs';
import { ONLY_AT_NIGHT } from '../test/console/extent.mjs';
import { NIGHTLY_PROOFS } from './nightly-proofs.mjs';

/** @param {string} path */
const read = (path) => readFileSync(path, 'utf8');

/** @type {Record<'land' | 'full' | 'nightly', string[]>} */
const lanes = JSON.parse(read('.ci/lanes.json')).lanes;
/** @type {Record<string, string>} */
const scripts = JSON.parse(read('package.json')).scripts;
const steps = read('.ci/run');
/** The Node.js that are supported. */
const NODES = [20, 22, 24];
const MAX_FAULTS = 20;
const TEST = /\.(test|spec)\.[cm]?[jt]sx?$/;

/** @type {string[]} */
const faults = [];

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\n')
  .filter((path) => existsSync(path));
/** A package of `test/compat` is one test, whatever its files are called. */
const compat = unique(listed.flatMap((path) => /^test\/compat\/[\w-]+(?=\/)/.exec(path) ?? []));
const tests = [...listed.filter((path) => TEST.test(path) && !path.startsWith('test/compat/')), ...compat];

/** Test files by what has them: a project of Jest, the configuration of Playwright, or a package of `test/compat`. */
const groups = new Map([
  ...jestConfig.projects.map(filesOfProject),
  /** @type {[string, string[]]} */ (['console', globSync('test/console/*.test.ts')]),
  ...compat.map((path) => /** @type {[string, string[]]} */ ([path, [path]])),
]);

/** @param {any} project @returns {[string, string[]]} */
function filesOfProject({ displayName, testMatch, testPathIgnorePatterns = [] }) {
  const patterns = testMatch.map((/** @type {string} */ pattern) => pattern.replace('<rootDir>/', ''));
  const ignored = testPathIgnorePatterns.map((/** @type {string} */ one) => new RegExp(one.replace('<rootDir>', '')));
  const files = globSync(patterns, { ignore: '**/node_modules/**' });
  return [displayName, files.filter((path) => !ignored.some((/** @type {RegExp} */ one) => one.test(`/${path}`)))];
}

/**
 * What a function of .ci/run does.
 * @param {string} name
 */
function bodyOf(name) {
  const [, line, block] = new RegExp(`^${name}\\(\\) \\{(?: (.*) \\}|\\n([^]*?)\\n\\})$`, 'm').exec(steps) ?? [];
  return (line ?? block)?.replace(/;$/, '');
}

/**
 * The commands of a step: its function in .ci/run, with those that it calls, or the script of package.json of its name,
 * with all scripts that these run.
 * @param {string} step
 * @returns {string}
 */
function commandsOf(step) {
  const commands = bodyOf(step) ?? scripts[step];
  if (commands === undefined) faults.push(`${step} is neither a function of .ci/run nor a script of package.json`);
  const called = (commands ?? '').replace(
    /^((?:\w+=\S+ )*)(\w+)$/gm,
    (line, settings, name) => settings + (bodyOf(name) ?? line.slice(settings.length)),
  );
  return expanded(called);
}

/** @param {string} commands @returns {string} */
function expanded(commands) {
  return commands
    .replace(/^\s*#.*$/gm, '')
    .replace(/\(cd (test\/compat\/[\w-]+)[^)]*\)/g, '$1')
    .replace(/scripts\/[\w-]+\.sh/g, (path) => expanded(read(path)))
    .replace(/npm (?:run --silent )?([\w-]+:[\w:-]+|test|proof|bench)\b/g, (_, name) => expanded(scripts[name] ?? ''));
}

/** @param {string} project */
const filesIn = (project) => groups.get(project) ?? [];
const isNightly = (/** @type {string} */ path) => new RegExp(NIGHTLY_PROOFS).test(path);

/** Whether a test of the console is of this step: a landing leaves out some, and the longer form of others does not count. */
const isOfStep = (/** @type {string} */ path, /** @type {string} */ commands) =>
  commands.includes('CONSOLE_TESTS=all') === ONLY_AT_NIGHT.some((name) => path.endsWith(`/${name}`));

/**
 * The test files that a step runs. Longer and random forms of what other steps run do not count: they select a project
 * of Jest by `--selectProjects`, and files in it.
 * @param {string} step
 */
function testsOf(step) {
  const commands = commandsOf(step);
  const projects = [...commands.matchAll(/--projects=([\w,]+)/g)].flatMap(([, names = '']) => names.split(','));
  if (/--selectProjects timed/.test(commands)) projects.push('timed');
  const isRun = (/** @type {string} */ script) => new RegExp(`scripts/${script}(?![\\w.-])`).test(commands);
  const isShort = commands.includes('--short');
  const proofs = [...commands.matchAll(/--selectProjects proof (?:--runInBand )?-- ([^;&\n]+)/g)]
    .flatMap(([, patterns = '']) => patterns.trim().split(/\s+/))
    .map((pattern) => new RegExp(pattern));
  return [
    ...projects.flatMap(filesIn),
    ...(isRun('test-console.mjs') ? filesIn('console').filter((path) => isOfStep(path, commands)) : []),
    ...(isRun('prove.mjs') ? filesIn('proof').filter((path) => !isNightly(path)) : []),
    ...filesIn('proof').filter((path) => isNightly(path) && proofs.some((pattern) => pattern.test(path))),
    ...(isRun('proof-cluster.mjs') && isShort ? filesIn('cluster') : []),
    ...(isRun('proof-citus.mjs') && !isShort ? filesIn('citus') : []),
    ...(commands.match(/test\/compat\/[\w-]+/g) ?? []),
  ];
}

const runs = Object.entries(lanes).flatMap(([lane, names]) =>
  names.map((step) => ({ name: `${lane}: ${step}`, files: testsOf(step) })),
);

/** @param {string} path */
function checkTest(path) {
  const owners = [...groups].filter(([, files]) => files.includes(path)).map(([name]) => name);
  if (owners.length !== 1) faults.push(`${path} is in ${owners.join(' and ') || 'no project of Jest or Playwright'}`);
  const ways = runs.filter(({ files }) => files.includes(path)).map(({ name }) => name);
  if (ways.length !== 1) faults.push(`${path} runs in ${ways.join(' and ') || 'no lane'}`);
}

/**
 * The steps that a workflow runs by `.ci/run`, each with the versions of Node.js on which it does.
 * @param {string} path
 */
function stepsOfWorkflow(path) {
  /** @type {Map<string, Set<number>>} */
  const found = new Map();
  for (const job of Object.values(parse(read(path)).jobs)) {
    const { node = [], step = [] } = job.strategy?.matrix ?? {};
    const commands = job.steps.flatMap(({ run = '' }) => /^\.ci\/run(.*)$/m.exec(run)?.[1] ?? []).join(' ');
    for (const name of commands.replace('${{ matrix.step }}', step.join(' ')).split(' ').filter(Boolean))
      found.set(name, new Set([...(found.get(name) ?? []), ...node]));
  }
  return found;
}

/** @param {string} path @param {string[]} expected */
function checkWorkflow(path, expected) {
  const found = stepsOfWorkflow(path);
  for (const step of expected) if (!found.has(step)) faults.push(`${path} does not run ${step}`);
  for (const step of found.keys()) if (!expected.includes(step)) faults.push(`${path} runs ${step}, of another lane`);
  return found;
}

/** @template T @param {T[]} values */
function unique(values) {
  return [...new Set(values)];
}

tests.forEach(checkTest);
const ofPushes = checkWorkflow('.github/workflows/ci.yml', lanes.land);
checkWorkflow('.github/workflows/nightly.yml', unique([...lanes.full, ...lanes.nightly]));
for (const [step, nodes] of ofPushes)
  for (const node of NODES)
    if (!nodes.has(node)) faults.push(`.github/workflows/ci.yml does not run ${step} on Node.js ${node}`);

if (faults.length > 0) {
  console.error(faults.slice(0, MAX_FAULTS).join('\n'));
  if (faults.length > MAX_FAULTS) console.error(`and ${faults.length - MAX_FAULTS} more faults`);
  console.error('See .ci/lanes.json and .ci/run.');
  process.exit(1);
}
