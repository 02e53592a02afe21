import type { Settings } from '../config/settings.js';
import { type Access, callService } from '../delivery/service.js';
import { ServiceFault } from '../faults.js';
import { type IngestAnswer, introducedBy, type ReportResult } from '../gate/result.js';
import type { Part } from '../packing/bodies.js';
import type { CoverageChoice } from '../reading/coverage.js';
import type { ToolReport } from '../reading/report.js';
import type { Terminal } from '../terminal.js';

/** A report with the requests that deliver it. */
export interface PackedReport {
  report: ToolReport;
  coverage: CoverageChoice;
  parts: Part[];
}

/** What became of all reports, and the fault that ended it, if one did. */
export interface Delivery {
  reports: ReportResult[];
  fault?: ServiceFault;
}

const PATH = '/api/ingest/test-activity';

/**
 * Sends the parts of all reports one after another, up to the first that is not taken.
 * @param access with `fault` where there is no way to deliver anything
 */
export async function deliver(
  packed: readonly PackedReport[],
  { fault, ...access }: Access & { fault?: ServiceFault },
  { isDryRun, terminal }: { isDryRun: boolean; terminal: Terminal },
): Promise<Delivery> {
  const reports = packed.map(({ report, coverage, parts }): ReportResult => ({
    ...{ report, coverage, partCount: parts.length },
    ...{ answers: [], introduced: [], review: [], unnamed: 0 },
  }));
  if (fault) return { reports, fault };
  const count = packed.reduce((sum, { parts }) => sum + parts.length, 0);
  let sent = 0;
  try {
    for (const [index, { parts }] of packed.entries()) {
      for (const part of parts) {
        terminal.progress(`Sending ${(sent += 1)} of ${count} …`);
        note(reports[index]!, part, await post(part, access, isDryRun));
      }
    }
    return { reports };
  } catch (error) {
    if (error instanceof ServiceFault) return { reports, fault: error };
    throw error;
  }
}

async function post({ body }: Part, access: Access, isDryRun: boolean): Promise<IngestAnswer> {
  if (!isDryRun) return checked((await callService<IngestAnswer>('POST', PATH, access, body)).body);
  // Without a key: a run that was kept before would answer for it.
  const { idempotencyKey: _, ...rest } = body;
  return checked((await callService<IngestAnswer>('POST', `${PATH}?dryRun=true`, access, rest)).body);
}

function checked(answer: IngestAnswer): IngestAnswer {
  if (typeof answer.introduced?.count === 'number' && Array.isArray(answer.introduced.indexes)) return answer;
  throw new ServiceFault(
    'The answer of the service does not contain the introduced findings. It is older than this command line, or not Curbcut.',
  );
}

function note(result: ReportResult, { found }: Part, answer: IngestAnswer): void {
  result.answers.push(answer);
  result.introduced.push(...introducedBy(found, answer));
  result.review.push(...(answer.introduced.review ?? []).flatMap((index) => found[index] ?? []));
  result.unnamed += answer.introduced.count - answer.introduced.indexes.length;
}

/** How the service is reached; what is tried again is printed. */
export function accessOf({ url, apiKey, timeout }: Settings & { url: string }, terminal: Terminal): Access {
  return {
    ...{ url, timeout },
    ...(apiKey === undefined ? {} : { apiKey }),
    onTried: (outcome) => terminal.detail(outcome),
    onRetry: (because, wait) => terminal.err(`curbcut: ${because}; retrying in ${(wait / 1000).toFixed(1)} s.\n`),
  };
}
