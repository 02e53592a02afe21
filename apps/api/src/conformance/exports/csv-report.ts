import { mapInSlices } from '#libs/queues';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { TRANSLATIONS } from '../translations/translations.js';
import { evidenceText } from './evidence-text.js';
import { noticesOf, untriagedTexts } from './report-state.js';

/** Who stated a verdict, which is kept beside the document. */
export interface VerdictStated {
  /** The place of the requirement in the document. */
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
 * The verdicts as CSV (RFC 4180, UTF-8, each cell quoted): a record for each, and for a requirement without any one with empty cells. What must be known first,
 * such as that it is a draft, is the first record.
 */
export async function csvReport(
  document: ConformanceDocument,
  state: PublicState | null,
  stated: readonly VerdictStated[],
): Promise<string> {
  const t = TRANSLATIONS[document.language];
  const statedOf = new Map(stated.map((one) => [`${one.requirement} ${one.component}`, one]));
  const empty = COLUMNS.slice(1).map(() => '');
  const records = await mapInSlices(document.requirements, ({ number, name, level, inScope, verdicts }, place) => {
    const requirement = [number, name, level ?? ''];
    if (verdicts.length === 0) return inScope ? line([...requirement, ...empty.slice(2)]) : '';
    const lines = verdicts.map(({ component, verdict, remarks, evidence }) => {
      const { statedBy, statedAt } = statedOf.get(`${place} ${component}`) ?? {};
      const stated = [component, verdict, remarks ?? '', evidenceText(t, document.language, evidence)];
      return line([...requirement, ...stated, statedBy ?? '', statedAt?.toISOString() ?? '']);
    });
    return lines.join('');
  });
  const notices = [...noticesOf(document, state), ...untriagedTexts(document)];
  const first = [...notices.map((notice) => [notice, ...empty]), COLUMNS];
  return [...first.map(line), ...records].join('');
}

const line = (record: readonly string[]): string => `${record.map(cell).join(',')}\r\n`;

// Programs for tables would run what begins so as a formula. Those that part cells at `;` or tabs, or know no quotes, see cells within ours; one that
// begins with `""` begins for them with what follows.
const FORMULA_BEGINS = /(?=[=+\-@\t\r])(?<=(?:^|[;\t\r\n])"*)/g;

const cell = (value: string): string => `"${value.replace(FORMULA_BEGINS, "'").replaceAll('"', '""')}"`;
