import type { Event } from '../events/event.entity.js';
import { messagesOf } from './messages.js';

const event = (over: Partial<Event>): Event => ({
  id: 'e',
  organizationId: 'o',
  position: '1',
  productId: 'p',
  at: new Date('2026-11-21T12:00:00Z'),
  actorKind: 'user',
  actorId: 'u',
  actorName: 'Ada',
  type: 'issue.updated',
  accountId: null,
  address: null,
  userAgent: null,
  keptUntil: null,
  subjectKind: 'issue',
  subjectId: 's',
  subjectNumber: 3,
  subjectTitle: 'No alt text',
  changes: [{ field: 'state', from: 'open', to: 'closed' }],
  requestId: 'r',
  ...over,
});

test('an event is one message with everything about it', () => {
  expect(messagesOf(event({}))).toEqual([
    {
      type: 'issue.updated',
      timestamp: '2026-11-21T12:00:00.000Z',
      data: {
        id: 'e',
        organizationId: 'o',
        productId: 'p',
        actor: { kind: 'user', id: 'u', name: 'Ada' },
        subject: { kind: 'issue', id: 's', number: 3, title: 'No alt text' },
        changes: [{ field: 'state', from: 'open', to: 'closed' }],
      },
    },
  ]);
});

test('a run also tells the news about findings, each kind with its count and the first ids', () => {
  const changes = [
    { field: 'findings', from: null, to: {} },
    { field: 'raised', from: null, to: { count: 2, ids: ['a', 'b'] } },
    { field: 'resolved', from: null, to: { count: 1, ids: ['c'] } },
  ];
  const [, ...news] = messagesOf(event({ type: 'test_activity.ingested', changes }));
  expect(news.map(({ type, data }) => [type, data])).toEqual([
    [
      'findings.raised',
      expect.objectContaining({ count: 2, findingIds: ['a', 'b'], testActivity: { id: 's', number: 3 } }),
    ],
    ['findings.resolved', expect.objectContaining({ count: 1, findingIds: ['c'] })],
  ]);
});

test('a run of a proposal tells what it raised first', () => {
  const changes = [{ field: 'proposed', from: null, to: { count: 1, ids: ['a'] } }];
  const [, ...news] = messagesOf(event({ type: 'test_activity.ingested', changes }));
  expect(news.map(({ type, data }) => [type, data])).toEqual([
    [
      'findings.proposed',
      expect.objectContaining({ count: 1, findingIds: ['a'], testActivity: { id: 's', number: 3 } }),
    ],
  ]);
});

test('the end of a line tells what it resolved, with the line in place of a run', () => {
  const line = { kind: 'main', name: 'staging', tool: 'axe-core' };
  const changes = [
    { field: 'line', from: null, to: line },
    { field: 'resolved', from: null, to: { count: 1, ids: ['a'] } },
  ];
  const ended = { type: 'line.ended', subjectKind: 'line', subjectNumber: null, subjectTitle: 'staging' } as const;
  const [itself, ...news] = messagesOf(event({ ...ended, changes }));
  expect(itself!.type).toBe('line.ended');
  expect(news).toEqual([
    {
      type: 'findings.resolved',
      timestamp: '2026-11-21T12:00:00.000Z',
      data: { organizationId: 'o', productId: 'p', line: { id: 's', ...line }, count: 1, findingIds: ['a'] },
    },
  ]);
  expect(messagesOf(event({ ...ended, changes: changes.slice(0, 1) }))).toHaveLength(1);
});

test.each(['session.ended', 'user.signed_in', 'webhook.created', 'product.pinned'] as const)(
  '%s is nobody else’s news',
  (type) => {
    expect(messagesOf(event({ type }))).toEqual([]);
  },
);
