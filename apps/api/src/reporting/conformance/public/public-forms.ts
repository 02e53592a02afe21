import { badgeOf, badgeSvg } from '../exports/badge.js';
import { htmlReport } from '../exports/html-report.js';
import { openAcrCatalogue, openAcrYaml } from '../exports/openacr-report.js';
import { type ConformanceDocument, contradictedRequirements, type PublicState } from '../conformance-document.js';
import { eachStandard, ofStandardAt } from '../each-standard.js';
import {
  STATEMENT_NAMES,
  STATEMENTS,
  type StatementName,
  statementProblems,
  usualStatement,
  writeStatement,
} from '../statements/statement-forms.js';
import type { FrozenDocument } from '../publishing/report-documents.service.js';

/** What is shown at a public address. */
interface PublicForm {
  /** The media type. */
  type: string;
  body: string | Promise<string>;
}

/** What a form is made of: all that it says follows from the hash of what was frozen, and from the state. */
interface Shown extends Pick<FrozenDocument, 'text' | 'document'> {
  sha256: string;
  state: PublicState;
}

/** Undefined where the report has no form of that kind. */
export type FormRenderer = (shown: Shown) => PublicForm | undefined;

/** By the ending of the address. */
type FormRenderers = Readonly<Record<string, FormRenderer>>;

const HTML = 'text/html';
const JSON_TYPE = 'application/json';

/** What is true today, for programs. */
const liveOf = (state: PublicState): object => ({
  state: state.state,
  since: state.since,
  barriers: state.barriers,
  unlinked: state.unlinked,
  contradicted: contradictedRequirements(state),
  underReview: state.underReview,
});

/** The report itself. */
const REPORT_FORMS: FormRenderers = {
  '': ({ document, state }) => ({ type: HTML, body: htmlReport(document, state) }),
  '.yaml': ({ document, state }) =>
    openAcrCatalogue(document) === null ? undefined : { type: 'application/yaml', body: openAcrYaml(document, state) },
  '.json': ({ text, sha256, state }) => ({
    type: JSON_TYPE,
    // The document as it is, byte for byte.
    body: `{"document":${text},${JSON.stringify({ sha256, ...liveOf(state) }).slice(1)}`,
  }),
  '.document.json': ({ text }) => ({ type: JSON_TYPE, body: text }),
};

/** A statement on the first standard of a report that has one. */
const statementAt = (
  nameOf: (standard: ConformanceDocument['standard']) => StatementName | undefined,
): FormRenderer => {
  return ({ document, state }) => {
    for (const [place, one] of eachStandard(document).entries()) {
      const name = nameOf(one.standard);
      if (!name || !STATEMENTS[name].isFor(one.standard) || statementProblems(name, one).length > 0) continue;
      return { type: HTML, body: writeStatement(name, one, ofStandardAt(state, place), 'public') };
    }
    return undefined;
  };
};

/** The usual statement of a report on its standard, and each form by its name (`.uk`). */
const STATEMENT_FORMS: FormRenderers = {
  '': statementAt(usualStatement),
  ...Object.fromEntries(
    STATEMENT_NAMES.map((name) => [name.replace('statement-', '.'), statementAt(() => name)] as const),
  ),
};

/** The badge. */
const BADGE_FORMS: FormRenderers = {
  '.svg': ({ document, state }) => ({ type: 'image/svg+xml', body: badgeSvg(document, state) }),
  '.json': ({ document, state }) => ({ type: JSON_TYPE, body: JSON.stringify(badgeOf(document, state)) }),
};

const FORMS = { report: REPORT_FORMS, statement: STATEMENT_FORMS, badge: BADGE_FORMS };

/** What is shown of a report at one of its addresses. */
export type PublicKind = keyof typeof FORMS;

/** The form at an ending; undefined where there is none. */
export const formAt = (kind: PublicKind, ending: string): FormRenderer | undefined =>
  Object.hasOwn(FORMS[kind], ending) ? FORMS[kind][ending] : undefined;
