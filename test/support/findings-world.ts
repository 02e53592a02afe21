import { createHmac, randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { FindingDto } from '../../apps/api/src/findings/triage/dto/finding.dto.js';
import type { Finding } from '../../apps/api/src/findings/triage/finding.entity.js';
import { actionsOf } from '../../apps/api/src/findings/triage/lifecycle.js';
import type { PagesOfFinding } from '../../apps/api/src/findings/triage/pages/pages-of-finding.js';
import { statusOf } from '../../apps/api/src/findings/triage/status.js';
import { FindingsService } from '../../apps/api/src/findings/triage/findings.service.js';
import { IssuesService } from '../../apps/api/src/records/issues/issues.service.js';
import { Organization } from '../../apps/api/src/accounts/organizations/organization.entity.js';
import { Product } from '../../apps/api/src/products/products/product.entity.js';
import { LineAges } from '../../apps/api/src/findings/scan-runs/line-ages.service.js';
import { type Model, stateOf } from './findings-model.js';
import { byName } from './findings-shown.js';
import type {
  Answer,
  Glance,
  Report,
  Shown,
  ShownFinding,
  ShownIssue,
  ShownLine,
  ShownRun,
  Step,
  TriageAction,
} from './findings-steps.js';
import { fromNow } from './moments.js';
import type { Service } from './service.js';
import type { World } from './world.js';
import { regraded } from './grades.js';
import { TABLE_OWNERS } from './sql/owners.js';

/** What reports say of themselves: it does not depend on when they arrived. */
const WIRE_TIMES = [
  'completed_at',
  'started_at',
  'first_seen_at',
  'last_seen_at',
  'seen_at',
  'first_at',
  'last_at',
  'moment',
];
const OWNERS = ['test-activities', 'issues', 'findings'];

/** Lets time pass for the findings of a product: all that happened to them happened so much earlier. */
async function passTime(service: Service, productId: string, ms: number): Promise<void> {
  const tables = [...TABLE_OWNERS].filter(([, owner]) => OWNERS.includes(owner)).map(([table]) => table);
  const shifts = await service.database.query<{ table: string; columns: string[]; of: string }[]>(
    `SELECT c.table_name AS "table", array_agg(DISTINCT c.column_name::text) AS columns, max(k.column_name::text) AS "of"
     FROM information_schema.columns c JOIN information_schema.columns k USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.data_type = 'timestamp with time zone' AND k.column_name IN ('product_id', 'finding_id')
       AND c.table_name = ANY ($1) AND NOT c.column_name = ANY ($2)
     GROUP BY 1`,
    [tables, WIRE_TIMES],
  );
  for (const { table, columns, of } of shifts) {
    const earlier = columns.map((column) => `${column} = ${column} - $2 * interval '1 millisecond'`).join(', ');
    const ours = of === 'product_id' ? '= $1' : 'IN (SELECT id FROM findings WHERE product_id = $1)';
    await service.database.query(`UPDATE ${table} SET ${earlier} WHERE ${of} ${ours}`, [productId, ms]);
  }
  const ofProduct = 'finding_id IN (SELECT id FROM findings WHERE product_id = $1)';
  await service.database.query(
    `UPDATE triage_decisions SET made_at = made_at - $2 * interval '1 millisecond', undone_at = undone_at - $2 * interval '1 millisecond'
     WHERE id IN (SELECT decision_id FROM finding_decisions WHERE ${ofProduct})`,
    [productId, ms],
  );
  // What a decision gives back is kept as JSON.
  await service.database.query(
    `UPDATE finding_decisions SET before = before || (
       SELECT coalesce(jsonb_object_agg(key, to_jsonb((value #>> '{}')::timestamptz - $2 * interval '1 millisecond')), '{}')
       FROM jsonb_each(before) WHERE key = ANY ($3) AND jsonb_typeof(value) = 'string')
     WHERE before IS NOT NULL AND ${ofProduct}`,
    [productId, ms, ['dismissed_until', 'absent_at', 'resolved_at', 'waits_from', 'triaged_at']],
  );
  await regraded(service, productId);
}

/** Takes the steps of the model in the service, over HTTP, and reads what it shows. */
export interface FindingsWorld {
  /** @param model as it is before the step: the service has lines, findings and runs under ids of its own */
  take(step: Step, model: Model): Promise<Answer>;
  /** Findings, issues and lines. */
  show(): Promise<Glance>;
  /**
   * The same with what is read of each finding and run alone: it takes a request for each finding and five for each
   * run.
   */
  showAll(): Promise<Shown>;
}

/** A record as it is answered: its shape is checked against the OpenAPI document already. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Row = Record<string, any>;

const GITHUB_SECRET = 'a secret that GitHub knows';

/** Lets GitHub deliver to the organization. */
export const listenToGitHub = (service: Service, w: World) =>
  service.as(w.owner.token).put(`${w.organization.url}/settings/github`).send({ secret: GITHUB_SECRET });

/** A product without findings, with an area for reports that look at a part of it. */
export async function openFindingsWorld(service: Service, w: World): Promise<FindingsWorld> {
  const product = await w.newProduct('Model');
  const owner = service.as(w.owner.token);
  const area = await owner.post(`${product.url}/areas`).send({ name: 'Checkout' });
  const sent = new Map<number, object>();
  const ids = new Map<string, string>();
  const names = new Map<string, string>();
  const decisions: string[] = [];

  const list = async (path: string, name: string): Promise<Row[]> => (await owner.get(path)).body[name] as Row[];

  async function report(said: Report, dryRun: boolean): Promise<Answer> {
    const body = {
      ...bodyOf(said, product.slug, area.body.area.slug as string),
      ...(dryRun ? {} : { idempotencyKey: randomUUID() }),
    };
    const response = await ingest(body, dryRun);
    if (response.status === 201) sent.set(response.body.testActivity.number as number, body);
    return answerOf(response, dryRun ? 200 : 201);
  }

  const ingest = (body: object, dryRun = false) =>
    service
      .as(w.keys.ingest)
      .post(`/api/ingest/test-activity${dryRun ? '?dryRun=true' : ''}`)
      .send(body);

  async function triage({ action, findings, issue, untilIn }: Extract<Step, { kind: 'triage' }>): Promise<Answer> {
    const until = { until: untilIn === undefined ? null : fromNow(untilIn).toISOString() };
    const fields: Record<TriageAction, object | undefined> = {
      confirm: issue === undefined ? undefined : { issueNumber: issue },
      dismiss: { reason: 'accepted', ...until },
      reopen: undefined,
    };
    const [only, ...others] = findings.map((name) => ids.get(name)!);
    const bulk = { ids: [only, ...others], data: { action, ...fields[action] } };
    const response =
      others.length === 0
        ? await owner.post(`${product.url}/findings/${only}/${action}`).send(fields[action])
        : await owner.patch(`${w.organization.url}/findings/bulk`).send(bulk);
    const { decision } = response.body as { decision?: { id: string } | null };
    if (decision) decisions.push(decision.id);
    return code(response);
  }

  async function undoTriage(decision: number): Promise<Answer> {
    const response = await owner.post(`${w.organization.url}/findings/decisions/${decisions[decision]}/undo`);
    if (response.status !== 200) return code(response);
    const { undone, skipped, kept } = response.body as {
      undone: number;
      skipped: string[];
      kept: { number: number }[];
    };
    return `undone ${undone}, skipped ${skipped.length}, kept ${kept.map(({ number }) => number).join()}`;
  }

  /** Ends a line, which is told by its first run: names need not. */
  async function endLine(key: string, model: Model): Promise<Answer> {
    const line = stateOf(model).lines.findLast((known) => known.key === key)!;
    const first = line.runs[0]!.number;
    const found = (await list(`${product.url}/lines`, 'lines')).find(({ firstRun }) => firstRun.number === first)!;
    const answer = code(await owner.post(`${product.url}/lines/${found.id}/end`));
    expect(code(await owner.post(`${product.url}/lines/${found.id}/end`))).toBe('line_ended');
    return answer;
  }

  const take: FindingsWorld['take'] = async (step, model) => {
    switch (step.kind) {
      case 'report':
        return report(step.report, step.dryRun ?? false);
      case 'repeat':
        return answerOf(await ingest(sent.get(step.number)!), 200);
      case 'undo':
        return code(await owner.delete(`${product.url}/test-activity/${step.number}`));
      case 'triage':
        return triage(step);
      case 'undo triage':
        return undoTriage(step.decision);
      case 'answer pages': {
        const { finding, pages, action, untilIn } = step;
        const until = { until: untilIn === undefined ? null : fromNow(untilIn).toISOString() };
        const body = { pages, action, ...(action === 'dismiss' && { reason: 'accepted', ...until }) };
        return code(await owner.post(`${product.url}/findings/${ids.get(finding)}/pages`).send(body));
      }
      case 'edit':
        return code(await owner.patch(`${product.url}/findings/${ids.get(step.finding)}`).send({ title: step.title }));
      case 'issue':
        return code(await owner.patch(`${product.url}/issues/${step.number}`).send({ state: step.state }));
      case 'delete issue':
        return code(await owner.delete(`${product.url}/issues/${step.number}`));
      case 'end line':
        return endLine(step.line, model);
      case 'close pull request':
        return code(await deliverClosed(service, w, step));
      case 'end idle lines':
        await service.app.get(LineAges).endAged();
        return 'done';
      case 'wait':
        await passTime(service, product.id, step.ms);
        return 'done';
    }
  };

  // Read from the services, as the controllers do: requests would take most of the time.
  const [reader, issueReader] = [service.app.get(FindingsService), service.app.get(IssuesService)];
  const { manager } = service.database;
  const organization = await manager.findOneByOrFail(Organization, { id: w.organization.id });
  const row = await manager.findOneByOrFail(Product, { id: product.id });
  const scope = { organization, product: row };
  const page = { page: 1, pageSize: 100, total: true, sortDirection: 'asc' } as const;

  async function findings(): Promise<FindingDto[]> {
    const { items } = await reader.page(scope, { ...page, sortField: 'createdAt' });
    ids.clear();
    names.clear();
    const counts = new Map<string, number>();
    for (const {
      finding: { id, tool, ruleId },
    } of items) {
      const name = `${tool} ${ruleId}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      names.set(id, count === 1 ? name : `${name} ${count}`);
      ids.set(names.get(id)!, id);
    }
    return items.map(FindingDto.from);
  }

  async function detailed({ id }: FindingDto): Promise<ShownFinding> {
    const read = await reader.read(organization, row, id);
    const { finding, occurrences, issue, where } = read;
    const pages = occurrences.map(({ sourceUrl, firstSeenAt, lastSeenAt }) => ({
      page: sourceUrl,
      firstSeen: +firstSeenAt,
      lastSeen: +lastSeenAt,
    }));
    return {
      ...shownFinding(FindingDto.from(read), names),
      issue: issue?.number ?? null,
      pages,
      ...shownWhere(finding, where),
    };
  }

  const issues = async (): Promise<ShownIssue[]> =>
    (await issueReader.page(scope, { ...page, sortField: 'number' }, null)).items.map(
      ({ issue: { number, state }, verdict }) => ({ number, state, ...verdict }),
    );

  const lines = async (): Promise<ShownLine[]> =>
    (await list(`${product.url}/lines`, 'lines')).map(({ tool, kind, name, firstRun, lastRun, findingsPresent }) => ({
      tool,
      kind,
      name,
      findingsPresent,
      firstRun: shownPlace(firstRun),
      lastRun: shownPlace(lastRun),
    }));

  const runs = async (): Promise<ShownRun[]> => {
    const entries = await list(`${product.url}/testing-feed?pageSize=100`, 'entries');
    const read = entries.map(async ({ number, discoveredFeedbackCount }) => ({
      number,
      changes: await changesOf(number as number),
      discovered: discoveredFeedbackCount,
    }));
    return (await Promise.all(read)).sort((a, b) => a.number - b.number);
  };

  async function changesOf(number: number): Promise<string[]> {
    const changes = new Map<string, string>();
    const query = { ...page, sortField: 'createdAt' } as const;
    for (const { finding } of (await reader.ofActivity(row, number, query)).items)
      changes.set(names.get(finding.id)!, 'dismissed');
    for (const change of ['new', 'known', 'regressed', 'spread', 'resolved'] as const)
      for (const { finding } of (await reader.ofActivity(row, number, { ...query, change: [change] })).items)
        changes.set(names.get(finding.id)!, change);
    return [...changes].map(([name, change]) => `${name}: ${change}`).sort();
  }

  const rest = async () => ({ issues: await issues(), lines: await lines() });
  return {
    take,
    show: async () => ({
      findings: byName((await findings()).map((finding) => shownFinding(finding, names))),
      ...(await rest()),
    }),
    showAll: async () => ({
      findings: byName(await Promise.all((await findings()).map(detailed))),
      runs: await runs(),
      ...(await rest()),
    }),
  };
}

const shownWhere = (
  finding: Finding,
  { pages, isInProposal }: PagesOfFinding,
): Pick<ShownFinding, 'where' | 'actions'> => ({
  where: pages
    .map(({ page, lines, answer }) => ({
      page,
      lines: lines.map(({ kind, name }) => `${kind} ${name}`).sort(),
      answer: answer?.action ?? null,
    }))
    .sort((a, b) => (a.page < b.page ? -1 : 1)),
  actions: actionsOf(statusOf(finding, new Date()), finding.landed && isInProposal),
});

const shownPlace = ({ number, at }: Row): ShownLine['firstRun'] => ({ number, at: Date.parse(at) });

const shownFinding = (finding: FindingDto, names: ReadonlyMap<string, string>): Glance['findings'][number] => ({
  name: names.get(finding.id)!,
  selector: finding.selector,
  aliases: finding.aliases,
  status: finding.status,
  proposed: finding.proposed,
  title: finding.title,
  edited: finding.edited.length > 0,
  regressions: finding.regressionCount,
  firstSeen: +finding.firstSeenAt,
  lastSeen: +finding.lastSeenAt,
});

const code = ({ status, body }: Response): string => (status < 300 ? 'done' : (body.code as string));

function answerOf(response: Response, status: number): Answer {
  if (response.status !== status) return code(response);
  const { introduced: brought, fixes, behind, base } = response.body;
  const { review: toReview, pagesCut: isCut, ...introduced } = brought;
  expect([toReview, isCut]).toEqual([[], false]);
  const { review, ...delta } = response.body.delta;
  // Reports of the model have nothing to review.
  return { delta: review === 0 ? delta : response.body.delta, introduced, fixes, behind, base };
}

function bodyOf(said: Report, productRef: string, area: string): object {
  const { tool, at, complete, areas, line, sweep, pages, findings, ...rest } = said;
  const { trigger = 'push', environment, prNumber, repository, ref, commit, baseCommits } = rest;
  const hasContext = Object.values(rest).some((value) => value !== undefined);
  const prUrl = repository === undefined ? undefined : `https://github.com/${repository}/pull/${prNumber}`;
  return {
    type: 'automated_scan',
    tool,
    productRef,
    completedAt: new Date(at).toISOString(),
    line,
    sweep,
    pages,
    coverage: complete ? 'complete' : 'partial',
    areas: areas ? [area] : undefined,
    context: hasContext ? { trigger, environment, prNumber, prUrl, ref, commitSha: commit, baseCommits } : undefined,
    findings: findings.map(({ rule, page, ...said }) => ({ ruleId: rule, sourceUrl: page, ...said })),
  };
}

function deliverClosed(service: Service, w: World, closed: { repository: string; number: number }) {
  const body = JSON.stringify({
    action: 'closed',
    number: closed.number,
    repository: { full_name: closed.repository },
    pull_request: {
      number: closed.number,
      html_url: `https://github.com/${closed.repository}/pull/${closed.number}`,
      updated_at: new Date().toISOString(),
    },
  });
  const signature = createHmac('sha256', GITHUB_SECRET).update(body).digest('hex');
  return service
    .as()
    .post(`/api/webhooks/github/${w.organization.id}`)
    .set({
      'content-type': 'application/json',
      'x-github-event': 'pull_request',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${signature}`,
    })
    .send(body);
}
