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
  const values = valuesOf(audit, 'UTC');

  it('sends nothing of what nobody changed', () => expect(bodyOf({}, values, 'UTC')).toEqual({}));

  it('sends all evaluators where one group of them changed, and no empty one', () => {
    const { evaluators } = bodyOf({ others: [{ name: ' ' }, { name: 'Grace' }] }, values, 'UTC');
    expect(evaluators).toEqual([{ userId: 'ada' }, { name: 'Grace' }]);
  });

  it('sends null for what was emptied, and leaves empty rows out', () => {
    expect(bodyOf({ title: '', dueAt: '', method: '' }, values, 'UTC')).toEqual({
      title: null,
      dueAt: null,
      method: null,
    });
    const baseline = [
      { browser: '', assistiveTechnology: '' },
      { browser: 'Safari', assistiveTechnology: 'VoiceOver' },
    ];
    expect(bodyOf({ baseline }, values, 'UTC').baseline).toEqual([
      { browser: 'Safari', assistiveTechnology: 'VoiceOver' },
    ]);
  });

  it('sends the day that was chosen', () => {
    expect(bodyOf({ dueAt: '2026-12-24' }, values, 'UTC').dueAt).toBe('2026-12-24');
    expect(bodyOf({ startedAt: '2026-01-02' }, values, 'Pacific/Auckland').startedAt).toBe('2026-01-02T00:00:00.000Z');
  });

  it('shows the days of the organization', () => {
    const dueAt = '2026-03-28T10:59:59.999Z';
    expect(valuesOf({ ...audit, dueAt }, 'Pacific/Auckland').dueAt).toBe('2026-03-28');
  });
});
