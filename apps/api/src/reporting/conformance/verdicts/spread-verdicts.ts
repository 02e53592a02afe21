import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { grouped } from '../../../platform/lists/grouped.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { standardIdsOf } from '../reports/several-standards.js';
import type { ConformanceVerdict } from './conformance-verdict.entity.js';
import { readVerdicts } from './read-verdicts.js';
import { requireSize, takeBack } from './store-verdicts.js';
import { sharedPlaces, type VerdictPlace } from './verdict-places.js';
import { COPY_TO_PLACES } from './verdicts.sql.js';

/** Where a verdict is copied to, and from where. */
interface VerdictCopy extends VerdictPlace {
  fromRequirementId: string;
  fromComponent: string;
}

/**
 * Has each verdict of a draft stand at all of its places, now that the report covers other standards than `before`.
 * Where two places say different things, what was shown until now counts, else what was stated last.
 * @throws ReportTooLong
 */
export async function spreadVerdicts(
  tx: EntityManager,
  report: ConformanceReport,
  before: ConformanceReport,
): Promise<void> {
  const standardIds = standardIdsOf(report);
  if (standardIds.length < 2) return;
  const placesOf = sharedPlaces(standardIds);
  const rows = await readVerdicts(tx, report);
  const shown = new Set((await readVerdicts(tx, before)).map(nameOf));
  const byKey = grouped(rows, (row) => placesOf(row).key);
  const copies = [...byKey.values()].flatMap((same): VerdictCopy[] => {
    const [from] = same.toSorted(
      (a, b) => Number(shown.has(nameOf(b))) - Number(shown.has(nameOf(a))) || +b.statedAt - +a.statedAt,
    ) as [ConformanceVerdict];
    return placesOf(from)
      .places.filter((place) => nameOf(place) !== nameOf(from))
      .map((place) => ({ ...place, fromRequirementId: from.requirementId, fromComponent: from.component }));
  });
  if (copies.length > 0)
    await query(tx, COPY_TO_PLACES, [report.organizationId, report.id, JSON.stringify(copies), report.takenBack]);
  // Stated when the clause alone told its component.
  const elsewhere = rows.filter((row) => !placesOf(row).places.some((place) => nameOf(place) === nameOf(row)));
  await takeBack(tx, report, elsewhere);
  await requireSize(tx, report);
}

const nameOf = ({ requirementId, component }: VerdictPlace): string => `${requirementId} ${component}`;
