import { requireBelowLimit } from './record-limits.js';
import { readSettings } from './settings.js';

const settings = readSettings({ LIMIT_TEAMS: '2', LIMIT_AREAS: '0' });

test('there may be as many records as the limit says, and not one more', () => {
  expect(() => requireBelowLimit(settings, 'teams', 1)).not.toThrow();
  expect(() => requireBelowLimit(settings, 'teams', 0, 2)).not.toThrow();
  expect(() => requireBelowLimit(settings, 'teams', 2)).toThrow('The limit of 2 teams of an organization is reached');
  expect(() => requireBelowLimit(settings, 'teams', 1, 2)).toThrow();
});

test('the limit 0 means that there is none', () => {
  expect(() => requireBelowLimit(settings, 'areas', 1_000_000)).not.toThrow();
});
