import type { TrackerConnection } from '@curbcut/client';
import { bodyOf, NEW, newBodyOf, valuesOf } from './values';

const CONNECTION = {
  name: 'Shop',
  issueType: 'Bug',
  states: { here: { open: 'To Do', closed: null }, there: [{ name: 'Won’t fix', state: 'closed' }] },
  labels: ['accessibility', 'web'],
  severities: { high: 'urgent', medium: null, low: null },
  priorities: { critical: null, high: null, medium: null, low: null },
  template: { title: '[A11y] {title}', text: null },
  people: [{ userId: 'u', account: 'ada' }],
  push: { by: 'rule', minSeverity: 'medium' },
  follow: ['state'],
  whenClosedThere: 'retest',
  reopenThere: true,
} as const;

const PLAIN = { hasTypes: false, hasEmail: false };

test('a connection that nobody changed is sent as it is, without secrets', () => {
  expect(bodyOf(valuesOf(CONNECTION as unknown as TrackerConnection))).toEqual(CONNECTION);
});

test('what was not changed is left out, and empty labels stand for none', () => {
  expect(bodyOf({ labels: ' , one,two ', severities: { high: ' ', medium: 'm', low: '' } })).toEqual({
    labels: ['one', 'two'],
    severities: { high: null, medium: 'm', low: null },
  });
  expect(bodyOf({})).toEqual({});
});

test('secrets that were typed are sent', () => {
  expect(bodyOf({ token: ' t ', webhookSecret: 'sixteen or longer' })).toEqual({
    credentials: { token: 't' },
    webhookSecret: 'sixteen or longer',
  });
});

test('a new connection names its project, and its server where that is its own', () => {
  const body = newBodyOf({ ...NEW, name: ' Shop ', project: 'a/b', token: 't', email: 'ada@example.org' }, PLAIN);
  expect(body).toMatchObject({ kind: 'github', name: 'Shop', project: 'a/b', credentials: { token: 't' } });
  expect(body).not.toHaveProperty('url');
  expect(body).not.toHaveProperty('states');
  expect(newBodyOf({ ...NEW, url: 'https://git.example.org' }, PLAIN)).toHaveProperty('url', 'https://git.example.org');
});

test('where issues have types, and tokens an address, a new connection says both', () => {
  const values = { ...NEW, kind: 'jira' as const, token: 't', email: ' ada@example.org ', issueType: 'Bug' };
  expect(newBodyOf(values, { hasTypes: true, hasEmail: true })).toMatchObject({
    issueType: 'Bug',
    states: { here: { open: null, closed: null }, there: [] },
    credentials: { token: 't', email: 'ada@example.org' },
  });
});
