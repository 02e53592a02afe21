/** Whether all tests of the console run, in each language, by mouse and keyboard: `CONSOLE_TESTS=all`. */
export const RUNS_ALL = process.env['CONSOLE_TESTS'] === 'all';

/** Files that try every view under bad conditions. They take most of the time. */
export const ONLY_AT_NIGHT = ['adversity', 'hostile', 'screen-reader', 'sweep', 'trouble'].map(
  (name) => `${name}.test.ts`,
);
