import { mapInSlices } from '#libs/queues';
import { csvRecord } from '../../../platform/lists/csv.js';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { eachStandard } from '../each-standard.js';
import { TRANSLATIONS } from '../translations/translations.js';
import { evidenceText } from './evidence-text.js';
import { noticesOf, reservationTexts } from './report-state.js';

/** Who stated a verdict, which is kept beside the document. */
export interface VerdictStated {
  /** The place of the requirement in the document, over all of its standards. */
  requirement: number;
  component: string;
  /** The name at that time; null: stated with an API key. */
  statedBy: string | null;
  statedAt: Date;
}

const COLUMNS = [
  'requirement',
  'name',
  'level',
  'component',
  'verdict',
  'remarks',
  'evidence',
  'statedBy',
  'statedAt',
] as const;

/**
 * The verdicts as CSV (RFC 4180, UTF-8, each cell quoted): a record for each, and for a requirement without any one
 * with empty cells. What must be known first, such as that it is a draft, is the first record. Of several standards
 * each record ends with that of its requirement.
 */
export async function csvReport(
  document: ConformanceDocument,
  state: PublicState | null,
  stated: readonly VerdictStated[],
): Promise<string> {
  const t = TRANSLATIONS[document.language];
  const statedOf = new Map(stated.map((one) => [`${one.requirement} ${one.component}`, one]));
  const standards = eachStandard(document);
  const columns = standards.length === 1 ? COLUMNS : [...COLUMNS, 'standard'];
  const empty = columns.slice(1).map(() => '');
  const requirements = standards.flatMap(({ standard, requirements }) =>
    requirements.map((one) => ({ ...one, standard: standards.length === 1 ? [] : [standard.name] })),
  );
  const records = await mapInSlices(requirements, ({ number, name, level, inScope, verdicts, standard }, place) => {
    const requirement = [number, name, level ?? ''];
    if (verdicts.length === 0)
      return inScope ? csvRecord([...requirement, ...COLUMNS.slice(3).map(() => ''), ...standard]) : '';
    const lines = verdicts.map(({ component, verdict, remarks, evidence }) => {
      const { statedBy, statedAt } = statedOf.get(`${place} ${component}`) ?? {};
      const stated = [component, verdict, remarks ?? '', evidenceText(t, document, evidence)];
      return csvRecord([...requirement, ...stated, statedBy ?? '', statedAt?.toISOString() ?? '', ...standard]);
    });
    return lines.join('');
  });
  const notices = [...noticesOf(document, state), ...reservationTexts(document)];
  const first = [...notices.map((notice) => [notice, ...empty]), columns];
  return [...first.map(csvRecord), ...records].join('');
}
