import { printFigures } from '../support/figures.js';
import {
  type ReplicaResponse,
  concurrently,
  countEndings,
  raceAll,
  rounds,
  statusAndCode,
  statuses,
  useReplicas,
  RACE_TIMEOUT_MS,
} from '../support/races.js';
import type { World } from '../support/world.js';

const replicas = useReplicas('products and their records');
type Product = World['product'];

/** How many rows of every kind the product has. */
async function rowsOf(productId: string): Promise<Record<string, number>> {
  const evidence = ['test_activities', 'lines', 'finding_tracks', 'finding_sets', 'finding_answers', 'findings'];
  const tables = ['issues', 'audits', 'risks', 'areas', 'events', ...evidence];
  const [row] = await replicas.database.query(
    `SELECT ${tables.map((table) => `(SELECT count(*)::int FROM ${table} WHERE product_id = $1) AS ${table}`).join()}`,
    [productId],
  );
  return row;
}

const scan = (w: World, product: Product, rules: readonly string[]): Promise<ReplicaResponse> =>
  replicas.as(w.keys.ingest).post('/api/ingest/test-activity', {
    type: 'automated_scan',
    tool: 'axe',
    productRef: product.slug,
    findings: rules.map((ruleId) => ({ ruleId, title: ruleId })),
  });

/** Everything that makes a record in a product. */
async function creatorsIn(w: World, product: Product): Promise<Record<string, () => Promise<ReplicaResponse>>> {
  const owner = replicas.as(w.owner.token);
  await scan(w, product, ['known']);
  const { risk } = (await owner.post(`${product.url}/risks`, { title: 'Risk' })).body;
  const finding = (await owner.get(`${product.url}/findings`)).body.findings[0];
  return {
    issue: () => owner.post(`${product.url}/issues`, { title: 'Issue' }),
    audit: () => owner.post(`${product.url}/audits`, {}),
    risk: () => owner.post(`${product.url}/risks`, { title: 'Risk' }),
    activity: () => owner.post(`${product.url}/test-activity`, { type: 'manual_test' }),
    area: () => owner.post(`${product.url}/areas`, { name: 'Area' }),
    report: () => scan(w, product, ['known', 'new']),
    materialize: () => owner.post(`${product.url}/risks/${risk.number}/materialize`),
    confirm: () => owner.post(`${product.url}/findings/${finding.id}/confirm`),
  };
}

test(
  'once a product is archived, nothing is made in it any more',
  async () => {
    const w = await replicas.world();
    const made: Record<string, number> = {};
    const endings = await countEndings(rounds(4), async () => {
      const product = await w.newProduct();
      const creators = await creatorsIn(w, product);
      let rowsThen: Record<string, number> = {};
      const archive = async (): Promise<ReplicaResponse> => {
        const answer = await replicas.as(w.owner.token).post(`${product.url}/archive`);
        rowsThen = await rowsOf(product.id);
        return answer;
      };
      const [archived, ...answers] = await raceAll(archive, ...Object.values(creators));
      expect(archived.status).toBe(200);
      expect(['201', '409 product_archived']).toEqual(expect.arrayContaining(answers.map(statusAndCode)));
      expect(await rowsOf(product.id)).toEqual(rowsThen);
      for (const [i, kind] of Object.keys(creators).entries())
        if (answers[i]!.status === 201) made[kind] = (made[kind] ?? 0) + 1;
      // Whoever comes later is refused; what was made before is answered again.
      const late = await Promise.all(Object.values(creators).map((create) => create()));
      const again = late.filter(({ status }) => status === 200).length;
      expect(again).toBe(answers.slice(-2).filter(({ status }) => status === 201).length);
      expect(late.filter(({ status }) => status !== 200).every(({ code }) => code === 'product_archived')).toBe(true);
      expect(await rowsOf(product.id)).toEqual(rowsThen);
      expect(await areasAgree(product.id)).toBe(true);
      return `${answers.filter(({ status }) => status === 201).length} of 8 made`;
    });
    printFigures('archive against eight kinds of creation', { ...endings, ...made });
  },
  RACE_TIMEOUT_MS,
);

/** Whether all areas of the product are archived exactly when it is itself. */
async function areasAgree(productId: string): Promise<boolean> {
  const [{ agree }] = await replicas.database.query(
    `SELECT coalesce(bool_and((a.archived_at IS NULL) = (p.archived_at IS NULL)), true) AS agree
     FROM areas a JOIN products p ON p.organization_id = a.organization_id AND p.id = a.product_id WHERE p.id = $1`,
    [productId],
  );
  return agree;
}

