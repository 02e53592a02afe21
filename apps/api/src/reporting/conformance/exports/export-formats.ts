import { named } from '#libs/fields';
import type { Threads } from '../../../platform/places/threads.service.js';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { eachStandard, ofStandardAt } from '../each-standard.js';
import { ExportNotAvailable, ReportDraft, StatementIncomplete, StatementOfAnotherStandard } from '../errors.js';
import type { PageOutcomes } from '../page-outcomes.js';
import { STATEMENTS, type StatementName, statementProblems, writeStatement } from '../statements/statement-forms.js';
import { statementProblem } from '../statements/statement-problems.js';
import { csvReport, type VerdictStated } from './csv-report.js';
import { docxInThread } from './docx-in-thread.js';
import { earlReport } from './earl-report.js';
import { htmlReport } from './html-report.js';
import { markdownReport } from './markdown-report.js';
import { openAcrCatalogue, openAcrReport, openAcrYaml } from './openacr-report.js';
import { wcagEmReport } from './wcag-em-report.js';

/** What an export is made of. */
interface Exported {
  document: ConformanceDocument;
  /** Null: a draft. */
  state: PublicState | null;
  stated: readonly VerdictStated[];
  /** Of forms that tell of pages. */
  pages: readonly PageOutcomes[];
}

/** A form in which reports leave. */
export interface ExportFormat {
  type: string;
  /** Of the file. */
  ending: string;
  /** Whether it tells what audits found on the pages of their samples. */
  includesPages?: boolean;
  write: (exported: Exported, threads: Threads) => string | Promise<string | Uint8Array>;
}

/** The forms in which reports leave. */
export const EXPORTS = {
  'openacr-yaml': {
    type: 'application/yaml',
    ending: 'yaml',
    write: (exported) => openAcrYaml(exported.document, openAcrState(exported, 'openacr-yaml')),
  },
  'openacr-json': {
    type: 'application/json',
    ending: 'json',
    write: (exported) =>
      JSON.stringify(openAcrReport(exported.document, openAcrState(exported, 'openacr-json')), null, 2),
  },
  html: { type: 'text/html', ending: 'html', write: ({ document, state }) => htmlReport(document, state) },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ending: 'docx',
    write: ({ document, state }, threads: Threads) => docxInThread(threads, document, state),
  },
  markdown: { type: 'text/markdown', ending: 'md', write: ({ document, state }) => markdownReport(document, state) },
  earl: {
    type: 'application/ld+json',
    ending: 'earl.json',
    includesPages: true,
    write: (exported) => earlReport(exported.document, published(exported), exported.pages),
  },
  'wcag-em': {
    type: 'application/ld+json',
    ending: 'evaluation.json',
    includesPages: true,
    write: ({ document, state, pages }) => {
      const place = eachStandard(document).findIndex(({ standard }) => standard.catalogue === 'wcag');
      if (place < 0) throw new ExportNotAvailable('wcag-em');
      return wcagEmReport(
        eachStandard(document)[place]!,
        ofStandardAt(state, place),
        pages.find(({ standard }) => standard === place),
      );
    },
  },
  csv: {
    type: 'text/csv',
    ending: 'csv',
    write: ({ document, state, stated }) => csvReport(document, state, stated),
  },
  'statement-eu': statement('statement-eu'),
  'statement-rgaa': statement('statement-rgaa'),
  'statement-uk': statement('statement-uk'),
  'statement-eaa': statement('statement-eaa'),
  'statement-us': statement('statement-us'),
} as const satisfies Record<string, ExportFormat>;

export type ExportName = keyof typeof EXPORTS;
export const EXPORT_NAMES = named(
  'ConformanceExportFormat',
  Object.keys(EXPORTS) as ExportName[],
  'The format of an export; see docs/conformance.md.',
);

/** @throws ReportDraft */
function published({ state }: Exported): PublicState {
  if (state === null) throw new ReportDraft();
  return state;
}

/** @throws ReportDraft, ExportNotAvailable */
function openAcrState(exported: Exported, format: string): PublicState {
  const state = published(exported);
  if (openAcrCatalogue(exported.document) === null) throw new ExportNotAvailable(format);
  return state;
}

/** An export as a form of statement, to be read by counsel first. */
function statement(name: StatementName): ExportFormat {
  return {
    type: 'text/html',
    ending: 'statement.html',
    write: (exported) => {
      const standards = eachStandard(exported.document);
      const place = standards.findIndex(({ standard }) => STATEMENTS[name].isFor(standard));
      if (place < 0) throw new StatementOfAnotherStandard(name);
      const state = ofStandardAt(published(exported), place);
      const problems = statementProblems(name, standards[place]!);
      if (problems.length > 0) throw new StatementIncomplete(problems.map(statementProblem));
      return writeStatement(name, standards[place]!, state, 'counsel');
    },
  };
}
