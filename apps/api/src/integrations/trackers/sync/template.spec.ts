import { bodyOfIssue, markerOf } from './issue-text.js';
import { faultsOfTemplate, textBy, titleBy, titleWithout } from './template.js';

const ISSUE = {
  ...{ title: 'No {number}', number: 12, description: 'See {title}', severity: 'high' as const, priority: null },
  ...{ impact: null, wcag: ['1.1.1', '4.1.2'] },
};

test('a template is filled in once: what an issue says is no template', () => {
  expect(titleBy({ title: 'A11y #{number}: {title}' }, ISSUE)).toBe('A11y #12: No {number}');
  expect(textBy({ text: '{description} ({severity}{priority}, {wcag}) in {product}' }, ISSUE, 'Shop {title}')).toBe(
    'See {title} (high, 1.1.1, 4.1.2) in Shop {title}',
  );
  expect(titleBy({}, ISSUE)).toBe('No {number}');
  expect(textBy({}, ISSUE, 'Shop')).toBeUndefined();
});

test.each([
  ['A11y #12: Other', 'Other'],
  ['Other', 'Other'],
  ['A11y #13: Other', 'A11y #13: Other'],
  ['A11y #12: ', 'A11y #12: '],
])('a title there is read without what the template has added: %j', (there, here) => {
  expect(titleWithout({ title: 'A11y #{number}: {title}' }, there, 12)).toBe(here);
});

test.each([
  [{ title: '[A11y] {title}', text: '{description}\n\n{wcag}' }, []],
  [{ title: null, text: null }, []],
  [{ title: 'A11y' }, ['/template/title']],
  [{ title: '{title} {title}' }, ['/template/title']],
  [{ title: '{title} {description}' }, ['/template/title']],
  [{ text: '{constructor}' }, ['/template/text']],
  [{ text: '{}' }, ['/template/text']],
  [{ text: '{description} {description}' }, ['/template/text']],
])('a template names what it may, each once: %j', (template, paths) => {
  expect(faultsOfTemplate(template).map(({ path }) => path)).toEqual(paths);
});

test.each([
  ['markdown', '/close @all <b>', '\u200b/close @\u200ball &lt;b>'],
  ['wiki', '[~admin] {description}', '\\[~admin\\]'],
  ['html', '<img src=x> @all', '&lt;img src=x&gt; @\u200ball'],
] as const)('the text of a template is no command, no mention and no HTML: %s', (format, text, written) => {
  const where = { url: 'https://curbcut.example/1', marker: markerOf('0198'), product: 'Shop', template: { text } };
  expect(bodyOfIssue({ ...ISSUE, description: null }, where, format).split('\n\n')[0]).toBe(written);
});

test('what stands at both sides of a seam makes no link', () => {
  const template = { text: '[here]{description}' };
  const where = { url: 'https://curbcut.example/1', marker: markerOf('0198'), product: 'Shop', template };
  const body = bodyOfIssue({ ...ISSUE, description: '(https://evil.example)' }, where, 'markdown');
  expect(body).toContain('[here]\\(https://evil.example)');
});
