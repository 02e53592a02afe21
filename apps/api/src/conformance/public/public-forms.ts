import { canState } from '../exports/accessibility-statement.js';
import { badgeOf, badgeSvg } from '../exports/badge.js';
import { htmlReport } from '../exports/html-report.js';
import { openAcrCatalogue, openAcrYaml } from '../exports/openacr-report.js';
import { euStatement } from '../exports/statement-eu.js';
import { rgaaStatement } from '../exports/statement-rgaa.js';
import type { PublishedReport } from './published-reports.service.js';

/** What is shown at a public address. */
interface PublicForm {
  type: string;
  body: string | Promise<string>;
}

type Form = (report: PublishedReport, now: Date) => PublicForm | undefined;

/** By the ending of the address; where it has no form of that kind, nothing is there. */
type Forms = Readonly<Record<string, Form>>;

const HTML = 'text/html';
const JSON_TYPE = 'application/json';

/** The report itself. */
export const REPORT_FORMS: Forms = {
  '': ({ document, state }) => ({ type: HTML, body: htmlReport(document, state) }),
  '.yaml': ({ document, state }) =>
    openAcrCatalogue(document.standard) === null
      ? undefined
      : { type: 'application/yaml', body: openAcrYaml(document, state) },
  '.json': ({ text, sha256, state: { state, since } }) => ({
    type: JSON_TYPE,
    body: `{"document":${text},"sha256":"${sha256}","state":"${state}","since":"${since}"}`,
  }),
  '.document.json': ({ text }) => ({ type: JSON_TYPE, body: text }),
};

/** The statement that the standard of the report has: of the RGAA, or of the European Union for EN 301 549 and WCAG from 2.1. */
export const STATEMENT_FORMS: Forms = {
  '': ({ document, state }, now) => {
    if (!canState(document)) return undefined;
    const { catalogue, version } = document.standard;
    if (catalogue === 'rgaa') return { type: HTML, body: rgaaStatement(document, state, 'public', now) };
    const isOfUnion = catalogue === 'en-301-549' || (catalogue === 'wcag' && version !== '2.0');
    return isOfUnion ? { type: HTML, body: euStatement(document, state, 'public', now) } : undefined;
  },
};

/** The badge. */
export const BADGE_FORMS: Forms = {
  '.svg': ({ document, state }) => ({ type: 'image/svg+xml', body: badgeSvg(document, state) }),
  '.json': ({ document, state }) => ({ type: JSON_TYPE, body: JSON.stringify(badgeOf(document, state)) }),
};
