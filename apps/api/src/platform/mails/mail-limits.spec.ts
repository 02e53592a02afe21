import { maySendNow, nextSendTime, quotaOf } from './mail-limits.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ago = (ms: number, network: string | null = null) => ({ dueAt: new Date(NOW - ms), network });
const many = (count: number, ms: number, network: string | null = null) =>
  Array.from({ length: count }, () => ago(ms, network));
const quota = quotaOf(5);

test('a recipient gets five mails an hour and twenty a day, of which one network can cause three and eight', () => {
  expect(quota).toEqual({ hour: 5, day: 20, networkHour: 3, networkDay: 8 });
  expect(quotaOf(1)).toEqual({ hour: 1, day: 4, networkHour: 1, networkDay: 1 });
});

test.each([
  ['nothing was sent', [], true],
  ['four others went out', many(4, MINUTE, 'b'), true],
  ['five went out within the hour', many(5, 59 * MINUTE, 'b'), false],
  ['five went out just before the hour', [...many(5, HOUR, 'b'), ago(MINUTE, 'b')], true],
  ['this network took three of the hour', many(3, MINUTE, 'a'), false],
  ['this network took eight of the day', [...many(7, 2 * HOUR, 'a'), ago(MINUTE, 'a')], false],
  ['another network took them', [...many(7, 2 * HOUR, 'b'), ago(MINUTE, 'a')], true],
  ['twenty went out within the day', [...many(19, 2 * HOUR, 'b'), ago(MINUTE, 'b')], false],
  ['twenty went out within the day, and none within the hour', many(20, 2 * HOUR, 'a'), true],
])('whether one more goes out when %s', (_when, sent, allowed) => {
  expect(maySendNow(sent, { network: 'a', isOwn: true }, quota, NOW)).toBe(allowed);
});

test('the last mail of an hour is for a network of the recipient’s own, however many others ask', () => {
  const others = many(4, MINUTE, 'b');
  expect(maySendNow(others, { network: 'c', isOwn: false }, quota, NOW)).toBe(false);
  expect(maySendNow(others.slice(1), { network: 'c', isOwn: false }, quota, NOW)).toBe(true);
  expect(maySendNow(others, { network: 'c', isOwn: true }, quota, NOW)).toBe(true);
});

test.each([
  ['nothing', [], 0],
  ['four of this hour', many(4, MINUTE), 0],
  ['five of this hour', many(5, 20 * MINUTE), 40 * MINUTE],
  ['what waits already', [...many(5, 20 * MINUTE), ...many(5, -40 * MINUTE)], 100 * MINUTE],
  ['twenty of the day', many(20, 2 * HOUR), 22 * HOUR],
])('one more waits after %s', (_what, sent, wait) => {
  expect(nextSendTime(sent, quota, NOW) - NOW).toBe(wait);
});
