// Compares openapi.json with that of the last release, and refuses what breaks clients unless
// docs/interface-changes.json announces it. Run: npm run interface [-- --changelog] --changelog prints every change by
// operation, for the notes of a release node scripts/check-interface.mjs <before> <after> <announced> compares these
// files
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { changesBetween, faultsOf } from './interface-changes.mjs';
import { previousRelease } from './previous-release.mjs';

const isChangelog = process.argv.includes('--changelog');
const [before, after = 'openapi.json', announced = 'docs/interface-changes.json'] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'));
/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

const former = before === undefined ? ofLastRelease() : read(before);
if (former === undefined) console.log('There is no release before this tree here to compare with.');
else if (isChangelog) tell(changesBetween(former, read(after)));
else check(changesBetween(former, read(after)), read(announced).changes);

/** @returns {any} */
function ofLastRelease() {
  const release = previousRelease();
  if (release === undefined) return undefined;
  return JSON.parse(execFileSync('git', ['show', `${release}:openapi.json`], { encoding: 'utf8', maxBuffer: 2 ** 26 }));
}

/** @param {ReturnType<typeof changesBetween>} changes */
function tell(changes) {
  for (const { where, what, breaks } of changes)
    console.log(`- \`${where}\`: ${what}${breaks ? ' **(breaks clients)**' : ''}`);
}

/** @param {ReturnType<typeof changesBetween>} changes @param {{ change: string, why: string }[]} announced */
function check(changes, announced) {
  const faults = faultsOf(changes, announced);
  if (faults.length === 0) return;
  for (const fault of faults) console.error(fault);
  console.error(
    'See docs/versioning.md: what breaks clients is deprecated first, or announced in docs/interface-changes.json.',
  );
  process.exitCode = 1;
}
