import { deprecationHeaders, goesTooSoon } from './deprecation.js';

const instead = 'GET /v1/organizations/{orgId}/issues';

test('the headers say since when, and from when on it may be gone', () => {
  expect(deprecationHeaders({ since: '2027-01-01', sunset: '2028-01-01', instead })).toEqual({
    Deprecation: '@1798761600',
    Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  });
});

test.each([
  ['2027-01-01', '2028-01-01', false],
  ['2027-01-01', '2027-12-31', true],
  ['2027-01-01', 'later', true],
])('what is deprecated on %s and goes on %s: too soon is %p', (since, sunset, tooSoon) => {
  expect(goesTooSoon({ since, sunset, instead })).toBe(tooSoon);
});
