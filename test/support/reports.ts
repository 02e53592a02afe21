import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { draw } from './dice.js';
import type { TrafficResponse, Traffic } from './traffic.js';
import type { World } from './world.js';

const TOOLS = ['axe-core', 'pa11y', 'lighthouse'];

/** A report of `count` findings, of which about half are new each time and half were there before. */
export function report(w: World, productRef: string, count: number, idempotencyKey: string = randomUUID()) {
  const tool = TOOLS[Math.floor(draw() * TOOLS.length)]!;
  return {
    kind: 'ingest',
    method: 'POST',
    path: '/api/ingest/test-activity',
    credential: w.keys.ingest,
    body: {
      productRef,
      tool,
      idempotencyKey,
      type: 'automated_scan',
      coverage: 'complete',
      context: { trigger: 'push', environment: 'staging' },
      findings: Array.from({ length: count }, (_, i) => ({
        ruleId: `rule-${i % 7}`,
        title: 'Buttons must have discernible text',
        severity: 'high',
        selector: i % 2 ? `#stable-${i}` : `#random-${Math.floor(draw() * 10_000)}`,
        sourceUrl: `https://shop.example/${i % 3}`,
      })),
    },
  };
}

/** A caller that reports again and again, and sends a report that was not taken once more under the same key. */
export function reporter(
  w: World,
  productRef: string,
  count: number,
): (earlier?: TrafficResponse) => ReturnType<typeof report> {
  let current = report(w, productRef, count);
  return (earlier) => {
    if (earlier && earlier.status < 300 && earlier.status > 0) current = report(w, productRef, count);
    return current;
  };
}

/** The ids of the activities that the service said it had kept. */
export const acknowledgedActivities = (traffic: Traffic): string[] => [
  ...new Set(
    traffic.answers
      .filter(({ kind, status }) => kind === 'ingest' && (status === 200 || status === 201))
      .map(({ body }) => (body as { testActivity: { id: string } }).testActivity.id),
  ),
];

/** Counts integrity violations in the database by kind; every number should be 0. */
export async function integrityFlaws(
  url: string,
  acknowledgedIds: readonly string[] = [],
): Promise<Record<string, number>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const count = async (sql: string, values: unknown[] = []): Promise<number> =>
      Number((await client.query<{ n: string }>(`SELECT count(*) AS n FROM (${sql}) flaw`, values)).rows[0]!.n);
    return {
      'acknowledged activities lost': await count(
        'SELECT id FROM unnest($1::uuid[]) AS said(id) WHERE id NOT IN (SELECT id FROM test_activities)',
        [acknowledgedIds],
      ),
      ...(await lossesOf(client)),
      'activities without exactly one event': await count(
        `SELECT a.id FROM test_activities a LEFT JOIN events e ON e.subject_id = a.id AND e.type = 'test_activity.ingested'
         GROUP BY a.organization_id, a.id HAVING count(e.id) <> 1`,
      ),
      'events without their activity': await count(
        `SELECT id FROM events WHERE type = 'test_activity.ingested' AND subject_id NOT IN (SELECT id FROM test_activities)`,
      ),
      'gaps in numbers': await count(
        `SELECT c.product_id FROM product_counters c LEFT JOIN test_activities a ON a.product_id = c.product_id
         WHERE c.kind = 'test_activity' GROUP BY c.product_id, c.value HAVING c.value <> count(a.id) OR c.value <> max(a.number)`,
      ),
      'wrong counts of activities': await count(
        `SELECT product_id FROM (SELECT product_id, count(*) AS n FROM test_activities GROUP BY 1) a
         FULL JOIN (SELECT product_id, sum(value) AS n FROM activity_counts GROUP BY 1) c USING (product_id)
         WHERE a.n IS DISTINCT FROM c.n`,
      ),
      'products with evidence and no Grade': await count(
        'SELECT DISTINCT product_id FROM test_activities WHERE product_id NOT IN (SELECT product_id FROM current_grades)',
      ),
    };
  } finally {
    await client.end();
  }
}

interface Scan {
  tool: string;
  productId: string;
  setId: string;
  findingCount: number;
  resolvedCount: number;
  /** How many findings its answer names as resolved. */
  resolved: number;
}

/** What scans have reported compared with the findings that there are. */
async function lossesOf(client: Client): Promise<Record<string, number>> {
  const rows = async <T extends object>(sql: string): Promise<T[]> => (await client.query<T>(sql)).rows;
  const sets = await rows<{ productId: string; id: string; baseId: string | null; added: string[]; removed: string[] }>(
    'SELECT product_id AS "productId", id, base_id AS "baseId", added, removed FROM finding_sets ORDER BY depth',
  );
  const members = new Map<string, Set<string>>();
  for (const { productId, id, baseId, added, removed } of sets) {
    const own = new Set(baseId === null ? [] : members.get(`${productId} ${baseId}`));
    for (const identity of removed) own.delete(identity);
    for (const identity of added) own.add(identity);
    members.set(`${productId} ${id}`, own);
  }
  const scans = await rows<Scan>(
    `SELECT lower(trim(a.tool)) AS tool, a.product_id AS "productId", a.set_id AS "setId", a.finding_count AS "findingCount",
       a.resolved_count AS "resolvedCount", coalesce(cardinality(w.resolved), 0) AS resolved
     FROM test_activities a LEFT JOIN finding_answers w ON w.product_id = a.product_id AND w.id = a.answer_id
     WHERE a.type = 'automated_scan'`,
  );
  const findings = await rows<{ key: string }>(`SELECT product_id || tool || identity AS key FROM findings`);
  const known = new Set(findings.map(({ key }) => key));
  const reported = new Set<string>();
  const isIncomplete = ({ tool, productId, setId, findingCount, resolvedCount, resolved }: Scan): boolean => {
    const own = [...members.get(`${productId} ${setId}`)!].map((identity) => `${productId}${tool}${identity}`);
    for (const key of own) reported.add(key);
    return own.length !== findingCount || resolvedCount !== resolved || !own.every((key) => known.has(key));
  };
  return {
    'activities without all their findings': scans.filter(isIncomplete).length,
    'findings that no run reported': [...known].filter((key) => !reported.has(key)).length,
  };
}
