import { doneAt, seenAt } from './leads-to';

const where = { org: 'acme', product: 'shop' };
const issue = (number: number) => ({ kind: 'issue' as const, number });

test.each([
  ['critical_issues', [issue(7)], '/o/acme/p/shop/issues/7', undefined],
  ['critical_issues', [issue(7), issue(9)], '/o/acme/p/shop/issues', { state: 'open', priority: 'critical' }],
  ['high_severity_issues', [], '/o/acme/p/shop/issues', { state: 'open', severity: 'high' }],
  ['no_recent_full_audit', [{ kind: 'audit', number: 3 }], '/o/acme/p/shop/audits/3', undefined],
  ['no_recent_full_audit', [], '/o/acme/p/shop/audits', undefined],
  ['untriaged_findings', [{ kind: 'finding', id: 'f' }], '/o/acme/p/shop/findings/f', undefined],
  ['automated_only', [], '/o/acme/p/shop/activity', undefined],
  ['nothing_in_scope', [], '/o/acme/p/shop/settings', undefined],
] as const)('the reason %s with %j leads to what is behind it', (code, refs, to, search) => {
  expect(seenAt({ code, refs: [...refs] }, where)).toEqual({ to, ...(search && { search }) });
});

test('what improves a Grade leads to where it is done', () => {
  expect(doneAt('triage_findings', where)).toEqual({ to: '/o/acme/p/shop/findings' });
  expect(doneAt('complete_full_audit', where)).toEqual({ to: '/o/acme/p/shop/audits' });
});
