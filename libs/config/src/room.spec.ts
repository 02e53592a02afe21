import { requireRoom } from './room.js';
import { readSettings } from './settings.js';

const settings = readSettings({ LIMIT_TEAMS: '2', LIMIT_AREAS: '0' });

test('there may be as many as the limit says, and not one more', () => {
  expect(() => requireRoom(settings, 'teams', 1)).not.toThrow();
  expect(() => requireRoom(settings, 'teams', 0, 2)).not.toThrow();
  expect(() => requireRoom(settings, 'teams', 2)).toThrow('There may be 2 teams of an organization (LIMIT_TEAMS)');
  expect(() => requireRoom(settings, 'teams', 1, 2)).toThrow();
});

test('0 is no limit', () => {
  expect(() => requireRoom(settings, 'areas', 1_000_000)).not.toThrow();
});
