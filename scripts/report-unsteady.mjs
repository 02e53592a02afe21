import { appendFileSync } from 'node:fs';

/**
 * Prints tests that failed once and passed when they ran again. `.ci/run` repeats them at its end, from the file that
 * it names in `UNSTEADY_FILE`.
 * @param {string[]} tests as `<file> › <test>`
 */
export function reportUnsteady(tests) {
  for (const test of tests) {
    process.stdout.write(`unsteady: ${test}\n`);
    if (process.env['UNSTEADY_FILE']) appendFileSync(process.env['UNSTEADY_FILE'], `unsteady: ${test}\n`);
  }
}
