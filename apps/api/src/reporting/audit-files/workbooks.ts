import type { WrittenSheet } from '#libs/spreadsheets';
import { mapInSlices } from '#libs/queues';
import { RGAA_NAMES_FR } from '../../standards/catalogue/data/rgaa-names-fr.js';
import { ALL_ENTRIES, type Outcome, OUTCOMES } from '../../findings/evaluation/outcome.js';
import { keyOfCell } from '../../findings/evaluation/outcomes/decisions.js';
import type { OutcomeRow } from '../../findings/evaluation/outcomes/outcomes.sql.js';
import type { AuditFile } from './audit-file.js';
import { noticesOfAudit } from './notices.js';
import { ABOUT, factOfPage, FACTS, UNCLEAR } from './facts-of-sheet.js';
import { gridOf, leftOut, problemRows } from './tables.js';

/** The grid of an audit, where outcomes are chosen from a list, and what must be known of it. */
export async function gridSheets(file: AuditFile): Promise<WrittenSheet[]> {
  const { rows, outcomesAt } = await gridOf(file);
  const choices = { fromRow: 1, columns: outcomesAt, words: OUTCOMES };
  const isOutcome = new Set(outcomesAt);
  const widths = [12, 50, 8, ...rows[0]!.slice(3).map((_, index) => (isOutcome.has(index + 3) ? 14 : 40))];
  return [{ name: 'Outcomes', rows, frozen: { rows: 1, columns: 2 }, widths, choices }, aboutSheet(file)];
}

/** The problems that an audit found, and what must be known of it. */
export async function problemSheets(file: AuditFile): Promise<WrittenSheet[]> {
  const rows = await problemRows(file);
  const widths = [12, 40, 8, 24, 40, 14, 50, 30, 8, 40, 50];
  return [{ name: 'Problems', rows, frozen: { rows: 1, columns: 1 }, widths }, aboutSheet(file)];
}

function aboutSheet(file: AuditFile): WrittenSheet {
  const { audit, product, standard, level, sample } = file;
  const lost = leftOut(file, 'table');
  const facts: [string, string][] = [
    ['Product', product.name],
    [FACTS.audit, audit.title ?? `Audit ${audit.number}`],
    ['Standard', [standard.name, level ?? ''].filter(Boolean).join(', ')],
    [FACTS.scope, audit.scopeText ?? ''],
    ...noticesOfAudit(file).map((notice): [string, string] => ['Note', notice]),
    ...(lost.length === 0 ? [] : [['Not in this grid', lost.join(', ')] as [string, string]]),
    ...sample.map(({ name, url, description }): [string, string] => [factOfPage(name), url ?? description ?? '']),
  ];
  return { name: ABOUT, rows: facts, widths: [30, 80] };
}

/** Whether the RGAA's audit grid can tell of an audit. */
export const isOfRgaa = ({ standard }: AuditFile): boolean => standard.catalogue === 'rgaa';

const STATUSES: Readonly<Record<Outcome, string>> = {
  passed: 'C',
  failed: 'NC',
  inapplicable: 'NA',
  cannot_tell: 'NT',
  untested: 'NT',
};
const COLUMNS = [
  ...['Thématique', 'Critère', 'Recommandation', 'Statut', 'Dérogation'],
  ...['Modifications à apporter', 'Commentaires en cas de dérogations'],
];
const WIDTHS = [24, 9, 60, 8, 11, 60, 40];
const FIRST_ROW = 3;

/**
 * The audit grid of the RGAA: its sheets, rows and columns, with values in place of its formulas. It has no word for
 * what cannot be told, which is NT with that in its comment.
 */
export async function rgaaSheets(file: AuditFile): Promise<WrittenSheet[]> {
  const { audit, product, requirements, sample } = file;
  const criteria = requirements.filter(({ isGone }) => !isGone);
  const pages = sample.map((entry, index) => ({ entry, id: `P${String(index + 1).padStart(2, '0')}` }));
  const [outcomes, noted] = [file.outcomes, file.noted].map(
    (all) => new Map(all.map((one) => [keyOfCell(one), one])),
  ) as [Map<string, OutcomeRow>, Map<string, OutcomeRow>];
  const at = (requirementId: string, entry: number) => {
    const [own, all] = [entry, ALL_ENTRIES].map((one) => keyOfCell({ requirementId, entry: one })) as [string, string];
    return outcomes.get(own) ?? outcomes.get(all) ?? noted.get(own) ?? noted.get(all);
  };
  const themes = themesOf(criteria.map(({ number }) => number));
  const sheets = await mapInSlices(pages, ({ entry, id }): WrittenSheet => {
    const rows = criteria.map(({ requirementId, number, name }, index) => {
      const found = at(requirementId, entry.number);
      const isUnclear = found?.outcome === 'cannot_tell';
      const note = [isUnclear ? UNCLEAR : '', found?.note ?? ''].filter(Boolean).join('\n');
      const derogation = found?.derogation ?? '';
      return [
        ...[themes[index]!, number, RGAA_NAMES_FR.get(number) ?? name, STATUSES[found?.outcome ?? 'untested']],
        ...[derogation === '' ? 'N' : 'D', note, derogation],
      ];
    });
    return {
      name: id,
      rows: [[id], [entry.name, entry.url ?? entry.description ?? ''], COLUMNS, ...rows],
      frozen: { rows: FIRST_ROW, columns: 2 },
      widths: WIDTHS,
      choices: { fromRow: FIRST_ROW, columns: [3], words: ['C', 'NC', 'NA', 'NT'] },
    };
  });
  const counts = await mapInSlices(criteria, ({ requirementId, number }) => [
    number,
    ...pages.map(({ entry }) => STATUSES[at(requirementId, entry.number)?.outcome ?? 'untested']),
  ]);
  return [
    {
      name: 'Échantillon',
      rows: [
        ...[[audit.title ?? `Audit ${audit.number}`], []],
        [`Date : ${audit.completedAt?.toISOString().slice(0, 10) ?? ''}`],
        [`Auditeur : ${audit.evaluators.map(({ name }) => name).join(', ')}`],
        [`Contexte : ${audit.scopeText ?? ''}`],
        ['Site :', product.name],
        [noticesOfAudit(file).join(' ')],
        ['N° page', 'Titre de la page', 'URL'],
        ...pages.map(({ entry, id }) => [id, entry.name, entry.url ?? entry.description ?? '']),
      ],
      widths: [30, 50, 60],
    },
    {
      name: 'Critères',
      rows: [
        ...[[], ['Thématique', 'Critère', 'Intitulé']],
        ...criteria.map(({ number, name }, index) => [themes[index]!, number, RGAA_NAMES_FR.get(number) ?? name]),
      ],
      widths: [24, 9, 80],
    },
    {
      name: 'Synthèse',
      rows: [['Critère', ...pages.map(({ id }) => id)], ...counts],
      frozen: { rows: 1, columns: 1 },
      widths: [9],
    },
    ...sheets,
  ];
}

/** The name of each theme at its first criterion, as the grid has it. */
function themesOf(numbers: readonly string[]): string[] {
  const themeOf = (number: string) => /^\d+/.exec(number)?.[0] ?? '';
  return numbers.map((number, index) =>
    index > 0 && themeOf(numbers[index - 1]!) === themeOf(number) ? '' : (RGAA_NAMES_FR.get(themeOf(number)) ?? ''),
  );
}
