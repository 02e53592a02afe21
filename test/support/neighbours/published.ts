import type { Client } from 'pg';
import { REPORT } from '../conformance.js';
import type { Account } from './accounts.js';
import { multiply } from './multiply.js';

const COMPONENTS = ['web', 'electronic-docs', 'software', 'authoring-tool'];
const STATED_AT_ONCE = 100;

/**
 * Publishes a report of the first product on a standard with this many requirements, each judged for all four
 * components.
 */
export async function publish(
  database: Client,
  { ask, organizations }: Account,
  requirements: number,
): Promise<{ token: string; number: string }> {
  const { url, product } = organizations[0]!;
  const { standard } = await ask('POST', `${url}/standards`, { name: 'House rules' });
  const { requirement } = await ask('POST', `${url}/standards/${standard!['slug']}/requirements`, { name: 'Rule 0' });
  await multiply(database, 'requirements', requirement!['id']!, requirements - 1, {
    id: 'gen_random_uuid()',
    name: `'Rule ' || n`,
  });
  const { audit } = await ask('POST', `${product.url}/audits`, { type: 'full' });
  await ask('PATCH', `${product.url}/audits/${audit!['number']}`, { standardId: standard!['id'], status: 'completed' });
  const { conformanceReport } = await ask('POST', `${product.url}/conformance-reports`, {
    ...REPORT,
    auditId: audit!['id'],
  });
  const number = String(conformanceReport!['number']);
  const report = `${product.url}/conformance-reports/${number}`;
  const { rows } = await database.query<{ id: string }>('SELECT id FROM requirements WHERE standard_id = $1', [
    standard!['id'],
  ]);
  // Evidence of all would be more than a report may hold.
  const evidence = [{ kind: 'audit', number: Number(audit!['number']) }];
  const verdicts = rows.flatMap(({ id: requirementId }) =>
    COMPONENTS.map((component, index) =>
      index % 2
        ? { requirementId, component, verdict: 'partially_supports', remarks: 'Some do.' }
        : { requirementId, component, verdict: 'supports', evidence },
    ),
  );
  for (let from = 0; from < verdicts.length; from += STATED_AT_ONCE)
    await ask('PATCH', `${report}/verdicts`, { verdicts: verdicts.slice(from, from + STATED_AT_ONCE) });
  const published = await ask('POST', `${report}/publish`);
  return { token: published['conformanceReport']!['publicToken']!, number };
}
