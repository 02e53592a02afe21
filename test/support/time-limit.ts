/**
 * Lets `npm test` fail where a test file has grown slow: where its tests, with what is done before each, take ten
 * seconds of the processor, or a minute by the clock. What many files share is left out: loading modules, the start of
 * the service, the checks after each test. Such a file is made quicker, or named `*.slow.test.ts`, which `npm test`
 * leaves out.
 *
 * The limit for new files is five seconds on two idle cores (CONTRIBUTING.md). This one is twice that and counts the
 * time of the processor, so that other programs and a slow machine fail nothing. Waiting takes none of it; the minute
 * is for what only waits.
 */
const PROCESSOR_SECONDS = 10;
const SECONDS = 60;

let processor = 0;
let clock = 0;
let began: { used: NodeJS.CpuUsage; at: number };

beforeEach(() => void (began = { used: process.cpuUsage(), at: performance.now() }));
afterEach(() => {
  const { user, system } = process.cpuUsage(began.used);
  processor += (user + system) / 1e6;
  clock += (performance.now() - began.at) / 1e3;
});
afterAll(() => {
  if (processor < PROCESSOR_SECONDS && clock < SECONDS) return;
  throw new Error(
    `The tests of this file took ${processor.toFixed(0)} s of the processor and ${clock.toFixed(0)} s by the clock; at most ${PROCESSOR_SECONDS} and ` +
      `${SECONDS} are allowed. Make it quicker, or name it *.slow.test.ts.`,
  );
});
