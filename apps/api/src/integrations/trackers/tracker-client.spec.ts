import { readAnswer } from './tracker-client.js';
import { TrackerFault } from './tracker-fault.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const answered = (status: number, headers: Record<string, string> = {}, body = '{}') => {
  try {
    return readAnswer({ status, headers, body: Buffer.from(body) }, NOW);
  } catch (error) {
    if (error instanceof TrackerFault) return [error.problem, error.retryAt?.toISOString()];
    throw error;
  }
};

test('what is there is read, and what is not there is no fault by itself', () => {
  expect(answered(200, {}, '{"id":1}')).toEqual({ status: 200, json: { id: 1 } });
  expect(answered(204, {}, '')).toEqual({ status: 204, json: undefined });
  expect(answered(404)).toEqual({ status: 404, json: undefined });
  expect(answered(410)).toEqual({ status: 410, json: undefined });
});

test.each([
  [401, {}, ['unauthorized', undefined]],
  [403, {}, ['forbidden', undefined]],
  [422, {}, ['rejected', undefined]],
  [502, {}, ['unreachable', undefined]],
  [302, { location: 'https://elsewhere.example/' }, ['unexpected_answer', undefined]],
  // GitHub's primary limit, and its secondary one.
  [
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767226200' },
    ['rate_limited', '2026-01-01T00:10:00.000Z'],
  ],
  [403, { 'retry-after': '60' }, ['rate_limited', '2026-01-01T00:01:00.000Z']],
  [403, { 'x-ratelimit-remaining': '4999', 'x-ratelimit-reset': '1767226200' }, ['forbidden', undefined]],
  // GitLab's.
  [429, { 'ratelimit-remaining': '0', 'ratelimit-reset': '1767225630' }, ['rate_limited', '2026-01-01T00:00:30.000Z']],
  [429, { 'retry-after': 'Thu, 01 Jan 2026 00:02:00 GMT' }, ['rate_limited', '2026-01-01T00:02:00.000Z']],
  [429, {}, ['rate_limited', '2026-01-01T00:01:00.000Z']],
  // Nobody is waited for longer than an hour, nor asked again at once.
  [429, { 'retry-after': '999999' }, ['rate_limited', '2026-01-01T01:00:00.000Z']],
  [429, { 'retry-after': '0' }, ['rate_limited', '2026-01-01T00:00:01.000Z']],
  [429, { 'retry-after': 'soon' }, ['rate_limited', '2026-01-01T00:01:00.000Z']],
])('%i with %j is %j', (status, headers, fault) => {
  expect(answered(status, headers as Record<string, string>)).toEqual(fault);
});

test('an answer that is no JSON is unexpected, and nothing of it is kept', () => {
  expect(answered(200, {}, '<html>secret</html>')).toEqual(['unexpected_answer', undefined]);
  expect(new TrackerFault('unexpected_answer', 200).message).not.toContain('secret');
});
