/** Whether all tests of the console run, in each language, by mouse and keyboard: `CONSOLE_TESTS=all`. */
export const RUNS_ALL = process.env['CONSOLE_TESTS'] === 'all';

const files = (/** @type {string[]} */ ...names) => names.map((name) => `${name}.test.ts`);

/** Files without a journey. They try views under bad conditions or in detail, and take most of the time. */
export const ONLY_AT_NIGHT = files(
  ...['activity', 'adversity', 'hostile', 'narrow', 'screen-reader'],
  ...['search', 'states', 'sweep', 'tasks', 'trouble'],
);

/** Files of which a landing runs all tests. It runs the journeys of the other files. */
export const WHOLE = files('bytes', 'grid', 'journeys', 'lists', 'menu', 'overview', 'triage-focus');

/** Somebody's way through a task, in the one form that a landing runs. */
export const JOURNEY = /by mouse, in en/;
