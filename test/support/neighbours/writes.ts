import type { Account, OwnOrganization } from './accounts.js';
import { CALLERS, type Load, writing } from './loads.js';

/** Records of the first organization that writes name. */
export interface Targets {
  findings: string[];
  issues: string[];
  risks: string[];
  requirements: string[];
  /** Address of a conformance report that is no longer written, and of a draft. */
  draft: string;
}

/** The specification takes a report of 1 MB. */
const REPORT_BYTES = 1_048_576 - 1_000;
const ROWS_AT_ONCE = 100;

/** The body of a report, as full of these findings as it may be. */
function fullReport({ product }: OwnOrganization, finding: (index: number) => object): object {
  const findings: object[] = [];
  for (let bytes = 0; ;) {
    const next = finding(findings.length);
    bytes += JSON.stringify(next).length + 1;
    if (bytes > REPORT_BYTES) break;
    findings.push(next);
  }
  const report = { productRef: product.slug, type: 'automated_scan', tool: 'axe-core', idempotencyKey: '{{once}}' };
  return { ...report, findings };
}

/** Each write that takes many records or large ones, with as much as its schema allows. */
export function writesOf({ organizations, token, id: userId }: Account, targets: Targets): Load[] {
  const [{ url, product }] = organizations as [OwnOrganization];
  const reports = (kind: string, finding: (index: number) => object, path = '/api/ingest/test-activity'): Load =>
    writing(
      'ingest_report',
      kind,
      'POST',
      organizations.map((organization) => ({
        path,
        token: organization.ingestKey,
        body: fullReport(organization, finding),
      })),
    );
  const toAll = (operation: string, kind: string, path: string, body: unknown): Load =>
    writing(
      operation,
      kind,
      'POST',
      organizations.map((organization) => ({ path: `${organization.product.url}/${path}`, token, body })),
    );
  const toOne = (operation: string, kind: string, method: string, path: string, ...bodies: unknown[]): Load =>
    writing(
      operation,
      kind,
      method,
      bodies.map((body) => ({ path, token, body })),
    );
  const many = (ids: readonly string[]): string[] => ids.slice(0, ROWS_AT_ONCE);
  const large = { title: 'a'.repeat(200), description: 'a'.repeat(2_000) };
  const smallest = (index: number): object => ({ title: 'a', ruleId: index.toString(36) });
  return [
    reports('as many findings as it takes', smallest),
    reports('the same, tried only', smallest, '/api/ingest/test-activity?dryRun=true'),
    reports('the longest texts', (index) => ({
      title: 'a'.repeat(300),
      ruleId: `rule-${index}`,
      description: 'ab'.repeat(2_500),
      selector: `#a${index}`,
    })),
    writing(
      'ingest_reportAsPerson',
      'as many findings as it takes',
      'POST',
      organizations.map((organization) => {
        const { productRef: _, ...body } = fullReport(organization, smallest) as { productRef: string };
        return { path: `${organization.product.url}/reports`, token, body };
      }),
    ),
    reports('the longest selectors', (index) => ({
      title: 'a',
      ruleId: 'b',
      selector: `${'a > '.repeat(24_000)}${index}`,
    })),
    toOne(
      'issues_bulkUpdate',
      'largest',
      'PATCH',
      `${url}/issues/bulk`,
      { ids: many(targets.issues), data: { state: 'closed', severity: 'high' } },
      { ids: many(targets.issues), data: { state: 'open', severity: 'low' } },
    ),
    toOne(
      'risks_bulkUpdate',
      'largest',
      'PATCH',
      `${url}/risks/bulk`,
      { ids: many(targets.risks), data: { likelihood: 'high' } },
      { ids: many(targets.risks), data: { likelihood: 'low' } },
    ),
    toOne(
      'findings_bulkTriage',
      'largest',
      'PATCH',
      `${url}/findings/bulk`,
      { ids: many(targets.findings), data: { action: 'dismiss', reason: 'third_party', comment: 'a'.repeat(2_000) } },
      { ids: many(targets.findings), data: { action: 'reopen' } },
    ),
    toOne(
      'issues_replaceRequirements',
      'largest',
      'PUT',
      `${product.url}/issues/1/requirements`,
      { requirementIds: targets.requirements.slice(0, 200) },
      { requirementIds: [] },
    ),
    toOne('conformanceVerdicts_stateMany', 'largest', 'PATCH', `${targets.draft}/verdicts`, {
      verdicts: many(targets.requirements)
        .slice(0, 25)
        .map((requirementId) => ({
          requirementId,
          verdict: 'partially_supports',
          remarks: 'a'.repeat(10_000),
        })),
    }),
    toOne('inventory_bulkUpdate', 'largest', 'PATCH', `${product.url}/pages/bulk`, {
      filter: { q: 'example' },
      data: { state: 'ignored' },
    }),
    toOne('inventory_import', 'tried only', 'POST', `${product.url}/pages/import`, {
      format: 'sitemap',
      content: Array.from({ length: 10_000 }, (_, n) => `https://shop.example/products/${n}?size=${n % 7}`).join('\n'),
      dryRun: true,
    }),
    toAll('issues_create', 'largest', 'issues', large),
    toAll('risks_create', 'largest', 'risks', large),
    toOne(
      'issues_createComment',
      'largest',
      'POST',
      `${product.url}/issues/1/comments`,
      ...['*a_ ', '[a](b) ', '> '.repeat(50), '`'].map((piece) => ({
        body: piece.repeat(20_000 / piece.length).slice(0, 20_000),
      })),
    ),
    toOne('settings_applyDeadlines', 'tried only', 'POST', `${url}/settings/deadlines/apply`, { dryRun: true }),
    toAll('ownershipRules_preview', 'largest', 'ownership-rules/preview', {
      rules: Array.from({ length: 100 }, () => ({
        match: { page: '/none/:id/**', selector: '*' },
        assign: { userId },
      })),
    }),
    toAll('audits_create', 'as many', 'audits', { type: 'full' }),
    toAll('testActivities_log', 'as many', 'test-activity', { type: 'manual_test' }),
    toAll('products_pin', 'as many', 'pin', {}),
    toOne('standards_duplicate', 'as many', 'POST', `${url}/standards/wcag-2-2/duplicate`, {}),
    toOne('conformanceReports_create', 'as many', 'POST', `${product.url}/conformance-reports`, {
      title: 'Report',
      notes: 'a'.repeat(10_000),
      methods: 'a'.repeat(10_000),
      scope: 'a'.repeat(10_000),
    }),
  ];
}

/** What takes connections and says nothing. */
export const idleConnections: Load = {
  name: 'connections: 2,000 idle ones',
  requests: [],
  bodies: [],
  callers: CALLERS,
  idle: 2_000,
};

/** Webhooks of two organizations, all to a receiver that never answers, each of which every test message goes to. */
export function tarpitMessages({ organizations, token, ask }: Account, receiver: string): Load {
  const made: string[] = [];
  const load = writing('webhooks_test', 'a receiver that never answers', 'POST', []);
  return {
    ...load,
    before: async () => {
      for (const { url } of organizations.slice(0, 2))
        for (let index = 0; index < 20; index += 1) {
          const { webhook } = await ask('POST', `${url}/webhooks`, { url: receiver });
          made.push(`${url}/webhooks/${webhook!['id']}`);
        }
      for (const path of made)
        load.requests.push({ method: 'POST', path: `${path}/test`, headers: { authorization: `Bearer ${token}` } });
    },
    after: async () => {
      load.requests.length = 0;
      for (const path of made.splice(0)) await ask('DELETE', path);
    },
  };
}
