import { commandOf } from './command.js';

test.each([
  ['users reset-factor ada@example.org', { name: 'reset-factor', address: 'ada@example.org' }],
  ['distribute', { name: 'distribute' }],
  ['distribute now', undefined],
  ['', undefined],
  ['users', undefined],
  ['users reset-factor', undefined],
  ['users reset-factor ada', undefined],
  ['users reset-factor ada@example.org eve@example.org', undefined],
  ['users delete ada@example.org', undefined],
  ['keys reset-factor ada@example.org', undefined],
])('%p', (line, command) => {
  expect(commandOf(line.split(' ').filter(Boolean))).toEqual(command);
});
