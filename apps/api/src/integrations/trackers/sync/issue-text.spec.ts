import { bodyOfIssue, markerOf, plain, plainHtml, plainWiki, ratedThere } from './issue-text.js';

const WHERE = {
  ...{ url: 'https://curbcut.example/o/x/p/shop/issues/1', marker: markerOf('0198'), product: 'Shop', template: {} },
};
const ISSUE = {
  ...{ title: 'x', number: 1, description: null, severity: null, priority: null, impact: null, wcag: [] },
};

test('a body says what is known, where it is here, and has our mark out of sight', () => {
  const issue = {
    ...ISSUE,
    description: 'No name.',
    severity: 'high' as const,
    priority: 'low' as const,
    wcag: ['1.1.1', '4.1.2'],
  };
  expect(bodyOfIssue(issue, WHERE, 'markdown').split('\n\n')).toEqual([
    'No name.',
    '- Severity: high\n- Priority: low\n- WCAG: 1.1.1, 4.1.2',
    '[Open in Curbcut](https://curbcut.example/o/x/p/shop/issues/1)',
    '<!-- curbcut:0198 -->',
  ]);
  expect(bodyOfIssue(ISSUE, WHERE, 'markdown').split('\n\n')).toHaveLength(2);
});

test.each([
  ['/close', '\u200b/close'],
  ['x\r\n  /assign me', 'x\n  \u200b/assign me'],
  ['ask @everyone', 'ask @\u200beveryone'],
  ['<!-- hides the rest', '&lt;!-- hides the rest'],
  ['a/b and 1 < 2', 'a/b and 1 &lt; 2'],
])('what people or pages say is no command, no mention and no HTML: %j', (text, written) => {
  expect(plain(text)).toBe(written);
  expect(bodyOfIssue({ ...ISSUE, description: text, wcag: [text] }, WHERE, 'markdown')).toContain(written);
});

test('labels stand for what an issue is, each once, and as they may be there', () => {
  const mapped = { labels: ['a11y', 'web,shop'], severities: { high: 'a11y' }, priorities: { low: 'not now' } };
  const rated = { severity: 'high' as const, priority: 'low' as const };
  const unrated = { severity: 'low' as const, priority: null };
  expect(ratedThere(rated, { ...mapped, kind: 'github' })).toEqual({
    labels: ['a11y', 'web,shop', 'not now'],
    priority: null,
  });
  expect(ratedThere(unrated, { ...mapped, kind: 'gitlab' }).labels).toEqual(['a11y', 'web shop']);
  const spaced = { ...mapped, labels: ['my team'] };
  expect(ratedThere(rated, { ...spaced, kind: 'jira' })).toEqual({ labels: ['my-team', 'a11y'], priority: 'not now' });
});

test('what people or pages say is no wiki text of Jira', () => {
  const issue = { description: '{code} [~admin] !x.png!\n# one\nh1. Title', severity: 'high' as const };
  expect(bodyOfIssue({ ...ISSUE, ...issue }, WHERE, 'wiki').split('\n\n')).toEqual([
    '\\{code\\} \\[~admin\\] \\!x.png\\!\n\u200b# one\n\u200bh1. Title',
    '* Severity: high',
    '[Open in Curbcut|https://curbcut.example/o/x/p/shop/issues/1]',
  ]);
  expect(plainWiki('a-b -c- ---- (?')).toBe('a-b \\-c- \\-\\-\\-\\- (\\?');
});

test('what people or pages say is no HTML of Azure Boards', () => {
  const issue = { description: '<img src=x>\n"&" @all', severity: 'high' as const };
  expect(bodyOfIssue({ ...ISSUE, ...issue }, WHERE, 'html').split('\n\n')).toEqual([
    '&lt;img src=x&gt;<br>&quot;&amp;&quot; @\u200ball',
    '<ul><li>Severity: high</li></ul>',
    '<p><a href="https://curbcut.example/o/x/p/shop/issues/1">Open in Curbcut</a></p>',
  ]);
  expect(plainHtml("'")).toBe("'");
});
