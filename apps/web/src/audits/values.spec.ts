import type { Audit } from '@curbcut/client';
import { bodyOf, valuesOf } from './values';

const audit = {
  title: null,
  type: 'full',
  startedAt: '2026-03-01T09:00:00.000Z',
  completedAt: null,
  dueAt: null,
  evaluators: [
    { userId: 'ada', name: 'Ada' },
    { userId: null, name: 'An agency' },
  ],
  baseline: [{ browser: 'Firefox', assistiveTechnology: null }],
} as unknown as Audit;

describe('an audit in its form', () => {
  const values = valuesOf(audit);

  it('sends nothing of what nobody changed', () => expect(bodyOf({}, values)).toEqual({}));

  it('sends all evaluators where one group of them changed, and no empty one', () => {
    const { evaluators } = bodyOf({ others: [{ name: ' ' }, { name: 'Grace' }] }, values);
    expect(evaluators).toEqual([{ userId: 'ada' }, { name: 'Grace' }]);
  });

  it('sends null for what was emptied, and leaves empty rows out', () => {
    expect(bodyOf({ title: '', dueAt: '', method: '' }, values)).toEqual({ title: null, dueAt: null, method: null });
    const baseline = [
      { browser: '', assistiveTechnology: '' },
      { browser: 'Safari', assistiveTechnology: 'VoiceOver' },
    ];
    expect(bodyOf({ baseline }, values).baseline).toEqual([{ browser: 'Safari', assistiveTechnology: 'VoiceOver' }]);
  });

  it('sends the day that was chosen', () => {
    expect(bodyOf({ dueAt: '2026-12-24' }, values).dueAt).toMatch(/^2026-12-24T/);
  });
});
