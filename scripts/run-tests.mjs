// Runs Jest. A test file that fails runs once more, alone: where it passes then, the run passes and its last lines name
// the unsteady tests. Run: node scripts/run-tests.mjs --projects=<name>,… <argument of Jest> …
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { reportUnsteady } from './report-unsteady.mjs';

/** More failed files than this have a common cause, which a second run only repeats. */
const MAX_REPEATED_FILES = 10;

const [projects = '', ...args] = process.argv.slice(2);
const names = projects.replace('--projects=', '').split(',');
const folder = mkdtempSync(join(tmpdir(), 'curbcut-results-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} FileResult
 * @param {string[]} words
 * @returns {{ passed: boolean, failedFiles: FileResult[] }}
 */
function runJest(words) {
  const outputFile = join(folder, 'results.json');
  rmSync(outputFile, { force: true });
  const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', ...names, '--json', '--outputFile', outputFile];
  const { status } = spawnSync(process.execPath, [...jest, ...words], { stdio: 'inherit' });
  return { passed: status === 0, failedFiles: failedFilesOf(outputFile) };
}

/** @param {string} outputFile */
function failedFilesOf(outputFile) {
  try {
    /** @type {{ testResults: FileResult[] }} */
    const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8'));
    return testResults.filter(({ status }) => status === 'failed');
  } catch {
    // Jest itself failed, and has printed why.
    return [];
  }
}

/** @param {FileResult} result */
function failedTestsOf({ name, assertionResults }) {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return failed.length > 0 ? failed.map(({ fullName }) => `${file} › ${fullName}`) : [`${file} › the file itself`];
}

const first = runJest(args);
if (!first.passed) {
  const { failedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > MAX_REPEATED_FILES) process.exit(1);
  /** @type {string[]} */
  const unsteady = [];
  let failsAgain = false;
  for (const result of failedFiles) {
    process.stderr.write(`\nRunning again, alone: ${relative(process.cwd(), result.name)}\n`);
    if (runJest(['--runInBand', '--runTestsByPath', result.name]).passed) unsteady.push(...failedTestsOf(result));
    else failsAgain = true;
  }
  reportUnsteady(unsteady);
  if (failsAgain) process.exit(1);
}
