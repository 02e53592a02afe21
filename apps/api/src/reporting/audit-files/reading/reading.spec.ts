import { readCsv } from '../../../platform/lists/read-csv.js';
import type { AuditContent } from './audit-content.js';
import type { ReadComment } from '#libs/spreadsheets';
import { matchContent } from './match-content.js';
import { outcomeOfWord } from './outcome-words.js';
import { readEarl, readEvaluation } from './read-linked-data.js';
import { readTable } from './read-table.js';
import type { RememberedMappings, TableMapping } from './table-mapping.js';

test.each([
  ['Passed', 'passed'],
  ['C', 'passed'],
  ['NC', 'failed'],
  ['Non conforme', 'failed'],
  ['n/a', 'inapplicable'],
  ['NT', 'untested'],
  ['Nicht erfüllt', 'failed'],
  ['no aplica', 'inapplicable'],
  ["can't tell", 'cannot_tell'],
  ['cannot_tell', 'cannot_tell'],
  ['perhaps', undefined],
  ['#N/A', undefined],
  ['passed?', undefined],
  ['!pass', undefined],
])('%j means %s', (word, outcome) => expect(outcomeOfWord(word)).toBe(outcome));

const recordsOf = (text: string): string[][] => readCsv(text).map(({ cells }) => cells);
const read = (text: string, mapping?: TableMapping, remembered: RememberedMappings = {}) =>
  readTable(recordsOf(text), { remembered, ...(mapping && { mapping }) });
const commented = (text: string, comments: ReadComment[]) =>
  readTable(recordsOf(text), { remembered: {} }, { sheet: null, sheets: [] }, comments);
const fields = (headings: string): string[] => read(`${headings}\n1.1.1\n`).table!.columns.map(({ field }) => field);
const messages = ({ faults }: AuditContent): string[] => faults.first.map(({ message }) => message);

test('the CSV of Ara is a grid, whose transverse elements are a page of that name', () => {
  const { pages, cells } = read('Critères,Éléments transverses,Accueil\n1.1,NC,C\n1.2,NA,NT\n');
  expect(pages.map(({ name }) => name)).toEqual(['Éléments transverses', 'Accueil']);
  expect(cells.map(({ requirement, page, outcome, where }) => [requirement, page, outcome, where])).toEqual([
    ['1.1', 0, 'failed', 'row 2, column 2'],
    ['1.1', 1, 'passed', 'row 2, column 3'],
    ['1.2', 0, 'inapplicable', 'row 3, column 2'],
    ['1.2', 1, 'untested', 'row 3, column 3'],
  ]);
});

test('all faults of a table are named at once, with row and column', () => {
  expect(messages(read('a,b\n1.1,C\n'))).toEqual([
    expect.stringContaining('No column was recognized as the requirement'),
  ]);
  const { faults } = read('sc,Home,Pay\n1.1.1,perhaps,C\n1.1.2,C,who knows\n');
  expect(faults.count).toBe(2);
  expect(faults.first).toEqual([
    {
      ...{ path: '/file', code: 'malformed', message: '"perhaps" is not an outcome (row 2, column 2).' },
      params: { value: 'perhaps', row: 2, column: 2 },
    },
    {
      ...{ path: '/file', code: 'malformed', message: '"who knows" is not an outcome (row 3, column 3).' },
      params: { value: 'who knows', row: 3, column: 3 },
    },
  ]);
});

test.each([
  ['criterion,Home,Pay', ['requirement', 'entry', 'entry']],
  ['requirement,name,level,Home', ['requirement', 'ignored', 'ignored', 'entry']],
  ['WCAG,Page,Issue,Recommendation,Severity', ['requirement', 'page', 'title', 'recommendation', 'severity']],
  ['Critère,URL,Constat,Gravité', ['requirement', 'address', 'description', 'severity']],
  ['Prüfschritt,Seite,Ergebnis,Befund', ['requirement', 'page', 'outcome', 'description']],
  ['Criterio,Página,Problema,Solución', ['requirement', 'page', 'title', 'recommendation']],
  ['requirement,page,issue,title,state', ['requirement', 'page', 'ignored', 'title', 'ignored']],
  ['Criterion,Title,Description', ['requirement', 'title', 'description']],
  ['criterion,Home,Home: note,Home: derogation,Pay', ['requirement', 'entry', 'note', 'derogation', 'entry']],
  ['criterion,Home,Home: note,Home: note,Pay: note', ['requirement', 'entry', 'note', 'entry', 'entry']],
  ['requirement,name,level,Page,Result,Comment', ['requirement', 'ignored', 'ignored', 'entry', 'entry', 'entry']],
  ['requirement,name,level,page,address,outcome', ['requirement', 'ignored', 'ignored', 'page', 'address', 'outcome']],
  ['criterion,Home,Comment,Pay,Comments', ['requirement', 'entry', 'note', 'entry', 'note']],
  ['Critère,Accueil,Contact,Commentaire', ['requirement', 'entry', 'entry', 'ignored']],
])('the columns of %s are known by their names', (headings, expected) => expect(fields(headings)).toEqual(expected));

