import { auditLoads } from './audit-loads.js';
import { describedOperations } from './document.js';
import type { Account } from './accounts.js';
import type { Load } from './loads.js';
import { picturesOf } from './picture-loads.js';
import { type Names, readsOf } from './reads.js';
import { idleConnections, tarpitMessages, writesOf } from './writes.js';
import { UNDRIVEN } from './undriven.js';

/** A little more than half of what the largest lists hold, in pages of a hundred. */
const LAST_PAGE = '51';
const OPEN_TO_ALL = /^(publicReports|health|pages)_|^identity_ok$/;

interface Records {
  id: string;
}

/** Names for the variables of paths: records of the noisy account's first organization. */
async function namesOf({ id, ask, organizations }: Account, report: { token: string; number: string }): Promise<Names> {
  const { id: orgId, product } = organizations[0]!;
  const { findings } = await ask<{ findings: Records[] }>('GET', `${product.url}/findings`);
  const { runs } = await ask<{ runs: Records[] }>(
    'GET',
    `${product.url}/monitors/1/runs?pageSize=1&sortDirection=asc&sortField=createdAt`,
  );
  const { areas } = await ask<{ areas: { slug: string }[] }>('GET', `${product.url}/areas`);
  return {
    orgId,
    organizationId: orgId,
    userId: id,
    ids: id,
    productSlug: product.slug,
    productId: product.id,
    standardSlug: 'wcag-2-2',
    areaSlug: areas[0]!.slug,
    auditNumber: '1',
    // The other audit of a comparison.
    with: '1001',
    entry: '1',
    issueNumber: '1',
    riskNumber: '1',
    number: '1',
    monitorNumber: '1',
    runId: runs[0]!.id,
    findingId: findings[0]!.id,
    reportNumber: report.number,
    publicReport: report.token,
    publicBadge: report.token,
    lastPage: LAST_PAGE,
    // The copies of the first issue, as many as it takes.
    closeIssues: Array.from({ length: 1_000 }, (_, i) => 1_001 + i).join(','),
  };
}

/** Everything that the noisy account does, and what of the document it does not. */
export async function noisyLoads(
  account: Account,
  report: { token: string; number: string },
  tarpit: string,
): Promise<{ loads: Load[]; unnamed: string[] }> {
  const { ask, organizations, token } = account;
  const { url, product } = organizations[0]!;
  const names = await namesOf(account, report);
  const idsOf = async (kind: string): Promise<string[]> => {
    const page = await ask<Record<string, Records[]>>('GET', `${product.url}/${kind}?pageSize=100`);
    return page[kind]!.map(({ id }) => id);
  };
  const { requirements } = await ask<{ requirements: Records[] }>('GET', `${url}/standards/wcag-2-2/requirements`);
  const { standard } = await ask('GET', `${url}/standards/wcag-2-2`);
  const { conformanceReport } = await ask('POST', `${product.url}/conformance-reports`, {
    title: 'Draft',
    standardId: standard!['id'],
  });
  const targets = {
    findings: await idsOf('findings'),
    issues: await idsOf('issues'),
    risks: await idsOf('risks'),
    requirements: requirements.map(({ id }) => id),
    draft: `${product.url}/conformance-reports/${conformanceReport!['number']}`,
  };
  const operations = describedOperations();
  const reads = operations
    .filter(({ method, id }) => method === 'GET' && !UNDRIVEN.has(id))
    .flatMap((operation) => readsOf(operation, names, OPEN_TO_ALL.test(operation.id) ? undefined : token) ?? []);
  const writes = [...writesOf(account, targets), ...(await picturesOf(account)), ...(await auditLoads(account))];
  const loads = [...reads, ...writes, idleConnections, tarpitMessages(account, tarpit)];
  const driven = new Set(loads.map(({ operation }) => operation));
  const unnamed = operations.map(({ id }) => id).filter((id) => !driven.has(id) && !UNDRIVEN.has(id));
  return { loads, unnamed };
}
