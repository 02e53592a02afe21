/**
 * What makes `npm test` fail where a test file has grown slow: its tests, with their own preparation and without what many files share (loading modules,
 * the start of the service, the checks after each test), take ten seconds of the processor, or a minute by the clock. Such a file is made quicker, or
 * named `*.slow.test.ts`, which `npm test` leaves out. From five seconds on two idle cores a file is called slow already; the difference, and that
 * the processor's time decides, keep it from failing where other programs run or the machine is slow. What only waits takes no such time: it has the minute.
 */
const PROCESSOR_SECONDS = 10;
const SECONDS = 60;

let processor = 0;
let clock = 0;
let began;

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
