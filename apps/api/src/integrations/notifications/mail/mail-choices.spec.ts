import { choiceOf, mailMoment } from './mail-choices.js';

test.each([
  ['now', 8, 'UTC', '2026-11-27T10:30:00Z', '2026-11-27T10:30:00.000Z'],
  ['never', 8, 'UTC', '2026-11-27T10:30:00Z', undefined],
  ['daily', 11, 'UTC', '2026-11-27T10:30:00Z', '2026-11-27T11:00:00.000Z'],
  ['daily', 10, 'UTC', '2026-11-27T10:30:00Z', '2026-11-28T10:00:00.000Z'],
  ['daily', 10, 'UTC', '2026-11-27T10:00:00Z', '2026-11-28T10:00:00.000Z'],
  ['daily', 0, 'UTC', '2026-11-27T10:00:00Z', '2026-11-28T00:00:00.000Z'],
  ['daily', 8, 'America/New_York', '2026-11-27T10:30:00Z', '2026-11-27T13:00:00.000Z'],
  // A Friday; the zone is half an hour off.
  ['weekly', 8, 'Asia/Kolkata', '2026-11-27T10:30:00Z', '2026-11-30T03:00:00.000Z'],
  ['weekly', 8, 'Europe/Berlin', '2026-11-30T07:00:00Z', '2026-12-07T07:00:00.000Z'],
  // The hour that this night skips.
  ['daily', 2, 'Europe/Berlin', '2026-03-29T00:00:00Z', '2026-03-30T00:00:00.000Z'],
] as const)('%s at %d in %s, seen from %s: %s', (choice, hour, zone, now, expected) => {
  expect(mailMoment(choice, hour, zone, new Date(now))?.toISOString()).toBe(expected);
});

test('what nobody has chosen is as usual, and an invitation has a mail of its own', () => {
  expect([choiceOf({}, 'mentioned'), choiceOf({}, 'invited'), choiceOf({ mentioned: 'weekly' }, 'mentioned')]).toEqual([
    'now',
    'never',
    'weekly',
  ]);
});
