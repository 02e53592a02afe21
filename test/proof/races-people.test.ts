import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { draw } from '../support/dice.js';
import { printFigures } from '../support/figures.js';
import {
  type ReplicaResponse,
  concurrently,
  countEndings,
  countRows,
  organizationCall,
  raceAll,
  rounds,
  statusAndCode,
  statuses,
  useReplicas,
  RACE_TIMEOUT_MS,
} from '../support/races.js';
import type { Person, World } from '../support/world.js';

const replicas = useReplicas('people and keys');
const auth = organizationCall(replicas);
const count = countRows(replicas);

test(
  'however many owners demote, remove and leave at once, an owner remains',
  async () => {
    const left: Record<string, number> = {};
    const endings = await countEndings(rounds(6), async (round) => {
      const w = await replicas.world();
      const organizationId = w.organization.id;
      const owners = [w.owner, await w.person('owner'), await w.person('owner')];
      // In odd rounds each against themselves, else each against the next one in the ring, too.
      const acts = owners.map((owner, i) => {
        const { memberId } = owners[(i + 1) % owners.length]!;
        const act = round % 2 ? i % 2 : (i + round / 2) % 4;
        if (act === 0) return () => auth(owner, 'leave', { organizationId });
        if (act === 1)
          return () => auth(owner, 'update-member-role', { memberId: owner.memberId, role: 'admin', organizationId });
        if (act === 2) return () => auth(owner, 'remove-member', { memberId, organizationId });
        return () => auth(owner, 'update-member-role', { memberId, role: 'member', organizationId });
      });
      const answers = await raceAll(...acts);
      const refusals = [
        '200',
        '409 last_owner',
        '400 MEMBER_NOT_FOUND',
        '403 MEMBER_NOT_FOUND',
        ...['UPDATE', 'DELETE'].map((deed) => `403 YOU_ARE_NOT_ALLOWED_TO_${deed}_THIS_MEMBER`),
        '403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
      ];
      expect(refusals).toEqual(expect.arrayContaining(answers.map(statusAndCode)));
      const [{ count }] = await replicas.database.query(
        `SELECT count(*)::int FROM members WHERE organization_id = $1 AND role = 'owner'`,
        [organizationId],
      );
      expect(count).toBeGreaterThanOrEqual(1);
      if (round % 2) expect(answers.map(statusAndCode).sort()).toEqual(['200', '200', '409 last_owner']);
      for (const answer of answers) left[statusAndCode(answer)] = (left[statusAndCode(answer)] ?? 0) + 1;
      return `${count} left`;
    });
    printFigures('the last owner', { ...endings, ...left });
  },
  RACE_TIMEOUT_MS,
);

test(
  'an account that is made many times at once is made once',
  async () => {
    const endings = await countEndings(rounds(1, 20), async () => {
      const email = `${randomUUID()}@example.org`;
      const answers = await concurrently(6, () =>
        replicas.as().post('/api/auth/sign-up/email', { email, password: 'correct horse battery', name: 'Ada' }),
      );
      const taken = '422 USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
      expect(answers.map(statusAndCode).sort()).toEqual(['200', taken, taken, taken, taken, taken]);
      expect(await count('FROM users WHERE email = $1', email)).toBe(1);
      expect(await count('FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = $1', email)).toBe(1);
      return 'one account';
    });
    printFigures('six accounts of one address at once', endings);
  },
  RACE_TIMEOUT_MS,
);

/** What ends a right, and what a request that relied on it is told from then on. */
const ENDS: [
  string,
  (w: World, who: Person) => Promise<{ end: () => Promise<ReplicaResponse>; key: string; session: string }>,
][] = [
  [
    'a revoked key',
    async (w) => {
      const { apiKey } = (
        await replicas
          .as(w.owner.token)
          .post(`${w.organization.url}/api-keys`, { name: 'CI', scopes: ['read', 'write', 'ingest'] })
      ).body;
      const end = () => replicas.as(w.admin.token).delete(`${w.organization.url}/api-keys/${apiKey.id}`);
      return { end, key: apiKey.key, session: '' };
    },
  ],
  [
    'the key and the session of an owner who was removed',
    async (w, who) => ({
      end: () => auth(w.owner, 'remove-member', { memberId: who.memberId, organizationId: w.organization.id }),
      key: await w.key({ scopes: ['read', 'write', 'ingest'], owner: who }),
      session: who.token,
    }),
  ],
  [
    'the key and the session of an owner who was demoted',
    async (w, who) => ({
      end: () =>
        auth(w.owner, 'update-member-role', {
          memberId: who.memberId,
          role: 'member',
          organizationId: w.organization.id,
        }),
      key: await w.key({ scopes: ['read', 'write', 'ingest'], owner: who }),
      session: who.token,
    }),
  ],
  [
    'a session that was signed out',
    async (_w, who) => ({
      end: () => replicas.as(who.token).post('/api/auth/sign-out', {}),
      key: '',
      session: who.token,
    }),
  ],
];

const REFUSED: Record<string, string[]> = {
  'a revoked key': ['401 unauthenticated'],
  'the key and the session of an owner who was removed': ['401 unauthenticated', '403 not_a_member'],
  'the key and the session of an owner who was demoted': ['403 role_too_low'],
  'a session that was signed out': ['401 unauthenticated'],
};

