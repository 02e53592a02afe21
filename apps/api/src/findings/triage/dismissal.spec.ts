import { dismissalOf } from './dismissal.js';

const until = new Date('2030-03-28T23:59:59.999Z');
const dismissed = {
  status: 'dismissed',
  dismissalComment: 'A vendor mends it',
  dismissedUntil: until,
  duplicateOfId: 'original',
} as const;

test('a dismissal that holds keeps what a new reason leaves out', () => {
  expect(dismissalOf(dismissed, { reason: 'third_party' })).toEqual({
    dismissalReason: 'third_party',
    dismissalComment: 'A vendor mends it',
    dismissedUntil: until,
    duplicateOfId: null,
  });
  expect(dismissalOf(dismissed, { reason: 'duplicate' }).duplicateOfId).toBe('original');
});

test('null takes away, and what is said counts', () => {
  const none = { dismissalReason: 'duplicate', dismissalComment: null, dismissedUntil: null, duplicateOfId: null };
  expect(dismissalOf(dismissed, { reason: 'duplicate', comment: null, until: null, duplicateOfId: null })).toEqual(
    none,
  );
  const later = new Date('2031-01-01T00:00:00Z');
  expect(dismissalOf(dismissed, { reason: 'accepted', comment: 'Known', until: later })).toMatchObject({
    dismissalComment: 'Known',
    dismissedUntil: later,
  });
});

test.each(['pending', 'confirmed', 'resolved'] as const)(
  'nothing is left of a dismissal where a finding is %s',
  (status) => {
    expect(dismissalOf({ ...dismissed, status }, { reason: 'accepted' })).toEqual({
      dismissalReason: 'accepted',
      dismissalComment: null,
      dismissedUntil: null,
      duplicateOfId: null,
    });
  },
);
