import { createHash, randomBytes } from 'node:crypto';
import { newId } from '#libs/ids';
import { eventually } from '../support/eventually.js';
import { useTarget } from '../support/target.js';
import { type StillIn, TAKEOVERS, unjudgedOperations, untriedKinds, WAYS } from '../support/ways-of-staying.js';
import type { Person, World } from '../support/world.js';

// Each tries some forty ways, and asks of each several times.
jest.setTimeout(300_000);

const target = useTarget({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
const MINUTES = { '1 minute': 1, '11 minutes': 11, '6 days': 6 * 24 * 60 };

const sha256 = (secret: string) => createHash('sha256').update(secret).digest();
const PASSWORD = 'a long first password';
const secretOf = () => randomBytes(32).toString('base64url');

/** A session of the person that began so long ago, and was stolen. */
async function stolenSession({ id }: Person, minutes: number): Promise<string> {
  const token = secretOf();
  await target.sql(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at, created_at, proved_at)
     VALUES ($1, $2, $3, now() + interval '1 day', now() - make_interval(mins => $4), now() - make_interval(mins => $4))`,
    [newId(), id, sha256(token), minutes],
  );
  return token;
}

/** Gets the account back by a mailed link, or in another session. */
const RECOVERIES: Record<string, (w: World) => Promise<{ status: number }>> = {
  'a forgotten password, with somebodyElse': async ({ owner }) => {
    const token = await mailedLink(owner, 'password_reset');
    const body = { token, newPassword: 'a long new password', somebodyElse: true };
    return target.as().post('/api/auth/reset-password', body);
  },
  'a restored address': async ({ owner }) => {
    const id = newId();
    await target.sql(
      `INSERT INTO address_changes (id, user_id, former_email, former_verified, email, requested_at, confirmed_at, held_until)
       VALUES ($1, $2, $3, true, 'thief@example.org', now(), now(), now() + interval '7 days')`,
      [id, owner.id, owner.email],
    );
    return target.as().post('/api/auth/restore-address', { token: await mailedLink(owner, 'restore_address', id) });
  },
  'asking for it': async ({ owner }) => target.as(await stolenSession(owner, 0)).post('/v1/me/recover'),
  'ending all sessions, with suspendMade': async ({ owner }) =>
    target.as(await stolenSession(owner, 0)).post('/api/auth/revoke-sessions', { suspendMade: true }),
  'ending all other sessions, with suspendMade': async ({ owner }) =>
    target.as(await stolenSession(owner, 0)).post('/api/auth/revoke-other-sessions', { suspendMade: true }),
  'a changed password, with suspendMade': async ({ owner }) => {
    const body = { currentPassword: PASSWORD, newPassword: 'a long new password', suspendMade: true };
    return target.as(await stolenSession(owner, 0)).post('/api/auth/change-password', body);
  },
};

/** Gives the owner a password, by a mailed link. */
async function choosePassword({ owner }: World): Promise<void> {
  const body = { token: await mailedLink(owner, 'password_reset'), newPassword: PASSWORD };
  expect((await target.as().post('/api/auth/reset-password', body)).status).toBe(200);
}

async function mailedLink(
  { id, email }: Person,
  purpose: string,
  addressChangeId: string | null = null,
): Promise<string> {
  const token = secretOf();
  await target.sql(
    `INSERT INTO verifications (id, user_id, purpose, email, address_change_id, token_hash, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + interval '1 hour')`,
    [newId(), id, purpose, email, addressChangeId, sha256(token)],
  );
  return token;
}

/** Makes everything by which somebody can stay; gives what says whether it is still so. */
async function stay(w: World, session: string): Promise<[string, StillIn][]> {
  const all: [string, StillIn][] = [];
  for (const [operation, ways] of Object.entries(WAYS))
    for (const [index, way] of ways.entries()) {
      const stillIn = await way(target, w, session);
      if (stillIn) all.push([`${operation} ${index}`, stillIn]);
    }
  return all;
}

async function left(ways: readonly [string, StillIn][]): Promise<string[]> {
  const found: string[] = [];
  for (const [name, stillIn] of ways) if (await stillIn()) found.push(name);
  return found;
}

/** Lets the day pass in which it can be kept. */
async function dayPasses(w: World): Promise<void> {
  await target.sql(`UPDATE graphile_worker._private_jobs SET run_at = now()
    WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'end_suspended_access')`);
  await eventually(
    async () =>
      (await target.sql('SELECT 1 FROM recoveries WHERE user_id = $1 AND ended_at IS NULL', [w.owner.id])).length === 0,
  );
}

test('of each operation that changes something it is said whether somebody stays by it', () => {
  expect(unjudgedOperations()).toEqual([]);
});

describe.each(Object.entries(MINUTES))('a session that was stolen after %s', (_age, minutes) => {
  test.each(Object.keys(RECOVERIES))('leaves nobody in after %s', async (how) => {
    const w = await target.world();
    await w.person('owner');
    await choosePassword(w);
    const older = await stay(w, await stolenSession(w.owner, 60));
    await target.sql(
      `UPDATE made_access SET made_at = now() - interval '31 days' WHERE $1 IN (user_id, answering_user_id)`,
      [w.owner.id],
    );
    const stolen = await stolenSession(w.owner, minutes);
    const ways = await stay(w, stolen);
    const kinds = await target.sql('SELECT DISTINCT kind FROM made_access WHERE user_id = $1', [w.owner.id]);
    // A session that is not fresh is refused some of them.
    if (minutes < 10) expect(untriedKinds(kinds.map(({ kind }) => kind as string))).toEqual([]);
    expect((await RECOVERIES[how]!(w)).status).toBe(200);
    expect((await target.as(stolen).get('/v1/me/events')).status).toBe(401);
    // Who joined is a plain member until the day is over.
    const atOnce = (await left(ways)).filter((way) => !/^invitations_invite [1-7]$/.test(way));
    expect(atOnce).toEqual([]);
    await dayPasses(w);
    expect(await left(ways)).toEqual([]);
    expect((await left(older)).length).toBe(older.length);
  });
});

describe.each(Object.keys(TAKEOVERS))('an organization of which %s', (takeover) => {
  test.each(Object.keys(RECOVERIES))('is the owner’s again after %s', async (how) => {
    const w = await target.world();
    await choosePassword(w);
    const stolen = await stolenSession(w.owner, 11);
    await TAKEOVERS[takeover]!(target, w, stolen);
    expect((await RECOVERIES[how]!(w)).status).toBe(200);
    const raised = async () =>
      target.sql(
        `SELECT user_id, role FROM members WHERE organization_id = $1 AND role <> 'member' AND user_id <> $2`,
        [w.organization.id, w.admin.id],
      );
    expect(await raised()).toEqual([{ user_id: w.owner.id, role: 'owner' }]);
    await dayPasses(w);
    expect(await raised()).toEqual([{ user_id: w.owner.id, role: 'owner' }]);
    const members = await target.sql('SELECT user_id AS id FROM members WHERE organization_id = $1', [
      w.organization.id,
    ]);
    const own = [w.owner, w.admin, w.member].map(({ id }) => id);
    expect(members.filter(({ id }) => !own.includes(id as string))).toEqual([]);
    const restored = "SELECT 1 FROM events WHERE organization_id = $1 AND type = 'member.restored'";
    expect((await target.sql(restored, [w.organization.id])).length).toBe(1);
  });
});

test('what the owner keeps within the day works on', async () => {
  const w = await target.world();
  const ways = await stay(w, await stolenSession(w.owner, 60));
  const { body, headers } = await target.as(await stolenSession(w.owner, 0)).post('/v1/me/recover');
  const session = String(headers['set-auth-token']);
  const ids = body.recovery.made.map(({ id }: { id: string }) => id);
  expect((await target.as(session).post(`/v1/me/recoveries/${body.recovery.id}/keep`, { ids })).status).toBe(200);
  await dayPasses(w);
  expect((await left(ways)).length).toBe(ways.length);
});
