import type { Event } from '../../platform/events/event.entity.js';
import { messagesOf as draftsOf, type Surroundings } from './messages.js';

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

const FOUND: Surroundings = {
  productId: 'p',
  productSlug: 'web-shop',
  record: { number: 3, title: 'No alt text' },
  url: 'https://curbcut.example/v1/organizations/o/products/web-shop/issues/3',
  consoleUrl: null,
};
const WHERE = { record: FOUND.record, url: FOUND.url, consoleUrl: null };

const messagesOf = (...of: Parameters<typeof draftsOf>) =>
  draftsOf(...of).map(({ type, timestamp, dataOf }) => ({ type, timestamp, data: dataOf(FOUND) }));

test('an event is one message with everything about it, the record and where it is', () => {
  expect(messagesOf(event({}))).toEqual([
    {
      type: 'issue.updated',
      timestamp: '2026-11-21T12:00:00.000Z',
      data: {
        id: 'e',
        organizationId: 'o',
        productId: 'p',
        productSlug: 'web-shop',
        actor: { kind: 'user', id: 'u', name: 'Ada' },
        subject: { kind: 'issue', id: 's', number: 3, title: 'No alt text' },
        changes: [{ field: 'state', from: 'open', to: 'closed' }],
        ...WHERE,
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
      data: {
        ...{ organizationId: 'o', productId: 'p', productSlug: 'web-shop', line: { id: 's', ...line } },
        ...{ count: 1, findingIds: ['a'], url: FOUND.url, consoleUrl: null },
      },
    },
  ]);
  expect(messagesOf(event({ ...ended, changes: changes.slice(0, 1) }))).toHaveLength(1);
});

test('each issue that was made with something else is a message of its own, by the same event', () => {
  const drafts = draftsOf(event({ type: 'finding.bulk_confirmed', subjectId: null }), ['a', 'b']);
  expect(drafts.map(({ type, part, eventId, subject }) => [type, part, eventId, subject.id])).toEqual([
    ['finding.bulk_confirmed', 0, 'e', null],
    ['issue.created', 1, 'e', 'a'],
    ['issue.created', 2, 'e', 'b'],
  ]);
  expect(drafts[1]!.dataOf(FOUND)).toEqual({
    ...{ id: 'e', organizationId: 'o', productId: 'p', productSlug: 'web-shop' },
    ...{ actor: { kind: 'user', id: 'u', name: 'Ada' }, changes: [] },
    ...{ subject: { kind: 'issue', id: 'a', number: 3, title: 'No alt text' }, ...WHERE },
  });
});

test('the event of an issue tells of it once', () => {
  expect(draftsOf(event({ type: 'issue.created' }), ['s'])).toHaveLength(1);
});

test.each(['session.ended', 'user.signed_in', 'webhook.created', 'product.pinned'] as const)(
  '%s is nobody else’s news',
  (type) => {
    expect(messagesOf(event({ type }))).toEqual([]);
  },
);
