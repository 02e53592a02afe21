import { readMarkdown } from './markdown.js';

const ADA = '0192aaaa-0000-7000-8000-00000000000a';
const existing = { people: new Map([[ADA, 'Ada <L>']]), issues: new Set(['#12', 'shop#3']) };
const htmlOf = (text: string) => readMarkdown(text).html(existing).trim();

test.each([
  ['**bold** and `code`', '<p><strong>bold</strong> and <code>code</code></p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a <img src=x onerror=alert(1)>', '<p>a &lt;img src=x onerror=alert(1)&gt;</p>'],
  ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ['[x](JaVaScRiPt&#58;alert(1))', '<p>[x](JaVaScRiPt:alert(1))</p>'],
  ['[x](data:text/html;base64,AAAA)', '<p>[x](data:text/html;base64,AAAA)</p>'],
  ['[x](//elsewhere.example)', '<p>[x](//elsewhere.example)</p>'],
  ['<javascript:alert(1)>', '<p>&lt;javascript:alert(1)&gt;</p>'],
  [
    '![x](https://a.example/p.png)',
    '<p>!<a href="https://a.example/p.png" rel="noopener noreferrer nofollow">x</a></p>',
  ],
  [
    '[x](https://a.example/?a=1&b="2")',
    '<p><a href="https://a.example/?a=1&amp;b=%222%22" rel="noopener noreferrer nofollow">x</a></p>',
  ],
  [
    '[x](<https://a.example/"onclick=">)',
    '<p><a href="https://a.example/%22onclick=%22" rel="noopener noreferrer nofollow">x</a></p>',
  ],
  ['```\"><script>\nx\n```', '<pre><code class="language-&quot;&gt;&lt;script&gt;">x\n</code></pre>'],
  ['https://a.example stays text', '<p>https://a.example stays text</p>'],
])('%j is shown without HTML, pictures and addresses that are none of the web', (text, html) => {
  expect(htmlOf(text)).toBe(html);
});

test.each([
  [`@[whoever](user:${ADA})`, `<p><span data-user="${ADA}">@Ada &lt;L&gt;</span></p>`],
  [`@[x](user:${ADA.toUpperCase()})`, `<p><span data-user="${ADA}">@Ada &lt;L&gt;</span></p>`],
  [`@[<b>](user:${ADA.replace('a', 'b')})`, '<p>@&lt;b&gt;</p>'],
  [`[Ada](user:${ADA})`, '<p>Ada</p>'],
  [`<user:${ADA}>`, `<p>user:${ADA}</p>`],
  ['#12, shop#3 and #13', '<p><span data-issue="#12">#12</span>, <span data-issue="shop#3">shop#3</span> and #13</p>'],
  ['\\#12 `#12` x#12 a/#12 #12a', '<p>#12 <code>#12</code> x#12 a/#12 #12a</p>'],
  ['[#12](https://a.example)', '<p><a href="https://a.example" rel="noopener noreferrer nofollow">#12</a></p>'],
])('%j mentions what exists, and nothing else', (text, html) => expect(htmlOf(text)).toBe(html));

test('whom and what a text names is told once for each person', () => {
  const { named } = readMarkdown(`@[a](user:${ADA}) and @[b](user:${ADA}), **#12** in shop#3`);
  expect(named).toEqual({
    userIds: [ADA],
    issues: [
      { slug: null, number: 12 },
      { slug: 'shop', number: 3 },
    ],
  });
});
