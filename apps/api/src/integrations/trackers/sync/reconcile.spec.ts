import fc from 'fast-check';
import { FOLLOWED } from '../connections/tracker-connection.entity.js';
import type { SharedFields } from './tracker-link.entity.js';
import { reconcile } from './reconcile.js';

const FIELDS: SharedFields = { title: 'No name', state: 'open', assignee: null, dueAt: null };
const LAST = { ours: FIELDS, theirs: FIELDS };
const ours = (changed: Partial<SharedFields>) => ({ ours: { ...FIELDS, ...changed }, theirs: FIELDS });
const theirs = (changed: Partial<SharedFields>) => ({ ours: FIELDS, theirs: { ...FIELDS, ...changed } });

test('where nothing has changed, nothing follows', () => {
  expect(reconcile(LAST, LAST, FOLLOWED)).toEqual({ toThem: {}, toUs: {} });
});

test('one side has changed: the other follows, each field by itself', () => {
  expect(reconcile(LAST, ours({ title: 'Named', state: 'closed' }), FOLLOWED)).toEqual({
    toThem: { title: 'Named', state: 'closed' },
    toUs: {},
  });
  expect(reconcile(LAST, theirs({ assignee: 'ada', dueAt: '2026-12-01' }), FOLLOWED)).toEqual({
    toThem: {},
    toUs: { assignee: 'ada', dueAt: '2026-12-01' },
  });
  const mixed = { ours: { ...FIELDS, title: 'Ours' }, theirs: { ...FIELDS, state: 'closed' as const } };
  expect(reconcile(LAST, mixed, FOLLOWED)).toEqual({ toThem: { title: 'Ours' }, toUs: { state: 'closed' } });
});

test('both have changed: theirs holds; to the same value: nothing follows', () => {
  const both = { ours: { ...FIELDS, title: 'Ours' }, theirs: { ...FIELDS, title: 'Theirs' } };
  expect(reconcile(LAST, both, FOLLOWED)).toEqual({ toThem: {}, toUs: { title: 'Theirs' } });
  const same = { ours: { ...FIELDS, state: 'closed' as const }, theirs: { ...FIELDS, state: 'closed' as const } };
  expect(reconcile(LAST, same, FOLLOWED)).toEqual({ toThem: {}, toUs: {} });
});

test('what is not followed changes nothing here, and what changes here is written there all the same', () => {
  expect(reconcile(LAST, theirs({ title: 'Theirs', state: 'closed' }), ['state'])).toEqual({
    toThem: {},
    toUs: { state: 'closed' },
  });
  const both = { ours: { ...FIELDS, title: 'Ours' }, theirs: { ...FIELDS, title: 'Theirs' } };
  expect(reconcile(LAST, both, ['state'])).toEqual({ toThem: { title: 'Ours' }, toUs: {} });
});

test('a value that the tracker has cut is not sent back and forth', () => {
  const cut = { ours: { ...FIELDS, title: 'long'.repeat(100) }, theirs: { ...FIELDS, title: 'long' } };
  expect(reconcile(cut, cut, FOLLOWED)).toEqual({ toThem: {}, toUs: {} });
});

test('what somebody has decided holds, whichever side has changed and is followed', () => {
  const both = { ours: { ...FIELDS, title: 'Ours' }, theirs: { ...FIELDS, title: 'Theirs' } };
  expect(reconcile(both, both, FOLLOWED, { title: 'here' })).toEqual({ toThem: { title: 'Ours' }, toUs: {} });
  expect(reconcile(LAST, both, [], { title: 'there' })).toEqual({ toThem: {}, toUs: { title: 'Theirs' } });
  expect(reconcile(LAST, LAST, FOLLOWED, { title: 'here' })).toEqual({ toThem: {}, toUs: {} });
});

const fields = fc.record({
  title: fc.constantFrom('a', 'b'),
  state: fc.constantFrom('open' as const, 'closed' as const),
  assignee: fc.constantFrom(null, 'ada'),
  dueAt: fc.constantFrom(null, '2026-12-01'),
});
const sides = fc.record({ ours: fields, theirs: fields });

test('after what follows is done both rest, whatever they had', () => {
  fc.assert(
    fc.property(sides, sides, fc.subarray([...FOLLOWED]), (last, now, followed) => {
      const { toThem, toUs } = reconcile(last, now, followed);
      expect(Object.keys(toThem).filter((field) => field in toUs)).toEqual([]);
      const after = { ours: { ...now.ours, ...toUs }, theirs: { ...now.theirs, ...toThem } };
      expect(reconcile(after, after, followed)).toEqual({ toThem: {}, toUs: {} });
      // Nor does it do harm to look at the same again, where what was found is not kept.
      expect(reconcile(last, after, followed).toThem).toEqual({});
    }),
  );
});
