import { updateProgress, startProgress, type Progress } from './progress.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const EARLIER = new Date('2026-10-01T00:00:00Z');
const at = (status: Progress['status'], startedAt: Date | null, completedAt: Date | null): Progress => ({
  status,
  startedAt,
  completedAt,
});

test('a new audit is under way from now', () => {
  expect(startProgress('in_progress', NOW)).toEqual(at('in_progress', NOW, null));
});

test('an audit recorded as completed begins and ends now', () => {
  expect(startProgress('completed', NOW)).toEqual(at('completed', NOW, NOW));
});

test.each<[string, Progress, Partial<Progress>, Progress]>([
  [
    'completing sets completedAt',
    at('in_progress', EARLIER, null),
    { status: 'completed' },
    at('completed', EARLIER, NOW),
  ],
  [
    'completing again keeps completedAt',
    at('completed', EARLIER, EARLIER),
    { status: 'completed' },
    at('completed', EARLIER, EARLIER),
  ],
  [
    'a named completedAt wins',
    at('in_progress', EARLIER, null),
    { status: 'completed', completedAt: EARLIER },
    at('completed', EARLIER, EARLIER),
  ],
  [
    'working on it sets startedAt if unset',
    at('in_progress', null, null),
    { status: 'in_progress' },
    at('in_progress', NOW, null),
  ],
  [
    'reopening clears completedAt',
    at('completed', EARLIER, EARLIER),
    { status: 'in_progress' },
    at('in_progress', EARLIER, null),
  ],
  [
    'reopening keeps a completedAt that it names',
    at('completed', EARLIER, EARLIER),
    { status: 'in_progress', completedAt: NOW },
    at('in_progress', EARLIER, NOW),
  ],
  [
    'without a status only what is named changes',
    at('completed', EARLIER, EARLIER),
    { startedAt: null },
    at('completed', null, EARLIER),
  ],
])('%s', (_name, before, change, after) => {
  expect(updateProgress(before, change, NOW)).toEqual(after);
});
