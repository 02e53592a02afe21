import { tableOf } from './table.js';

test('columns are as wide as their widest value, and moments are days', () => {
  const rows = [
    ['ada@example.org', new Date('2026-01-02T03:04:05Z'), 12],
    ['b@c', new Date('2026-01-03T00:00:00Z'), 1],
  ];
  expect(tableOf(['address', 'made', 'n'], rows)).toBe(
    ['address          made        n', 'ada@example.org  2026-01-02  12', 'b@c              2026-01-03  1'].join('\n'),
  );
});

test('a name cannot control the terminal', () => {
  expect(tableOf(['name'], [['\u001b[2J\u0007Ada\n\u202eEve']])).toBe('name\n [2J Ada  Eve');
});
