import { named } from '#libs/fields';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import type { StatementReader } from './accessibility-statement.js';
import { lawOf } from './law-of-country.js';
import { eaaStatement, type EaaDocument } from './eaa.js';
import { type EuDocument, euStatement } from './eu.js';
import { type RgaaDocument, rgaaStatement } from './rgaa.js';
import { LACKS, type StatementProblem } from './statement-problems.js';
import { type UkDocument, ukStatement } from './uk.js';
import { type UsDocument, usStatement } from './us.js';

/** A form of statement: of which standards it can be made, what it needs, and how it is written. */
interface StatementForm {
  isFor: (standard: ConformanceDocument['standard']) => boolean;
  needs: readonly StatementProblem[];
  /** @param document lacks none of what the form needs */
  write: (document: ConformanceDocument, state: PublicState, reader: StatementReader) => Promise<string>;
}

const isOfWeb = ({ catalogue }: ConformanceDocument['standard']): boolean =>
  catalogue === 'wcag' || catalogue === 'en-301-549';

/** The forms of statements, by their names. */
export const STATEMENTS = {
  'statement-eu': {
    isFor: ({ catalogue }) => catalogue !== null && catalogue !== 'section-508',
    needs: ['contact_incomplete', 'enforcement_missing', 'legislation_missing', 'preparer_missing'],
    write: (document, state, reader) => euStatement(document as EuDocument, state, reader),
  },
  'statement-rgaa': {
    isFor: ({ catalogue }) => catalogue === 'rgaa',
    needs: ['contact_incomplete', 'preparer_missing', 'schema_missing', 'action_plan_missing'],
    write: (document, state, reader) => rgaaStatement(document as RgaaDocument, state, reader),
  },
  'statement-uk': {
    isFor: isOfWeb,
    needs: ['contact_incomplete', 'preparer_missing'],
    write: (document, state, reader) => ukStatement(inEnglish(document) as UkDocument, state, reader),
  },
  'statement-eaa': {
    isFor: isOfWeb,
    needs: ['contact_incomplete', 'product_description_missing', 'service_operation_missing'],
    write: (document, state, reader) => eaaStatement(document as EaaDocument, state, reader),
  },
  'statement-us': {
    isFor: ({ catalogue }) => catalogue === 'section-508' || catalogue === 'wcag',
    needs: ['contact_incomplete'],
    write: (document, state, reader) => usStatement(inEnglish(document) as UsDocument, state, reader),
  },
} as const satisfies Record<string, StatementForm>;

export type StatementName = keyof typeof STATEMENTS;
export const STATEMENT_NAMES = named(
  'StatementForm',
  Object.keys(STATEMENTS) as StatementName[],
  'A form of accessibility statement; see docs/conformance.md.',
);

/** What a form says of law and enforcement: what the report says, else what is known of its country. */
const withLaw = (name: StatementName, document: ConformanceDocument): ConformanceDocument => {
  if (name !== 'statement-eu') return document;
  const law = lawOf(document.country, document.language);
  return {
    ...document,
    legislation: document.legislation ?? law?.legislation ?? null,
    enforcement: document.enforcement ?? law?.enforcement ?? null,
  };
};

/** Its laws have English alone. */
const inEnglish = (document: ConformanceDocument): ConformanceDocument => ({ ...document, language: 'en' });

/** What a form lacks of a report on a standard that it is for. */
export const statementProblems = (name: StatementName, document: ConformanceDocument): StatementProblem[] =>
  STATEMENTS[name].needs.filter((problem) => LACKS[problem](withLaw(name, document)));

/** Writes a statement that lacks nothing. */
export const writeStatement = (
  name: StatementName,
  document: ConformanceDocument,
  state: PublicState,
  reader: StatementReader,
): Promise<string> => STATEMENTS[name].write(withLaw(name, document), state, reader);

/**
 * The statement that a report shows where none is named: the RGAA's, or the European Union's for EN 301 549 and WCAG
 * from 2.1.
 */
export function usualStatement({ catalogue, version }: ConformanceDocument['standard']): StatementName | undefined {
  if (catalogue === 'rgaa') return 'statement-rgaa';
  const isOfUnion = catalogue === 'en-301-549' || (catalogue === 'wcag' && version !== '2.0');
  return isOfUnion ? 'statement-eu' : undefined;
}
