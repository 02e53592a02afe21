import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import { loadState, outcomesOf } from '../../../findings/evaluation/evaluation-state.js';
import { outcomeOn } from '../../../findings/evaluation/outcome.js';
import { sampleOf } from '../../../findings/evaluation/sample/sample.service.js';
import type { PageOutcomes } from '../page-outcomes.js';
import { requirementsInScope, auditFor } from './audits-of-standards.js';
import type { ReportContent } from './load-facts.js';

/**
 * What the audits of a report found on the pages of their samples, as it is now; as many statements for each standard,
 * whatever else there is.
 */
export async function loadPageOutcomes(tx: EntityManager, content: ReportContent): Promise<PageOutcomes[]> {
  const found: PageOutcomes[] = [];
  for (const [place, covered] of content.standards.entries()) {
    const { audit } = auditFor(covered, content);
    // Where the audit of another standard carries it, that one's criteria were looked at.
    if (audit === null || audit.standardId !== covered.standard.id) continue;
    const sample = await sampleOf(tx, audit);
    const state = await loadState(tx, audit);
    const requirements = await mapInSlices(requirementsInScope(covered, content.product), ({ id, number }) => ({
      number,
      outcomes: sample.map(({ number: entry }) => outcomeOn(outcomesOf(state, id), entry)),
    }));
    if (!requirements.some(({ outcomes }) => outcomes.some((outcome) => outcome !== 'untested'))) continue;
    found.push({
      standard: place,
      audit: audit.number,
      completedAt: audit.completedAt?.toISOString() ?? null,
      pages: sample.map(({ number: entry, name, url, kind }) => ({ entry, name, url, kind })),
      requirements,
    });
  }
  return found;
}
