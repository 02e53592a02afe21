import { excerptOf } from './excerpt.js';

test.each([
  ['short', 'short'],
  ['two\n\n lines\t', 'two lines'],
  ['Ask @[Ada](user:0192aaaa-0000-7000-8000-00000000000a).', 'Ask @….'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), `${'x'.repeat(199)}…`],
  ['🎉'.repeat(201), `${'🎉'.repeat(199)}…`],
])('%j is told as %j', (body, excerpt) => expect(excerptOf(body)).toBe(excerpt));
