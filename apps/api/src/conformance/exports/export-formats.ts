import { named } from '#libs/fields';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { eachStandard, ofStandardAt } from '../each-standard.js';
import { ExportNotAvailable, ReportDraft, StatementIncomplete, StatementOfAnotherStandard } from '../errors.js';
import { STATEMENTS, type StatementName, statementProblems, writeStatement } from '../statements/statement-forms.js';
import { statementProblem } from '../statements/statement-problems.js';
import { csvReport, type VerdictStated } from './csv-report.js';
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
}

/** A form in which reports leave. */
interface ExportFormat {
  type: string;
  /** Of the file. */
  ending: string;
  write: (exported: Exported) => string | Promise<string | Buffer>;
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
    // What writes it is large: it is loaded when somebody asks for it.
    write: async ({ document, state }) => (await import('./docx-report.js')).docxReport(document, state),
  },
  markdown: { type: 'text/markdown', ending: 'md', write: ({ document, state }) => markdownReport(document, state) },
  earl: {
    type: 'application/ld+json',
    ending: 'earl.json',
    write: (exported) => earlReport(exported.document, published(exported)),
  },
  'wcag-em': {
    type: 'application/ld+json',
    ending: 'evaluation.json',
    write: ({ document, state }) => {
      const place = eachStandard(document).findIndex(({ standard }) => standard.catalogue === 'wcag');
      if (place < 0) throw new ExportNotAvailable('wcag-em');
      return wcagEmReport(eachStandard(document)[place]!, ofStandardAt(state, place));
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
  'The form of an export; docs/conformance.md tells what each is.',
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
