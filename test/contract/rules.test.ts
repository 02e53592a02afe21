import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const TEXT = readFileSync(resolve(ROOT, 'docs/rules.md'), 'utf8');

/** The rows of the tables, without their heads. */
const ROWS = [...TEXT.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
  .map(([, question, answer]) => ({ question: question!, answer: answer! }))
  .filter(({ question }) => question !== 'Question' && !question.startsWith('--'));

/** The files that an answer names, each with the names in parentheses after it. */
const namedIn = (answer: string) =>
  [...answer.matchAll(/`([\w/.-]+\.ts)`(?: \(((?:`\w+`(?:, )?)+)\))?/g)].map(([, file, names = '']) => ({
    file: file!,
    names: [...names.matchAll(/\w+/g)].map(([name]) => name),
  }));

const pathOf = (file: string) => resolve(ROOT, /^(apps|libs)\//.test(file) ? file : `apps/api/src/${file}`);

test('docs/rules.md has a row for each subject that people ask about', () => {
  expect(ROWS.length).toBeGreaterThan(60);
  for (const subject of [/gate.*service/i, /gate.*CLI/i, /undo/i, /retention/i, /product-scoped key read/i, /session/i])
    expect(ROWS.filter(({ question }) => subject.test(question))).not.toEqual([]);
});

test.each(ROWS)('$question', ({ answer }) => {
  const named = namedIn(answer);
  expect(named).not.toEqual([]);
  for (const { file, names } of named) {
    expect([file, existsSync(pathOf(file))]).toEqual([file, true]);
    const source = readFileSync(pathOf(file), 'utf8');
    expect([file, names.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))]).toEqual([file, []]);
  }
});
