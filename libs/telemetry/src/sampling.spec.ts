import { isRecorded } from './sampling.js';

test.each([
  // A stranger decides nothing.
  { trustsCallers: false, ratio: 1, caller: false, random: 0.99, recorded: true },
  { trustsCallers: false, ratio: 0.1, caller: true, random: 0.5, recorded: false },
  { trustsCallers: false, ratio: 0.1, caller: undefined, random: 0.05, recorded: true },
  { trustsCallers: false, ratio: 0, caller: true, random: 0, recorded: false },
  // Who is trusted decides, where it says anything.
  { trustsCallers: true, ratio: 0, caller: true, random: 0.5, recorded: true },
  { trustsCallers: true, ratio: 1, caller: false, random: 0.5, recorded: false },
  { trustsCallers: true, ratio: 0.1, caller: undefined, random: 0.5, recorded: false },
])('%o', ({ trustsCallers, ratio, caller, random, recorded }) => {
  expect(isRecorded({ trustsCallers, ratio }, caller, random)).toBe(recorded);
});
