import { Html, html } from './html.js';

test('text from outside is escaped, in elements and attributes', () => {
  const name = `<script>alert("1" & '2')</script>`;
  const escaped = '&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;';
  expect(html`<b title="${name}">${name}</b>`.text).toBe(`<b title="${escaped}">${escaped}</b>`);
});

test('markup in markup stays markup, lists are joined, and nothing leaves nothing', () => {
  const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
  expect(
    html`<ul>
        ${items}
      </ul>
      ${undefined}${false}${0}`.text.replace(/\s+/g, ''),
  ).toBe('<ul><li>a</li><li>&lt;</li></ul>0');
});

test('an object that only looks like our markup is escaped as text', () => {
  const posing = { text: '<b>', toString: () => '<b>' } as unknown as Html;
  expect(() => html`${posing}`).toThrow();
});
