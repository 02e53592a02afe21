/**
 * The day on which tests run. The clock of a test process is put back by a fixed span, so that a run begins on `TODAY` and
 * time goes on from there as it does everywhere; the databases of tests go by the same clock (test/support/database.ts).
 * `TEST_TODAY` is another day, or `random`. Programs that a test starts have the machine's clock.
 */
const TODAY = '2026-03-11T12:00:00Z';
/** How far the clock is behind, from the process that reads jest.config.mjs to those that run the tests. */
const BEHIND = 'CURBCUT_TEST_CLOCK_BEHIND_MS';
const IS_PUT_BACK = Symbol.for('curbcut.clockBehindMs');

const YEARS_3 = 3 * 366 * 24 * 3600 * 1000;

/** When a run begins: said once, by its first process. */
function begin() {
  // The machines of a cluster have a clock of their own.
  if (process.env[BEHIND] !== undefined || process.env.CITUS_NODES) return;
  const said = process.env.TEST_TODAY ?? TODAY;
  const start = said === 'random' ? Date.parse(TODAY) + Math.floor(Math.random() * YEARS_3) : Date.parse(said);
  if (said !== TODAY) process.stderr.write(`For these tests it is TEST_TODAY=${new Date(start).toISOString()}\n`);
  process.env[BEHIND] = String(Date.now() - start);
}

/** Puts the clock of this process back. */
function putBack() {
  const behindMs = Number(process.env[BEHIND] ?? 0);
  if (!behindMs || IS_PUT_BACK in Date) return;
  const RealDate = Date;
  const { now } = RealDate;
  RealDate.now = () => now() - behindMs;
  Object.defineProperty(RealDate, IS_PUT_BACK, { value: behindMs });
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [target.now()] : values, newTarget),
    apply: (target) => new target(target.now()).toString(),
  });
}

module.exports = { begin, putBack };