test.each(ENDS)(
  'from the answer that ended it on, %s opens nothing on either replica',
  async (what, arrange) => {
    const tally = { rounds: 0, 'let in before the answer': 0, 'let in after it': 0, 'refused after it': 0 };
    const w = await replicas.world();
    await countEndings(rounds(4, 100), async (round) => {
      const { end, key, session } = await arrange(w, await w.person('owner'));
      const credentials = [key, session].filter(Boolean);
      // An endpoint of admins, so that a demotion shows; four requests for each credential, so that both replicas get
      // some.
      const ask = (i: number): Promise<ReplicaResponse> =>
        replicas
          .as(credentials[i % credentials.length])
          .post(`${w.organization.url}/products`, { name: `${round}`, type: 'other' });
      let over = false;
      const asking = concurrently(4, async (i) => {
        while (!over) if ((await ask(i)).status === 201) tally['let in before the answer'] += 1;
      });
      await delay(20 + draw() * 30);
      const { status } = await end();
      over = true;
      expect([200, 204]).toContain(status);
      const after = await concurrently(4 * credentials.length, ask);
      await asking;
      tally.rounds += 1;
      tally['let in after it'] += after.filter((answer) => answer.status < 300).length;
      tally['refused after it'] += after.filter((answer) => answer.status >= 400).length;
      expect(new Set(after.map(statusAndCode))).toEqual(new Set(REFUSED[what]));
      return 'refused';
    });
    expect(tally['let in after it']).toBe(0);
    printFigures(what, tally);
  },
  RACE_TIMEOUT_MS,
);

test(
  'a reported finding never outlives the key that reported it in the same moment',
  async () => {
    const w = await replicas.world();
    const tally = { taken: 0, refused: 0 };
    await countEndings(rounds(3, 50), async () => {
      const { apiKey } = (
        await replicas.as(w.owner.token).post(`${w.organization.url}/api-keys`, { name: 'CI', scopes: ['ingest'] })
      ).body;
      const report = { type: 'automated_scan', tool: 'axe', productRef: w.product.slug, findings: [] };
      const take = () => replicas.as(apiKey.key).post('/api/ingest/test-activity', report);
      const answers = await raceAll(take, take, take, () =>
        replicas.as(w.owner.token).delete(`${w.organization.url}/api-keys/${apiKey.id}`),
      );
      const after = await concurrently(4, take);
      expect(after.map(statusAndCode)).toEqual(Array(4).fill('401 unauthenticated'));
      const counts = statuses(answers.slice(0, 3));
      tally.taken += counts[201] ?? 0;
      tally.refused += counts[401] ?? 0;
      expect((counts[201] ?? 0) + (counts[401] ?? 0)).toBe(3);
      return '';
    });
    expect(await count('FROM test_activities WHERE product_id = $1', w.product.id)).toBe(tally.taken);
    printFigures('reports against the revocation of their key', tally);
  },
  RACE_TIMEOUT_MS,
);

test(
  'a key for a product that is deleted in the same moment never outlives it',
  async () => {
    const w = await replicas.world();
    const owner = replicas.as(w.owner.token);
    const endings = await countEndings(rounds(8, 50), async () => {
      const product = await w.newProduct();
      const create = () =>
        owner.post(`${w.organization.url}/api-keys`, { name: 'CI', scopes: ['ingest'], productSlug: product.slug });
      const [deleted, ...made] = await raceAll(() => owner.delete(product.url), create, create, create);
      expect(deleted.status).toBe(204);
      expect(['201', '400 invalid_input']).toEqual(expect.arrayContaining(made.map(statusAndCode)));
      expect(await count('FROM api_keys WHERE product_id = $1', product.id)).toBe(0);
      return `${statuses(made)[201] ?? 0} of 3 made`;
    });
    printFigures('keys against the deletion of their product', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'who deletes their account while they are removed, or leave, is named nowhere any longer',
  async () => {
    const endings = await countEndings(rounds(6, 40), async (round) => {
      const w = await replicas.world();
      const organizationId = w.organization.id;
      const person = await w.person('admin');
      await replicas.as(person.token).post(`${w.product.url}/issues`, { title: 'Issue' });
      const [deleted, ended] = await raceAll(
        () => replicas.as(person.token).post('/api/auth/delete-user', {}),
        () =>
          round % 2
            ? auth(w.owner, 'remove-member', { memberId: person.memberId, organizationId })
            : auth(person, 'leave', { organizationId }),
      );
      expect(deleted.status).toBe(200);
      expect(await count('FROM issues WHERE created_by_user_id = $1', person.id)).toBe(0);
      expect(await count('FROM former_members WHERE user_id = $1', person.id)).toBe(0);
      for (const table of ['events', 'account_events'])
        expect(await count(`FROM ${table} WHERE actor_id = $1 AND actor_name <> 'Deleted account'`, person.id)).toBe(0);
      return `${round % 2 ? 'removal' : 'leaving'} ${ended.status < 300 ? 'first' : 'refused'}`;
    });
    printFigures('the deletion of an account against the end of its membership', endings);
  },
  RACE_TIMEOUT_MS,
);
