import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { plainWordFaults } from '../support/plain-words.js';

/** Sources whose texts people read: problem messages, mails, pages, log lines, operator commands, and the command line. */
const SOURCES = ['apps/api/src/**/*.ts', 'apps/cli/src/**/*.ts', 'libs/*/src/**/*.ts'];

/** Files with texts of others: laws, models of statements, standards, and scripts that run in a page. */
const ALLOWED_FILES = [
  '**/*.spec.ts',
  'apps/api/src/platform/migrations/**',
  'apps/api/src/standards/catalogue/**',
  'apps/api/src/reporting/conformance/statements/**',
  'apps/api/src/reporting/conformance/translations/**',
  // The reasons why a statement concerns all organizations, which no answer shows.
  'apps/api/src/platform/work/across-organizations.ts',
  'apps/cli/src/agent/checks/**',
  'apps/cli/src/agent/pictures.ts',
  'libs/client/src/generated/**',
];

/** Terms of standards and names that contain a forbidden word. */
const ALLOWED_TEXTS = [
  // An outcome of EARL 1.0.
  /\bcan(?:not|’t) tell\b/i,
  // A password of the examples.
  /^ramps beside all the stairs$/,
  // The stored name of the agent that the service starts itself.
  /^beside the service$/,
];

/** A statement of SQL, or a part of one. */
const SQL = /\b(?:SELECT|FROM|WHERE|AND|JOIN|VALUES|RETURNING|COALESCE|IS NULL)\b/;

/** The texts of a source file with more than one word; expressions within them are left out. */
function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter((text) => /[a-z] [a-z]/i.test(text) && !SQL.test(text));
}

const faultsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const rest = ALLOWED_TEXTS.reduce((left, allowed) => left.replaceAll(new RegExp(allowed, 'gi'), ''), text);
    return plainWordFaults(rest).map((word) => `${word}: ${text}`);
  });

/** The summaries and descriptions of the interface, in the order of the document. */
function descriptionsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    (name === 'summary' || name === 'description') && typeof part === 'string' ? [part] : descriptionsOf(part),
  );
}

test('messages, mails, pages, logs and commands are written in plain words', () => {
  const files = globSync(SOURCES, { ignore: ALLOWED_FILES });
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => faultsOf(textsOf(file)).map((fault) => `${file}: ${fault}`))).toEqual([]);
});

test('the interface is described in plain words', () => {
  const document: unknown = JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8'));
  expect(faultsOf(descriptionsOf(document))).toEqual([]);
});
