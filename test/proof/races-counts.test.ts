import { setTimeout as delay } from 'node:timers/promises';
import { checkCounts } from '../support/counts.js';
import { draw } from '../support/dice.js';
import { checkGrades } from '../support/grades.js';
import { printFigures } from '../support/figures.js';
import {
  type ReplicaResponse,
  countEndings,
  raceAll,
  rounds,
  statusAndCode,
  useReplicas,
  RACE_TIMEOUT_MS,
} from '../support/races.js';
import type { World } from '../support/world.js';

const replicas = useReplicas('counts of records');
type Product = World['product'];

const scan = (w: World, product: Product, rules: readonly string[]): Promise<ReplicaResponse> =>
  replicas.as(w.keys.ingest).post('/api/ingest/test-activity', {
    type: 'automated_scan',
    tool: 'axe',
    productRef: product.slug,
    context: { trigger: 'pull_request', environment: `pr-${rules.length}` },
    findings: rules.map((ruleId) => ({ ruleId, title: ruleId })),
  });

/** Three records of each kind, numbered from 1 to 3. */
async function filled(w: World, product: Product): Promise<void> {
  const owner = replicas.as(w.owner.token);
  for (let i = 1; i <= 3; i += 1) {
    await owner.post(`${product.url}/issues`, { title: 'Issue' });
    await owner.post(`${product.url}/risks`, { title: 'Risk' });
    await owner.post(`${product.url}/audits`, {});
    await scan(w, product, ['a', 'b', 'c'].slice(0, i));
  }
}

async function idsOf(w: World, list: 'issues' | 'risks'): Promise<string[]> {
  const { body } = await replicas.as(w.owner.token).get(`${w.organization.url}/${list}`);
  return body[list].map(({ id }: { id: string }) => id);
}

test(
  'units that add to the same products, and take from them in bulk in opposite orders, leave the counts of what is there',
  async () => {
    const endings = await countEndings(rounds(4), async () => {
      const w = await replicas.world();
      const owner = replicas.as(w.owner.token);
      const products = [w.product, await w.newProduct()];
      for (const product of products) await filled(w, product);
      const [issues, risks] = [await idsOf(w, 'issues'), await idsOf(w, 'risks')];
      const answers = await raceAll<ReplicaResponse[]>(
        () => owner.delete(`${w.organization.url}/issues/bulk`, { ids: issues.slice(0, 4) }),
        () => owner.delete(`${w.organization.url}/issues/bulk`, { ids: issues.slice(2).reverse() }),
        () => owner.delete(`${w.organization.url}/risks/bulk`, { ids: risks.slice(0, 4) }),
        () => owner.delete(`${w.organization.url}/risks/bulk`, { ids: risks.slice(2).reverse() }),
        ...products.flatMap((product) => [
          () => owner.post(`${product.url}/issues`, { title: 'Issue' }),
          () => owner.post(`${product.url}/issues`, { title: 'Issue' }),
          () => owner.post(`${product.url}/risks`, { title: 'Risk' }),
          () => owner.post(`${product.url}/audits`, {}),
          () => owner.delete(`${product.url}/audits/1`),
          () => owner.post(`${product.url}/risks/1/materialize`),
          () => owner.delete(`${product.url}/test-activity/1`),
          () => owner.delete(`${product.url}/test-activity/2`),
          () => scan(w, product, ['a', 'd', 'e']),
          () => scan(w, product, ['e', 'd', 'f', 'a']),
        ]),
      );
      expect(['200', '201', '204', '404 not_found']).toEqual(expect.arrayContaining(answers.map(statusAndCode)));
      await checkCounts(replicas);
      return `${answers.filter(({ status }) => status === 404).length} of ${answers.length} came too late`;
    });
    printFigures('counts under changes of many kinds', endings);
  },
  RACE_TIMEOUT_MS,
);

/** A standard of the organization with a rule, and the place where the rule is deleted. */
async function ownRule(w: World): Promise<{ standard: string; rule: string; id: string }> {
  const owner = replicas.as(w.owner.token);
  const { slug } = (await owner.post(`${w.organization.url}/standards`, { name: 'Ours' })).body.standard;
  const standard = `${w.organization.url}/standards/${slug}`;
  const { id } = (await owner.post(`${standard}/requirements`, { name: 'A rule' })).body.requirement;
  return { standard, rule: `${standard}/requirements/${id}`, id };
}