test(
  'an area is never live in an archived product, whoever restores it meanwhile',
  async () => {
    const w = await replicas.world();
    const owner = replicas.as(w.owner.token);
    const endings = await countEndings(rounds(8), async (round) => {
      const product = await w.newProduct();
      for (const name of ['One', 'Two']) await owner.post(`${product.url}/areas`, { name });
      if (round % 2) await owner.post(`${product.url}/archive`);
      else await owner.post(`${product.url}/areas/one/archive`);
      const [restored, first, second] = await raceAll(
        () => owner.post(`${product.url}/areas/one/unarchive`),
        () => owner.post(`${product.url}/${round % 2 ? 'unarchive' : 'archive'}`),
        () => owner.post(`${product.url}/archive`),
      );
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(['200', '409 product_archived']).toContain(statusAndCode(restored));
      const areas = await replicas.database.query(
        `SELECT a.archived_at IS NULL AS area, p.archived_at IS NULL AS product
         FROM areas a JOIN products p ON p.organization_id = a.organization_id AND p.id = a.product_id WHERE p.id = $1 AND a.slug = 'one'`,
        [product.id],
      );
      const [{ area, product: live }] = areas;
      expect(area && !live).toBe(false);
      return `${statusAndCode(restored)}, product ${live ? 'live' : 'archived'}`;
    });
    printFigures('unarchive an area against archive the product', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'a risk that is materialized sixty times at once becomes one issue',
  async () => {
    const w = await replicas.world();
    const member = replicas.as(w.member.token);
    const times = rounds(1);
    await countEndings(times, async () => {
      const product = await w.newProduct();
      await member.post(`${product.url}/risks`, { title: 'Came true', impact: 'high' });
      const answers = await concurrently(60, () => member.post(`${product.url}/risks/1/materialize`));
      expect(statuses(answers)).toEqual({ 200: 59, 201: 1 });
      expect(new Set(answers.map(({ body }) => body.issue.id)).size).toBe(1);
      expect(await rowsOf(product.id)).toMatchObject({ issues: 1, risks: 1, events: 2 });
      return 'one issue';
    });
    printFigures('materialize, sixty at once', { rounds: times, issues: times });
  },
  RACE_TIMEOUT_MS,
);

test(
  'bulk changes, bulk deletes and single deletes of the same issues at once lose nothing and refer to nothing that is gone',
  async () => {
    const w = await replicas.world();
    const owner = replicas.as(w.owner.token);
    const endings = await countEndings(rounds(4), async () => {
      const product = await w.newProduct();
      await scan(w, product, ['a', 'b', 'c', 'd', 'e', 'f']);
      const { findings } = (await owner.get(`${product.url}/findings`)).body;
      const findingIds: string[] = findings.map(({ id }: { id: string }) => id);
      const triage = (data: object) => owner.patch(`${w.organization.url}/findings/bulk`, { ids: findingIds, data });
      await triage({ action: 'confirm' });
      const { issues } = (await owner.get(`${product.url}/issues`)).body;
      const ids: string[] = issues.map(({ id }: { id: string }) => id);
      const bulk = `${w.organization.url}/issues/bulk`;
      const [changed, deleted, ...others] = await raceAll<[ReplicaResponse, ReplicaResponse, ...ReplicaResponse[]]>(
        () => owner.patch(bulk, { ids, data: { state: 'closed' } }),
        () => owner.delete(bulk, { ids: [...ids].reverse().slice(0, 4) }),
        () => owner.delete(`${product.url}/issues/1`),
        () => owner.delete(`${product.url}/issues/6`),
        () => owner.patch(`${product.url}/issues/2`, { title: 'Changed' }),
        () => scan(w, product, ['a', 'f']),
        () => triage({ action: 'confirm' }),
      );
      expect(changed.body.updated + changed.body.notFound.length).toBe(6);
      expect(deleted.body.deleted + deleted.body.notFound.length).toBe(4);
      expect(['200', '201', '204', '404 not_found']).toEqual(expect.arrayContaining(others.map(statusAndCode)));
      const [{ dangling, orphans }] = await replicas.database.query(
        `SELECT count(*) FILTER (WHERE f.issue_id IS NOT NULL AND i.id IS NULL)::int AS dangling,
           count(*) FILTER (WHERE (f.status = 'confirmed') <> (f.issue_id IS NOT NULL))::int AS orphans
         FROM findings f LEFT JOIN issues i ON i.organization_id = f.organization_id AND i.id = f.issue_id WHERE f.product_id = $1`,
        [product.id],
      );
      expect({ dangling, orphans }).toEqual({ dangling: 0, orphans: 0 });
      return `${deleted.body.deleted} of 4 deleted in bulk`;
    });
    printFigures('bulk against delete', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'a change of a record that is deleted in the same moment is made or answered 404',
  async () => {
    const w = await replicas.world();
    const owner = replicas.as(w.owner.token);
    const told: Record<string, number> = {};
    await countEndings(rounds(3), async () => {
      const product = await w.newProduct();
      const area = (await owner.post(`${product.url}/areas`, { name: 'Area' })).body.area;
      await owner.post(`${product.url}/audits`, {});
      await owner.post(`${product.url}/issues`, { title: 'Issue' });
      await owner.post(`${product.url}/risks`, { title: 'Risk' });
      await owner.post(`${product.url}/test-activity`, { type: 'manual_test' });
      const team = (
        await owner.post('/api/auth/organization/create-team', { name: 'Team', organizationId: w.organization.id })
      ).body;
      const pairs: Record<string, [() => Promise<ReplicaResponse>, () => Promise<ReplicaResponse>]> = {
        area: [
          () => owner.patch(`${product.url}/areas/area`, { name: 'New' }),
          () => owner.delete(`${product.url}/areas/area`),
        ],
        'area, archived': [
          () => owner.post(`${product.url}/areas/area/archive`),
          () => owner.post(`${product.url}/areas/area/unarchive`),
        ],
        audit: [
          () => owner.patch(`${product.url}/audits/1`, { title: 'New' }),
          () => owner.delete(`${product.url}/audits/1`),
        ],
        issue: [
          () => owner.patch(`${product.url}/issues/1`, { title: 'New', areaIds: [area.id] }),
          () => owner.delete(`${product.url}/issues/1`),
        ],
        risk: [() => owner.post(`${product.url}/risks/1/materialize`), () => owner.delete(`${product.url}/risks/1`)],
        activity: [
          () => owner.delete(`${product.url}/test-activity/1`),
          () => owner.delete(`${product.url}/test-activity/1`),
        ],
        team: [
          () => owner.post('/api/auth/organization/update-team', { teamId: team.id, data: { name: 'New' } }),
          () => owner.post('/api/auth/organization/remove-team', { teamId: team.id }),
        ],
      };
      const answers = await Promise.all(Object.values(pairs).map(([change, remove]) => raceAll(change, remove)));
      for (const [i, kind] of Object.keys(pairs).entries()) {
        const ending = `${kind}: ${answers[i]!.map(statusAndCode).join(' and ')}`;
        told[ending] = (told[ending] ?? 0) + 1;
      }
      const oneDeletes = answers[5]!.map(statusAndCode).sort();
      expect(oneDeletes).toEqual(['204', '404 not_found']);
      const seen = new Set(answers.flat().map(statusAndCode));
      for (const answer of seen)
        expect(['200', '201', '204', '404 not_found', '400 TEAM_NOT_FOUND', '400 invalid_input']).toContain(answer);
      return '';
    });
    printFigures('change against delete', told);
  },
  RACE_TIMEOUT_MS,
);

test(
  'a product that is deleted under its creators, editors and reporters goes whole',
  async () => {
    const w = await replicas.world();
    const owner = replicas.as(w.owner.token);
    const told: Record<string, number> = {};
    await countEndings(rounds(3), async () => {
      const product = await w.newProduct();
      const creators = await creatorsIn(w, product);
      await owner.post(`${product.url}/issues`, { title: 'Issue' });
      const answers = await raceAll<ReplicaResponse[]>(
        () => owner.delete(product.url),
        () => owner.patch(product.url, { description: 'New' }),
        () => owner.post(`${product.url}/archive`),
        () => owner.patch(`${product.url}/issues/1`, { state: 'closed' }),
        ...Object.values(creators),
      );
      expect(answers[0]!.status).toBe(204);
      expect(['200', '201', '204', '404 not_found', '409 product_archived']).toEqual(
        expect.arrayContaining(answers.map(statusAndCode)),
      );
      for (const answer of answers) told[statusAndCode(answer)] = (told[statusAndCode(answer)] ?? 0) + 1;
      const { events: _, ...rows } = await rowsOf(product.id);
      expect(Object.values(rows)).toEqual(Object.values(rows).map(() => 0));
      return '';
    });
    printFigures('delete a product against all that is done in it', told);
  },
  RACE_TIMEOUT_MS,
);
