import type { ReportLanguage } from '../../conformance/conformance-document.js';
import { linked, ofStandard, written } from '../../conformance/exports/html-skeleton.js';
import { standardName } from '../../conformance/translations/standard-names.js';
import { ALL_ENTRIES } from '../../../findings/evaluation/outcome.js';
import type { OutcomeRow } from '../../../findings/evaluation/outcomes/outcomes.sql.js';
import type { AuditEntry } from '../../../findings/evaluation/sample/audit-entry.js';
import { html, type Html } from '../../../accounts/mail-pages/html.js';
import type { AuditFile } from '../audit-file.js';
import type { EvidenceOfAudit } from '../audit-files.sql.js';
import type { REPORT_WORDS } from './report-words.js';

export type Requirement = AuditFile['requirements'][number];

/** A problem of a requirement on an entry; null: on all of them. */
export interface Problem extends OutcomeRow {
  requirement: Requirement | undefined;
  page: AuditEntry | null;
}

/** A picture with its number, and whether there is room for it. */
export interface ShownPicture {
  evidence: EvidenceOfAudit;
  number: number;
  isShown: boolean;
}

/** What all parts are written with. */
export interface Write {
  file: AuditFile;
  language: ReportLanguage;
  words: (typeof REPORT_WORDS)[ReportLanguage];
  /** By its id. */
  evidence: ReadonlyMap<string, EvidenceOfAudit>;
  pictures: ReadonlyMap<string, ShownPicture>;
}

export const factList = (facts: readonly [label: string, values: readonly (Html | string)[]][]): Html =>
  html`<dl class="facts">
    ${facts
      .filter(([, values]) => values.length > 0)
      .map(
        ([label, values]) =>
          html`<dt>${label}</dt>
            ${values.map((value) => html`<dd>${value}</dd>`)}`,
      )}
  </dl>`;

export const whereOf = ({ url, description }: AuditEntry): Html =>
  url === null ? written(description ?? '') : linked({ name: url, url });

export function nameOf({ file, language }: Write, { number, name }: Pick<Requirement, 'number' | 'name'>): Html {
  const named = standardName({ language, standard: file.standard }, { number, name });
  return html`<span class="number">${number}</span> ${ofStandard(named.name, named.language)}`;
}

export const pageName = ({ words }: Write, { page, entry }: Problem): Html | string =>
  page ? written(page.name) : entry === ALL_ENTRIES ? words.allPages : String(entry);