test('a row is a problem, which has failed unless it says otherwise, of each criterion and page that it names', () => {
  const { pages, cells, faults } = read(
    [
      'WCAG,Page,URL,Status,Title,Description,Recommendation,Severity',
      '1.1.1,Home,https://shop.example/,,No name,The logo has none.,Add alt.,high',
      '"1.3.1, 4.1.2 Name",Home,,cannot tell,Roles,,,',
      '2.4.4,all,,,Links,,,',
      '2.4.4,,https://shop.example/pay,,Links,,,',
    ].join('\n'),
  );
  expect(faults.count).toBe(0);
  expect(pages).toEqual([
    { name: 'Home', url: 'https://shop.example/', description: null, kind: 'structured' },
    { name: 'https://shop.example/pay', url: 'https://shop.example/pay', description: null, kind: 'structured' },
  ]);
  expect(cells.map(({ requirement, page, outcome, note }) => [requirement, page, outcome, note])).toEqual([
    ['1.1.1', 0, 'failed', 'No name\nThe logo has none.\nRecommendation: Add alt.\nSeverity: high'],
    ['1.3.1', 0, 'cannot_tell', 'Roles'],
    ['4.1.2 Name', 0, 'cannot_tell', 'Roles'],
    ['2.4.4', null, 'failed', 'Links'],
    ['2.4.4', 1, 'failed', 'Links'],
  ]);
  const { first } = read('WCAG,Page,Title\n,Home,No name\n1.1.1,Home,x\n').faults;
  expect(first).toMatchObject([{ code: 'required', params: { row: 2, column: 1 } }]);
});

