import { readReport, type ReportedFinding } from '#libs/reports';
import type { Mask } from '#libs/secrets';
import type { AgentFinding } from './wire.js';

/** What one tool says of a page, as axe-core words it: a result for each size of the window. */
export interface ToolResults {
  tool: AgentFinding['tool'];
  results: unknown[];
}

/**
 * The findings of a page, read as a report would be. Secrets are masked before, so that nothing is made of them.
 * @param url what the page is called, wherever it led
 */
export async function findingsOf(
  toolResults: readonly ToolResults[],
  url: string,
  mask: Mask,
): Promise<AgentFinding[]> {
  const byTool = await Promise.all(
    toolResults.map(async ({ tool, results }) => {
      if (results.length === 0) return [];
      const named = results.map((result) => ({ ...(mask(result) as object), url }));
      const source = { name: tool, text: JSON.stringify(named) };
      const [report] = await readReport(source, { format: 'axe-core', tool });
      return report!.findings.map((finding): AgentFinding => ({ ...finding, tool }));
    }),
  );
  return byTool.flat();
}

/** The elements of findings with the title of the first: one picture serves all that is found of an element. */
export function elementsOf(findings: readonly ReportedFinding[]): Map<string, string> {
  const elements = new Map<string, string>();
  for (const { selector, title, needsReview } of findings)
    if (selector !== undefined && !needsReview && !elements.has(selector)) elements.set(selector, title);
  return elements;
}
