import { keepSecret, keepSecretsOf, painted, printable } from './printable.js';

// What these processors take for a command stands in their sources: actions/runner `ActionCommand.cs` (`::` after
// trimmed blanks, and `##[` anywhere), azure-pipelines-agent `Command.cs` (`##vso[` anywhere, in any case).
const isCommandOfGithub = (line: string): boolean => line.trim().startsWith('::') || line.includes('##[');
const isCommandOfAzure = (line: string): boolean => /##vso\[/i.test(line.replaceAll(/[\p{Cf}\p{Cc}]/gu, ''));

test.each([
  '::error::x',
  '  \t::set-output name=a::b',
  'fine\n::add-mask::x',
  'fine\r::stop-commands::x',
  'fine\r\n\u00a0\u2003::x',
  '\ufeff::x',
  '\u0085::x',
  '\u001b[0m::x',
  '\u200b::x',
  'fine\u2028::x',
  ':\u00ad:x',
  '##[group]x',
  'text ##[command]x',
  '####[error]x',
  '##vso[task.setvariable variable=a]b',
  'text ##VSO[task.complete result=Failed;]',
  '##\u00advso[task.x]',
  '#\u200b#v\u0000so[task.x]',
  '@\u200b##vso[x]',
  '##teamcity[buildStatus]',
])('%j is no command to a log', (text) => {
  const lines = printable(text).split(/\r\n|[\r\n\u0085\u2028\u2029]/);
  expect(lines.filter((line) => isCommandOfGithub(line) || isCommandOfAzure(line))).toEqual([]);
});

test.each([
  ['\u001b[2J\u001b]0;title\u0007a\u0008b', '[2J]0;titleab'],
  ['\u009b31mred', '31mred'],
  ['section_start:1:a\r\u001b[0K', 'section_start:1:a\n[0K'],
  ['\u202egnp.exe\u2066', 'gnp.exe'],
  ['a::b, :: c, ## [x], #[y], std::string', 'a::b, :: c, ## [x], #[y], std::string'],
  ['## Heading\n\tünïcode 日本 👩', '## Heading\n\tünïcode 日本 👩'],
  ['\ud800', '\ufffd'],
])('%j is printed as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('Markdown keeps what keeps people from being notified', () => {
  expect(printable('@\u200beveryone a\u200bb')).toBe('@\u200beveryone ab');
});

test('only what we paint is coloured', () => {
  expect(printable(`${painted({ hasColour: true }, 'red', 'ours')} \u001b[31mtheirs`)).toBe(
    '\u001b[31mours\u001b[0m [31mtheirs',
  );
  expect(painted({ hasColour: false }, 'red', 'plain')).toBe('plain');
});

test('secrets are masked in each form, the longer first', () => {
  keepSecretsOf({
    CURBCUT_API_KEY: ' svc_0123456789 ',
    HTTPS_PROXY: 'http://ada:p%40ss%2Fword@proxy:3128',
    GITHUB_TOKEN: 'short',
  });
  keepSecret('svc_0123456789abc', 'with "quotes" & more');
  expect(printable('svc_0123456789abc svc_0123456789')).toBe('*** ***');
  expect(printable('p@ss/word p%40ss%2Fword short')).toBe('*** *** short');
  expect(printable(`${JSON.stringify({ a: 'with "quotes" & more' })} with%20%22quotes%22%20%26%20more`)).toBe(
    '{"a":"***"} ***',
  );
});

test.each(['\u0007', '\u200b', '\u00ad'])('a secret is masked with something invisible inside: %j', (inside) => {
  keepSecret('svc_abcdefgh');
  expect(printable(`svc_abcd${inside}efgh`)).toBe('***');
});

test.each([
  '\u001b[31m',
  '\u001b[1;38;5;9m\u001b[K',
  '\u009b2K',
  '\u001b]0;title\u0007',
  '\u001b]8;;https://example.org\u001b\\',
  '\u001b7',
  '\u001b(B\u00ad',
  '\\u001b[31m',
])('a secret is masked with what commands a terminal inside: %j', (inside) => {
  keepSecret('svc_abcdefgh', 'svc_abcd');
  const text = `x${inside}svc_a${inside}bcd${inside}efgh${inside} and ${inside}`;
  expect(printable(text)).not.toMatch(/bcd|efgh/);
  expect(printable(text)).toContain('***');
  expect(printable(text)).toMatch(/^x.* and /);
});
