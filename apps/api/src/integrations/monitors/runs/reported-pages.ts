import { inSlices } from '#libs/queues';
import type { ReportedFinding } from '../../../findings/ingest/dto/ingest.schema.js';
import { isSeen } from './run.entity.js';

/** A page of a run with what was found there. */
export interface PageToReport {
  url: string;
  findings: readonly (ReportedFinding & { tool: string; picture?: { digest: string; alternative: string } })[];
}

/** What a run keeps of a page. */
interface KeptPage {
  url: string;
  state: string;
  findings: string | null;
  /** Its findings are not read, since there are too many before. */
  isCut?: boolean;
}

/**
 * The pages that a run reports, in their order: those that were looked at or are gone, until there are more findings
 * with a tool than are taken. A page is reported whole or not at all, or what it lacks would count as mended.
 */
export async function reportedPages(
  pages: readonly KeptPage[],
  most: number,
): Promise<{ reported: PageToReport[]; wasCut: boolean }> {
  const reported: PageToReport[] = [];
  const counts = new Map<string, number>();
  for await (const { page, isCut } of inSlices(pages.filter(isSeen), readPage)) {
    if (isCut) return { reported, wasCut: true };
    const { findings } = page;
    for (const { tool } of findings) counts.set(tool, (counts.get(tool) ?? 0) + 1);
    if ([...counts.values()].some((count) => count > most)) return { reported, wasCut: true };
    reported.push(page);
  }
  return { reported, wasCut: false };
}

function readPage({ url, findings, isCut = false }: KeptPage): { page: PageToReport; isCut: boolean } {
  const read = findings === null ? [] : (JSON.parse(findings) as PageToReport['findings']);
  return { page: { url, findings: read }, isCut };
}
