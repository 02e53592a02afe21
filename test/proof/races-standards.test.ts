import { printFigures } from '../support/figures.js';
import {
  type ReplicaResponse,
  countEndings,
  grades,
  raceAll,
  rounds,
  statusAndCode,
  useReplicas,
  RACE_TIMEOUT_MS,
} from '../support/races.js';
import type { World } from '../support/world.js';

const replicas = useReplicas('standards and their levels');
let w: World;
beforeAll(async () => (w = await replicas.world()));

/** A standard of the organization with two levels. */
async function newStandard(name: string): Promise<{ id: string; url: string; levels: { id: string; name: string }[] }> {
  const answer = await replicas
    .as(w.owner.token)
    .post(`${w.organization.url}/standards`, { name, levels: [{ name: 'Must' }, { name: 'Should' }] });
  const { id, slug, levels } = answer.body.standard;
  return { id, levels, url: `${w.organization.url}/standards/${slug}` };
}

test(
  'two groups that are hung below each other at once make no circle',
  async () => {
    const owner = replicas.as(w.owner.token);
    const { url, id } = await newStandard('Groups');
    const endings = await countEndings(rounds(6), async () => {
      const [a, b, c] = await Promise.all(
        ['A', 'B', 'C'].map(async (name) => (await owner.post(`${url}/groups`, { name })).body.group.id as string),
      );
      const hang = (child: string, parentId: string) => () => owner.patch(`${url}/groups/${child}`, { parentId });
      const answers = await raceAll<ReplicaResponse[]>(hang(a!, b!), hang(b!, c!), hang(c!, a!));
      expect(answers.map(statusAndCode).sort()).toEqual(['200', '200', '400 invalid_input']);
      const circles = await replicas.database.query(
        `WITH RECURSIVE above AS (
           SELECT id, parent_id, 1 AS depth FROM requirement_groups WHERE standard_id = $1
           UNION ALL
           SELECT above.id, g.parent_id, depth + 1 FROM above JOIN requirement_groups g ON g.id = above.parent_id WHERE depth < 10)
         SELECT id FROM above WHERE depth = 10`,
        [id],
      );
      expect(circles).toEqual([]);
      await Promise.all([a, b, c].map((group) => owner.delete(`${url}/groups/${group}`)));
      return `refused: ${answers.findIndex(({ status }) => status === 400) + 1} of 3`;
    });
    printFigures('groups below each other', endings);
  },
  RACE_TIMEOUT_MS,
);

/** Rows that name a level which is not of the standard that they name. */
async function strayLevels(): Promise<number> {
  const [{ stray }] = await replicas.database.query(
    `SELECT (SELECT count(*) FROM audits a LEFT JOIN standard_levels l ON l.id = a.conformance_level_id
             WHERE a.organization_id = $1 AND a.conformance_level_id IS NOT NULL AND l.standard_id IS DISTINCT FROM a.standard_id)::int
          + (SELECT count(*) FROM products p JOIN organizations o ON o.id = p.organization_id LEFT JOIN standard_levels l ON l.id = p.conformance_level_id
             WHERE o.id = $1 AND p.conformance_level_id IS NOT NULL AND p.standard_id IS NOT NULL AND l.standard_id IS DISTINCT FROM p.standard_id)::int
          + (SELECT count(*) FROM organizations o LEFT JOIN standard_levels l ON l.id = o.conformance_level_id
             WHERE o.id = $1 AND o.conformance_level_id IS NOT NULL AND l.standard_id IS DISTINCT FROM o.standard_id)::int AS stray`,
    [w.organization.id],
  );
  return stray;
}