test(
  'issues that are linked, changed and deleted while their requirements end, and findings that are judged while runs come and go, leave counts and Grades of what is there',
  async () => {
    const told: Record<string, number> = {};
    await countEndings(rounds(4), async (round) => {
      const w = await replicas.world();
      const owner = replicas.as(w.owner.token);
      const products = [w.product, await w.newProduct()];
      for (const product of products) await filled(w, product);
      const { standard, rule, id } = await ownRule(w);
      const another = (await owner.post(`${standard}/requirements`, { name: 'Another' })).body.requirement.id;
      for (const { url } of products)
        await owner.put(`${url}/issues/1/requirements`, { requirementIds: [id, another] });
      const issues = await idsOf(w, 'issues');
      const { findings } = (await owner.get(`${w.organization.url}/findings`)).body;
      const known = findings.map((one: { id: string }) => one.id);
      const until = new Date(Date.now() + 86_400_000).toISOString();
      const many = (list: string, ids: string[], data: object) => () =>
        owner.patch(`${w.organization.url}/${list}/bulk`, { ids, data });
      const answers = await raceAll<ReplicaResponse[]>(
        () => owner.delete(round % 2 ? standard : rule),
        many('issues', issues.slice(0, 4), { severity: 'high' }),
        many('issues', issues.slice(2).reverse(), { state: 'closed' }),
        many('findings', known.slice(0, 3), { action: 'dismiss', reason: 'accepted', until }),
        many('findings', known.slice(1).reverse(), { action: 'confirm' }),
        many('findings', [...known].reverse(), { action: 'reopen' }),
        () => owner.delete(`${w.organization.url}/issues/bulk`, { ids: [issues[1], issues[4]] }),
        ...products.flatMap(({ url }) => [
          () => owner.put(`${url}/issues/1/requirements`, { requirementIds: [another] }),
          () => owner.put(`${url}/issues/2/requirements`, { requirementIds: [id] }),
          () => owner.put(`${url}/issues/3/requirements`, { requirementIds: [another, id] }),
          () => owner.patch(`${url}/issues/1`, { priority: 'critical' }),
          () => owner.delete(`${url}/issues/1`),
          () => owner.delete(`${url}/test-activity/3`),
        ]),
        ...products.map((product) => () => scan(w, product, ['a', 'd'])),
      );
      const refusals = ['400 invalid_input', '404 not_found', '409 finding_confirmed', '409 finding_resolved'];
      for (const answer of answers.map(statusAndCode)) told[answer] = (told[answer] ?? 0) + 1;
      expect(['200', '201', '204', ...refusals]).toEqual(expect.arrayContaining(Object.keys(told)));
      await checkCounts(replicas);
      await checkGrades(replicas);
      return '';
    });
    printFigures('counts of issues and findings under changes of many kinds', told);
  },
  RACE_TIMEOUT_MS,
);

// A deletion of a product takes longer than what it meets.
const late =
  (act: () => Promise<ReplicaResponse>): (() => Promise<ReplicaResponse>) =>
  async () => {
    await delay(draw() * 60);
    return act();
  };

test(
  'a product that is deleted while single records of it go, and others come, leaves no counts',
  async () => {
    const w = await replicas.world();
    const owner = replicas.as(w.owner.token);
    const told: Record<string, number> = {};
    await countEndings(rounds(6), async () => {
      const product = await w.newProduct();
      await filled(w, product);
      const [deleted, ...others] = await raceAll<ReplicaResponse[]>(
        () => owner.delete(product.url),
        ...['issues', 'risks', 'audits', 'test-activity'].flatMap((list) => [
          late(() => owner.delete(`${product.url}/${list}/1`)),
          late(() => owner.delete(`${product.url}/${list}/2`)),
        ]),
        late(() => owner.post(`${product.url}/risks`, { title: 'Risk' })),
        late(() => scan(w, product, ['d'])),
      );
      expect(deleted!.status).toBe(204);
      expect(['201', '204', '404 not_found']).toEqual(expect.arrayContaining(others.map(statusAndCode)));
      for (const other of others) told[statusAndCode(other)] = (told[statusAndCode(other)] ?? 0) + 1;
      await checkCounts(replicas);
      return '';
    });
    printFigures('delete a product against what goes in it', told);
  },
  RACE_TIMEOUT_MS,
);
