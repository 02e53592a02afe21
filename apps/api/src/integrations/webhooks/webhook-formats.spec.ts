import { bodyOf } from './webhook-formats.js';
import type { WebhookFormat } from './webhook.entity.js';

const HOSTILE =
  '<!channel> @channel @all **bold** [Curbcut](https://evil.example) <https://evil.example|Curbcut> www.evil.example ' +
  '`code` ~~gone~~ {{DATE(2026-01-01T00:00:00Z)}} \u202egnp.exe\r\n# Heading & more';

const message = (data: object, type = 'issue.updated'): string =>
  JSON.stringify({ type, timestamp: '2026-01-01T00:00:00.000Z', sequence: 1, data });
const issue = (title: string, changes: object[] = []): string =>
  message({
    ...{ productSlug: 'shop', actor: { kind: 'user', id: null, name: 'Ada' }, changes },
    ...{ subject: { kind: 'issue', id: null, number: 12, title } },
    ...{ url: 'https://a.example/v1', consoleUrl: 'https://a.example/o/x/p/shop/issues/12?a=1&b=|' },
  });
/* eslint-disable @typescript-eslint/no-explicit-any */
const written = (format: WebhookFormat, payload: string): any => JSON.parse(bodyOf(format, payload));
const changes = (count: number, length = 150) =>
  Array.from({ length: count }, (_, i) => ({ field: `field${i}`, from: null, to: '&'.repeat(length) }));

test('programs get the message as it is', () => {
  expect(bodyOf('standard', issue(HOSTILE))).toBe(issue(HOSTILE));
});

test('Slack is told with a link; a title mentions nobody, links nowhere and begins no line', () => {
  const { blocks, text } = written('slack', issue(HOSTILE, [{ field: 'severity', from: 'low', to: 'high' }]));
  const [head, lines, context] = blocks;
  const begins = '<https://a.example/o/x/p/shop/issues/12?a=1&amp;b=%7C|Issue updated: #12 &lt;!channel&gt; @channel';
  expect(head.text.text.startsWith(begins)).toBe(true);
  expect(head.text.text.slice(1, -1)).not.toMatch(/[<>\n\u202e]/);
  expect(text).not.toMatch(/[<>]/);
  expect(lines.text).toEqual({ type: 'mrkdwn', text: 'severity: low → high', verbatim: true });
  expect(context.elements[0].text).toBe('Curbcut · shop · Ada');
  expect(blocks.every((block: any) => (block.text ?? block.elements[0]).verbatim)).toBe(true);
});

test('Slack gets at most 50 blocks and 3,000 characters a section, and how much is left out', () => {
  const { blocks } = written('slack', issue('x', changes(1_000)));
  expect(blocks).toHaveLength(50);
  const texts: string[] = blocks.map((block: any) => (block.text ?? block.elements[0]).text);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(3_000);
  const shown = texts.slice(1, -1).join('\n').split('\n');
  expect(shown.at(-1)).toBe(`and ${1_000 - (shown.length - 1)} more`);
  expect(written('slack', issue('x', changes(3))).blocks[1].text.text.split('\n')).toHaveLength(3);
});

test('Teams gets texts that nothing is read from, and a link to press', () => {
  const { content, contentType } = written('teams', issue(HOSTILE)).attachments[0];
  expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
  expect(content.body.map(({ type }: any) => type)).toEqual(['RichTextBlock', 'RichTextBlock']);
  expect(content.body[0].inlines[0].text).not.toMatch(/\{\{|[\n\u202e]/);
  expect(content.body[0].inlines[0].text).toContain('[Curbcut](https://evil.example)');
  const url = 'https://a.example/o/x/p/shop/issues/12?a=1&b=|';
  expect(content.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open in Curbcut', url }]);
});

test('Teams gets at most 28 kB, also of characters that take several bytes', () => {
  const long = Array.from({ length: 500 }, (_, i) => ({ field: `field${i}`, from: null, to: '😀"'.repeat(80) }));
  const body = bodyOf('teams', issue('x', long));
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(28_000);
  expect(Buffer.byteLength(body)).toBeGreaterThan(26_000);
  const shown = JSON.parse(body).attachments[0].content.body.slice(1, -1);
  expect(shown.at(-1).inlines[0].text).toBe(`and ${500 - (shown.length - 1)} more`);
});

test('Mattermost gets Markdown in which a title is only text', () => {
  const { text } = written('mattermost', issue(HOSTILE));
  const [head, context] = text.split('\n');
  expect(context).toBe('Curbcut · shop · Ada');
  expect(head.startsWith(String.raw`**[Issue updated\: \#12 \<\!channel\> `)).toBe(true);
  expect(head.endsWith('](<https://a.example/o/x/p/shop/issues/12?a=1&b=|>)**')).toBe(true);
  expect(text).not.toMatch(/@(channel|all)|www\\\.|[^\\]`|\\:\\\/\\\/|\u202e/);
  expect(text).toContain(String.raw`\*\*bold\*\* \[Curbcut\]\(https`);
});

test('Mattermost gets at most 16,383 characters, and how much is left out', () => {
  const { text } = written('mattermost', issue('x', changes(1_000)));
  expect(text.length).toBeLessThanOrEqual(16_383);
  expect(text.length).toBeGreaterThan(15_900);
  const shown = text.split('\n').slice(1, -1);
  expect(shown.at(-1)).toBe(`- and ${1_000 - (shown.length - 1)} more`);
});

test.each([
  [
    'findings.raised',
    { productSlug: 'shop', testActivity: { number: 4 }, count: 3 },
    '3 findings raised: test activity #4',
  ],
  ['findings.resolved', { productSlug: 'shop', line: { name: 'main' }, count: 1 }, '1 finding resolved: line main'],
  ['webhook.test', { organizationId: 'x', webhookId: 'y' }, 'This is a test message of Curbcut'],
  ['audit.outcomes_changed', { subject: { number: null, title: null } }, 'Audit outcomes changed'],
])('of %s a chat is told in words', (type, data, heading) => {
  expect(written('slack', message(data, type)).text).toBe(heading);
});

test('values of changes are cut, lists counted, and what is gone is none', () => {
  const changes = [
    { field: 'title', from: 'x'.repeat(300), to: '' },
    { field: 'ids', from: null, to: Array.from({ length: 100 }, (_, i) => i) },
    { field: 'dueAt', from: '2026-01-01', to: null },
    { field: 'line', from: null, to: { kind: 'main' } },
  ];
  const lines = written('teams', issue('x', changes)).attachments[0].content.body.slice(1, -1);
  expect(lines.map(({ inlines }: any) => inlines[0].text)).toEqual([
    `title: ${'x'.repeat(199)}… → `,
    'ids: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 90 more',
    'dueAt: 2026-01-01 → none',
    'line: {"kind":"main"}',
  ]);
});
