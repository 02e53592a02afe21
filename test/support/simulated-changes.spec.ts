import { draw } from './dice.js';
import { judge } from './simulated-changes.js';

test('of 20,000 changes of pages, hardly any is judged wrongly by fingerprints: what is replaced by its equal, or moved and edited at once', async () => {
  const { bySelector, byFingerprint } = await judge(20_000, draw);
  expect(bySelector.falselyRed).toBeGreaterThan(0.2);
  expect(byFingerprint.falselyRed).toBeLessThan(0.006);
  expect(byFingerprint.falselyGreen).toBeLessThan(0.012);
});