test('what somebody says of columns and words counts, and is known again by the headings', () => {
  const file = 'Ref,Where,Rating\n1.1.1,Home,red\n1.1.1,Pay,green\n';
  expect(read(file).faults.count).toBe(1);
  const mapping: TableMapping = {
    columns: [
      { column: 1, field: 'requirement' },
      { column: 2, field: 'page' },
      { column: 3, field: 'outcome' },
    ],
    words: [
      { word: 'Red', outcome: 'failed' },
      { word: 'GREEN', outcome: 'passed' },
    ],
  };
  const said = read(file, mapping);
  expect(said.cells.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
  expect(said.table).toMatchObject({ headRow: 1, mappedBy: 'request' });
  const remembered = { [said.table!.headings!]: mapping };
  expect(read(`Audit of May\n\n${file}`, undefined, remembered)).toMatchObject({
    cells: said.cells.map(({ outcome }) => ({ outcome })),
    table: { headRow: 3, mappedBy: 'memory', words: [{ word: 'red', outcome: 'failed', count: 1 }, { word: 'green' }] },
  });
});

test.each([
  [[], /No column was recognized as the requirement/],
  [[{ column: 9, field: 'requirement' }], /No column was recognized as the requirement/],
  [[{ column: 1, field: 'requirement' }], /No column has outcomes or problems/],
  [
    [
      { column: 1, field: 'requirement' },
      { column: 2, field: 'requirement' },
      { column: 3, field: 'entry' },
    ],
    /Two columns have the field requirement/,
  ],
  [
    [
      { column: 1, field: 'requirement' },
      { column: 2, field: 'page' },
      { column: 3, field: 'entry' },
    ],
    /each of its columns is a page/,
  ],
] as [TableMapping['columns'], RegExp][])('a mapping that cannot be is refused: %j', (columns, message) => {
  expect(messages(read('a,b,c\n1.1.1,C,C\n', { columns, words: [] }))[0]).toMatch(message);
});

const assertion = (more: object) => ({
  ...{ '@type': 'earl:Assertion', mode: 'earl:manual', subject: 'https://shop.example/' },
  ...{ test: 'https://www.w3.org/TR/WCAG22/#non-text-content', result: { outcome: 'earl:failed' } },
  ...more,
});
const automatic = { mode: 'earl:automatic' };

test('what a tool asserts is of the tool, whether its mode or who asserts it says so', () => {
  const axe = { '@id': '_:axe', '@type': ['earl:Assertor', 'earl:Software'], name: 'axe' };
  const { pages, cells } = readEarl({
    '@graph': [
      ...[axe, assertion({}), assertion({ ...automatic, result: { outcome: 'earl:passed' } })],
      assertion({ assertedBy: '_:axe' }),
    ],
  });
  expect(pages).toEqual([
    { name: 'https://shop.example/', url: 'https://shop.example/', description: null, kind: 'structured' },
  ]);
  expect(cells.map(({ outcome, tool, page }) => [outcome, tool, page])).toEqual([
    ['failed', undefined, 0],
    ['passed', 'a tool', 0],
    ['failed', 'axe', 0],
  ]);
});

test('a rule of a tool that fails is told of the criteria that it is part of, one that passes of none', () => {
  const test = { '@id': 'axe:image-alt', isPartOf: ['WCAG22:non-text-content', { '@id': 'WCAG22:name-role-value' }] };
  const { cells } = readEarl({
    '@graph': [
      assertion({ ...automatic, test }),
      assertion({ ...automatic, test, result: { outcome: 'earl:passed' } }),
    ],
  });
  expect(cells.map(({ requirement, outcome }) => [requirement, outcome])).toEqual([
    ['non-text-content', 'failed'],
    ['name-role-value', 'failed'],
  ]);
});

test.each([[{}], [{ auditSample: [] }], [{ auditSample: [null, 1, [], {}], selectSample: [], defineScope: 'x' }]])(
  'an evaluation of hostile forms is read without an error: %j',
  (file) => expect(() => readEvaluation(file)).not.toThrow(),
);

test.each([
  ['a type that is an object', { '@type': { toString: 1 } }],
  ['a name without an end', { '@type': 'a'.repeat(200_000) + '/' }],
])('%s in EARL is no type', (_, node) => {
  expect(readEarl({ '@graph': [node] } as never)).toMatchObject({ pages: [], cells: [] });
});

test.each([
  [
    'together with a person',
    [
      { '@type': 'earl:Software', name: 'axe' },
      { '@type': 'foaf:Person', name: 'Ada' },
    ],
  ],
  [
    'in a group',
    { '@type': 'foaf:Group', 'earl:mainAssertor': { '@type': 'earl:Software', name: 'axe' }, 'foaf:member': 'Ada' },
  ],
])('what software asserts %s is proposed', (_, assertedBy) => {
  const assertion = {
    ...{ '@type': 'earl:Assertion', test: 'WCAG22:non-text-content', subject: 'https://shop.example/', assertedBy },
    result: { outcome: 'earl:failed' },
  };
  expect(readEarl({ '@graph': [assertion] } as never).cells).toMatchObject([{ tool: 'axe', outcome: 'failed' }]);
});

test('in a table with outcomes a row without one is a fault, and so is a row of a grid without a requirement', () => {
  expect(messages(read('criterion,page,outcome,note\n1.1.1,Home,,not examined yet\n'))).toEqual([
    'The cell does not name the outcome (row 2, column 3).',
  ]);
  expect(messages(read('criterion,Home\n1.1.1,passed\n,failed\nForms,\n'))).toEqual([
    'The cell does not name the requirement (row 3, column 1).',
  ]);
  expect(read('criterion,page,note\n1.1.1,Home,no text\n').cells).toMatchObject([{ outcome: 'failed' }]);
});

test.each([
  ['failed: no label', 'failed', 'no label'],
  ['NC - le logo : sans nom', 'failed', 'le logo : sans nom'],
  ['Nicht erfüllt\nDas Logo\nhat keinen Namen', 'failed', 'Das Logo\nhat keinen Namen'],
  ['n/a – no video', 'inapplicable', 'no video'],
  ['non-conforme', 'failed', null],
])('in a grid %j is an outcome with a note', (text, outcome, note) => {
  const { cells, table } = read(`criterion,Home\n1.1.1,"${text}"\n`);
  expect(cells).toMatchObject([{ outcome, note }]);
  expect(table!.words).toMatchObject([{ outcome, count: 1 }]);
});

test('the words of notes are not among those of outcomes, and what nobody knows is told whole', () => {
  const { table, faults } = read('criterion,Home,Pay\n1.1.1,KO: no label,ko : no name\n1.2.1,KO,C\n');
  expect(table!.words).toEqual([
    { word: 'KO', outcome: null, count: 3 },
    { word: 'C', outcome: 'passed', count: 1 },
  ]);
  expect(messages({ faults } as AuditContent)[0]).toBe('"KO: no label" is not an outcome (row 2, column 2).');
  const columns = [
    { column: 1, field: 'requirement' as const },
    { column: 2, field: 'entry' as const },
  ];
  const { cells } = read('criterion,Home\n1.1.1,KO: no label\n', {
    columns,
    words: [{ word: 'ko', outcome: 'failed' }],
  });
  expect(cells).toMatchObject([{ outcome: 'failed', note: 'no label' }]);
});

test('words of marks alone are told apart', () => {
  const mapping: TableMapping = {
    columns: [
      { column: 1, field: 'requirement' },
      { column: 2, field: 'entry' },
    ],
    words: [
      { word: '✓', outcome: 'passed' },
      { word: '✗', outcome: 'failed' },
    ],
  };
  expect(read('a,b\n1.1.1,✓\n1.2.1,✗\n', mapping).cells.map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
});

test('columns and comments beside the outcomes of a page are its notes, and what has no place is told with row and column', () => {
  const file = [
    'criterion,Home,Home: note,Home: derogation,Pay,Priority',
    '1.1.1,failed: Logo,No alt.,Not ours,,T-1',
    '1.2.1,,Ask them.,,passed,',
    'Forms,,See below.,,,T-2',
    ',,What is this?,,,',
  ].join('\n');
  const { cells, leftOut } = commented(file, [
    { row: 1, column: 1, text: 'Twice.' },
    { row: 1, column: 4, text: 'Later.' },
    { row: 2, column: 0, text: 'Which one?' },
    { row: 0, column: 5, text: 'Ours.' },
  ]);
  expect(
    cells.map(({ requirement, page, outcome, note, derogation }) => [requirement, page, outcome, note, derogation]),
  ).toEqual([
    ['1.1.1', 0, 'failed', 'Logo\n\nNo alt.\n\nTwice.', 'Not ours'],
    ['1.1.1', 1, 'untested', 'Later.', null],
    ['1.2.1', 0, 'untested', 'Ask them.', null],
    ['1.2.1', 1, 'passed', null, null],
    ['Forms', 0, 'untested', 'See below.', null],
  ]);
  expect(leftOut).toEqual([
    'column 6 "Priority": 2 texts, the first in row 2',
    'row 5, which has no requirement',
    'the comment of row 3, column 1',
    'the comment of row 1, column 6',
  ]);
});

test('the comments of a row of a list belong to its problem', () => {
  const { cells, leftOut } = commented('criterion,page,title\n1.1.1,Home,No name\n', [
    { row: 1, column: 2, text: 'In the header.' },
  ]);
  expect([cells[0]!.note, leftOut]).toEqual(['No name\nIn the header.', []]);
});

const asked = (...numbers: string[]) =>
  numbers.map((number) => ({ requirementId: number, number, name: '', level: null, wcag: [], isGone: false }) as never);
const matched = (numbers: string[], told: string) =>
  matchContent(read(`criterion,page,title\n${told},Home,No name\n`), asked(...numbers), []);

test.each([
  ['03.02.2026', ['2.3', '3.2'], '3.2'],
  ['1.4.10', ['1.4', '1.4.10'], '1.4.10'],
  ['01.04.2003', ['1.4.3', '4.1.3'], '1.4.3'],
  ['13/02/2026', ['2.13', '3.2', '13'], '2.13'],
  ['03/02/2026', ['3.2', '4.1'], '3.2'],
  ['2/3/26', ['3.2', '4.1'], '3.2'],
  ['2026-02-03', ['2.3', '4.1'], '2.3'],
  ['2026-02-03T00:00:00', ['2.3', '4.1'], '2.3'],
  ['46056', ['3.2', '4.1'], '3.2'],
  ['3-Feb', ['3.2', '4.1'], '3.2'],
  ['3. Mär 26', ['3.3', '4.1'], '3.3'],
])('the date %s that a program has made of a number is that number among %j', async (told, numbers, expected) => {
  const { cells, faults } = await matched(numbers, told);
  expect([cells.map(({ requirementId }) => requirementId), faults.count]).toEqual([[expected], 0]);
});

test.each([
  ['03/02/2026', ['2.3', '3.2'], /is a date, possibly converted from 3\.2 or 2\.3 \(row 2, column 1\)/],
  ['2026-02-03', ['2.3', '3.2'], /3\.2 or 2\.3/],
  ['37712', ['1.4.3', '4.1.3'], /1\.4\.3 or 4\.1\.3/],
  ['3/2/2026', ['3', '2'], /There is no requirement|requirement/],
  ['Feb-26', ['2.26'], /requirement/],
])(
  'the date %s that may have been several of %j, or none, is a fault with its place',
  async (told, numbers, message) => {
    const { cells, faults } = await matched(numbers, told);
    expect([cells, faults.count]).toEqual([[], 1]);
    expect(faults.first[0]!.message).toMatch(message);
    expect(faults.first[0]!.params).toMatchObject({ row: 2, column: 1 });
  },
);

test.each([
  [{ wcagVersion: '3.0', conformanceTarget: 'AA' }, ['the version or level WCAG 3.0, AA']],
  [{ wcagVersion: '2.2', conformanceTarget: 'AAAA' }, ['the version or level WCAG 2.2, AAAA']],
  [{ wcagVersion: '2.2', conformanceTarget: 'AA' }, []],
])('a standard or level of an evaluation that is not known is told: %j', (defineScope, leftOut) =>
  expect(readEvaluation({ auditSample: [], defineScope }).leftOut).toEqual(leftOut),
);
