import { commandsOf } from './commands.js';

test.each([
  ['one', 'SELECT 1', ['SELECT 1']],
  ['two, the last with its end', 'SELECT 1; SELECT 2;\n', ['SELECT 1', ' SELECT 2']],
  ['a string', `SELECT 'a;''b'; SELECT 2`, [`SELECT 'a;''b'`, ' SELECT 2']],
  ['a quoted name', 'SELECT "a;b"', ['SELECT "a;b"']],
  ['a comment', 'SELECT 1 -- a; b\n; SELECT /* ; */ 2', ['SELECT 1 -- a; b\n', ' SELECT /* ; */ 2']],
  ['a body', 'DO $$ BEGIN x; END $$; DO $f$ y; $$ z; $f$', ['DO $$ BEGIN x; END $$', ' DO $f$ y; $$ z; $f$']],
  ['operators and parameters', 'SELECT 1 - 2 / $1', ['SELECT 1 - 2 / $1']],
  ['nothing', ' ;\n', []],
])('a text of %s', (_what, sql, commands) => {
  expect(commandsOf(sql)).toEqual(commands);
});