test(
  'a level that is removed while audits, products, settings and requirements take it is referred to by none',
  async () => {
    const owner = replicas.as(w.owner.token);
    const outcomes: Record<string, number> = {};
    await countEndings(rounds(4), async (round) => {
      const { id: standardId, url, levels } = await newStandard(`Levels ${round}`);
      const product = await w.newProduct();
      const other = await w.newProduct();
      const [kept, gone] = levels;
      const conformanceLevel = gone!.id;
      await owner.patch(product.url, { standardId, conformanceLevel });
      await owner.patch(other.url, { standardId });
      await owner.post(`${product.url}/audits`, {});
      const acts = {
        remove: () => owner.patch(url, { levels: [{ id: kept!.id, name: 'Must' }] }),
        'audit changed': () => owner.patch(`${product.url}/audits/1`, { conformanceLevel, title: 'Changed' }),
        'audit made': () => owner.post(`${product.url}/audits`, {}),
        product: () => owner.patch(other.url, { conformanceLevel }),
        settings: () => owner.patch(`${w.organization.url}/settings/conformance`, { standardId, conformanceLevel }),
        requirement: () => owner.post(`${url}/requirements`, { name: 'Late', level: conformanceLevel }),
      };
      const answers = await raceAll<ReplicaResponse[]>(...Object.values(acts));
      for (const [i, what] of Object.keys(acts).entries()) {
        const outcome = `${what} ${statusAndCode(answers[i]!)}`;
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      expect(statusAndCode(answers[0]!)).toBe('200');
      expect(statusAndCode(answers[2]!)).toBe('201');
      expect(['200', '201', '400 invalid_input']).toEqual(expect.arrayContaining(answers.map(statusAndCode)));
      expect(await strayLevels()).toBe(0);
      const late = await owner.patch(`${product.url}/audits/1`, { conformanceLevel });
      expect(statusAndCode(late)).toBe('400 invalid_input');
      return '';
    });
    printFigures('a level removed under its users', outcomes);
  },
  RACE_TIMEOUT_MS,
);

test(
  'a product whose standard and level are changed at once has a level of its standard',
  async () => {
    const owner = replicas.as(w.owner.token);
    const [one, two] = [await newStandard('One'), await newStandard('Two')];
    const endings = await countEndings(rounds(5), async () => {
      const product = await w.newProduct();
      await owner.patch(product.url, { standardId: one.id });
      await owner.post(`${product.url}/audits`, {});
      const audit = `${product.url}/audits/1`;
      const settings = `${w.organization.url}/settings/conformance`;
      await owner.patch(settings, { standardId: one.id });
      const answers = await raceAll<ReplicaResponse[]>(
        () => owner.patch(product.url, { standardId: two.id }),
        () => owner.patch(product.url, { conformanceLevel: one.levels[0]!.id }),
        () => owner.patch(audit, { standardId: two.id }),
        () => owner.patch(audit, { conformanceLevel: one.levels[0]!.id }),
        () => owner.patch(settings, { standardId: two.id }),
        () => owner.patch(settings, { conformanceLevel: one.levels[0]!.id }),
      );
      expect(['200', '400 invalid_input']).toEqual(expect.arrayContaining(answers.map(statusAndCode)));
      expect(await strayLevels()).toBe(0);
      return `product: ${answers.slice(0, 2).map(statusAndCode).join(' and ')}`;
    });
    printFigures('standard against level', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'a standard that is deleted while it is chosen is chosen by none',
  async () => {
    const owner = replicas.as(w.owner.token);
    const outcomes: Record<string, number> = {};
    await countEndings(rounds(4), async (round) => {
      const { id: standardId, url } = await newStandard(`Deleted ${round}`);
      const product = await w.newProduct();
      await owner.post(`${product.url}/audits`, {});
      const acts = {
        delete: () => owner.delete(url),
        product: () => owner.patch(product.url, { standardId }),
        audit: () => owner.patch(`${product.url}/audits/1`, { standardId }),
        settings: () => owner.patch(`${w.organization.url}/settings/conformance`, { standardId }),
        'audit made': () => owner.post(`${product.url}/audits`, {}),
        rename: () => owner.patch(url, { name: `Renamed ${round}` }),
      };
      const answers = await raceAll<ReplicaResponse[]>(...Object.values(acts));
      for (const [i, what] of Object.keys(acts).entries()) {
        const outcome = `${what} ${statusAndCode(answers[i]!)}`;
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      expect(['200', '201', '204', '400 invalid_input', '404 not_found']).toEqual(
        expect.arrayContaining(answers.map(statusAndCode)),
      );
      expect(statusAndCode(answers[4]!)).toBe('201');
      expect(answers.slice(1, 4).every(({ status }) => status === 200 || status === 400)).toBe(true);
      if (answers[0]!.status === 204) {
        const [{ users }] = await replicas.database.query(
          `SELECT (SELECT count(*) FROM products WHERE standard_id = $1)::int + (SELECT count(*) FROM audits WHERE standard_id = $1)::int
             + (SELECT count(*) FROM organizations WHERE standard_id = $1)::int AS users`,
          [standardId],
        );
        expect(users).toBe(0);
      }
      expect(await strayLevels()).toBe(0);
      return '';
    });
    printFigures('a standard deleted under its users', outcomes);
  },
  RACE_TIMEOUT_MS,
);

test(
  'a Grade is computed from the standard that holds when all is done, whatever changed beside it',
  async () => {
    const owner = replicas.as(w.owner.token);
    const strict = await newStandard('Strict');
    const { requirement } = (await owner.post(`${strict.url}/requirements`, { name: 'All of it' })).body;
    const endings = await countEndings(rounds(5), async () => {
      const product = await w.newProduct();
      const issues = `${product.url}/issues`;
      for (const title of ['One', 'Two', 'Three']) await owner.post(issues, { title });
      await owner.put(`${issues}/1/requirements`, { requirementIds: [requirement.id] });
      await owner.post(`${product.url}/audits`, { status: 'completed' });
      const answers = await raceAll<ReplicaResponse[]>(
        () => owner.patch(product.url, { standardId: strict.id }),
        () => owner.patch(`${issues}/1`, { severity: 'high' }),
        () => owner.patch(`${issues}/2`, { state: 'closed' }),
        () => owner.patch(`${issues}/3`, { priority: 'critical' }),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const [stored, computed] = await grades(owner, product);
      expect(stored).toEqual(computed);
      return JSON.stringify(stored).slice(0, 25);
    });
    printFigures('the Grade under a change of standard', endings);
  },
  RACE_TIMEOUT_MS,
);
