import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { BuiltService } from '../support/built-service.js';
import { printFigures } from '../support/figures.js';
import {
  type PairedDatabase,
  type Programs,
  count,
  query,
  send,
  startPairedDatabase,
  startPrograms,
  stopPairedDatabase,
} from '../support/paired-programs.js';
import type { PostgresPair } from '../support/postgres-pair.js';
import { eventually } from '../support/eventually.js';
import type { Service } from '../support/service.js';
import { world, type World } from '../support/world.js';

jest.setTimeout(900_000);

const measured: Record<string, string | number> = {};

/** What a replica says when it loses the standby, and when it has it back. */
const LOST = 'lists are read without the read replica';
const BACK = /lists are read from the read replica \S+ again/;

let paired: PairedDatabase;
let programs: Programs;
let replicas: Programs['replicas'];
let database: DataSource;
let pair: PostgresPair;

/** The replicas take turns. */
const replica = (turn: number): BuiltService => replicas[turn % replicas.length]!;

beforeAll(async () => {
  paired = await startPairedDatabase();
  programs = await startPrograms(paired);
  ({ database, pair } = paired);
  ({ replicas } = programs);
});

afterAll(async () => {
  await stopPairedDatabase(paired, programs);
  printFigures('replicas: the standby', measured);
});

describe('with a standby', () => {
  let w: World;
  let issues: string;
  let created = 0;

  const totalAt = async (service: BuiltService, credential = w.member.token): Promise<number> => {
    const { status, body } = await send(service, 'GET', `${issues}?pageSize=1`, { credential });
    expect(status).toBe(200);
    return body.total as number;
  };
  const create = async (turn: number): Promise<number> => {
    const { status, body } = await send(replica(turn), 'POST', issues, {
      credential: w.owner.token,
      body: { title: `Issue ${turn}` },
    });
    expect(status).toBe(201);
    created += 1;
    return body.issue.number as number;
  };
  const pause = async (): Promise<void> => {
    await query(pair.standbyUrl, 'SELECT pg_wal_replay_pause()');
    await eventually(
      () => query(pair.standbyUrl, 'SELECT pg_get_wal_replay_pause_state() AS state'),
      ([row]) => row!['state'] === 'paused',
    );
  };
  const resume = () => query(pair.standbyUrl, 'SELECT pg_wal_replay_resume()');
  const caughtUp = (): Promise<unknown> =>
    eventually(
      () => Promise.all(replicas.map((service) => totalAt(service))),
      (totals) => totals.every((total) => total === created),
    );
  /**
   * Both replicas read from the standby: what it has not replayed, their lists do not have, but for whoever has written
   * it.
   */
  const expectStandbyInUse = async (): Promise<void> => {
    await caughtUp();
    await pause();
    const number = await create(0);
    for (const service of replicas) {
      expect(await totalAt(service)).toBe(created - 1);
      expect(await totalAt(service, w.owner.token)).toBe(created);
      const record = await send(service, 'GET', `${issues}/${number}`, { credential: w.member.token });
      expect(record.status).toBe(200);
    }
    await resume();
    await caughtUp();
  };

  beforeAll(async () => {
    w = await world({ database } as Service);
    issues = `${w.product.url}/issues`;
    await eventually(
      async () => {
        for (const service of replicas) await totalAt(service);
        return query(
          pair.standbyUrl,
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'curbcut-lists'`,
        );
      },
      ([row]) => Number(row!['n']) >= replicas.length,
    );
  });

  test('lists are read from the standby, single records and all access decisions from the primary', async () => {
    const rounds = count(3, 30);
    for (let round = 0; round < rounds; round += 1) await expectStandbyInUse();

    await pause();
    const [key, guest] = [await w.key({ scopes: ['read'] }), await w.person('member')];
    for (const service of replicas)
      for (const credential of [key, guest.token]) expect(await totalAt(service, credential)).toBe(created);
    await database.query('UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1', [w.organization.id]);
    await database.query('DELETE FROM members WHERE id = $1', [guest.memberId]);
    for (const service of replicas) {
      expect((await send(service, 'GET', issues, { credential: key })).status).toBe(401);
      expect((await send(service, 'GET', issues, { credential: guest.token })).status).toBe(403);
    }
    await resume();
    measured['rounds with replay paused: list stale, record fresh, at both replicas'] = rounds;
  });

  test('whoever has written reads it in the next list, at every replica', async () => {
    const tries = count(100, 10_000);
    const keys = await Promise.all([0, 1].map(() => w.key({ scopes: ['read', 'write'] })));
    let missed = 0;
    const lanes = [w.owner.token, w.admin.token, ...keys].map(async (credential, lane) => {
      const own = await w.newProduct(`Own ${lane}`);
      for (let turn = 0; turn < tries / 4; turn += 1) {
        const wrote = await send(replica(turn), 'POST', `${own.url}/issues`, { credential, body: { title: 'Own' } });
        const { body } = await send(replica(turn + 1), 'GET', `${own.url}/issues?pageSize=1`, { credential });
        if (wrote.status !== 201 || body.total !== turn + 1) missed += 1;
      }
    });
    await Promise.all(lanes);
    measured['own writes read in the next list, at the other replica'] = `${tries - missed} of ${tries}`;
    expect(missed).toBe(0);
  });

  test('a standby may be killed and may hang: lists go on, nothing is lost, and it is used again when it is back', async () => {
    const reads: number[] = [];
    const faults: unknown[] = [];
    let isOver = false;
    const load = Promise.all([
      ...[0, 1, 2, 3].map(async (lane) => {
        for (let turn = lane; !isOver; turn += 1) {
          const { status, body, ms } = await send(replica(turn), 'GET', issues, { credential: w.member.token });
          if (status !== 200) faults.push([status, body]);
          reads.push(ms);
        }
      }),
      ...[0, 1].map(async (lane) => {
        for (let turn = lane; !isOver; turn += 1) {
          await create(turn);
          await delay(20);
        }
      }),
    ]);
    const slowestOf = (first: number): number => Math.max(...reads.slice(first));
    const losses = (): number[] => replicas.map(({ output }) => output().split(LOST).length - 1);
    const areBack = (): boolean =>
      replicas.every(({ output }) => output().split(LOST).length === output().split(BACK).length);
    const [kills, hangs, hangFor] = [count(2, 8), count(1, 3), count(6_000, 15_000)];
    let [slowestKilled, slowestHung] = [0, 0];

    for (let kill = 0; kill < kills; kill += 1) {
      await delay(500);
      const first = reads.length;
      pair.signalStandby('SIGKILL');
      await delay(1_500);
      await eventually(losses, (counts) => counts.every((lost) => lost > kill));
      slowestKilled = Math.max(slowestKilled, slowestOf(first));
      for (const service of replicas) {
        const { status } = await send(service, 'GET', '/health/ready');
        expect(status).toBe(200);
      }
      await pair.restartStandby();
      await eventually(areBack);
    }
    for (let hang = 0; hang < hangs; hang += 1) {
      const first = reads.length;
      pair.signalStandby('SIGSTOP');
      await delay(hangFor);
      slowestHung = Math.max(slowestHung, slowestOf(first));
      pair.signalStandby('SIGCONT');
      await delay(2_000);
      await eventually(areBack);
    }
    isOver = true;
    await load;

    expect(faults).toEqual([]);
    expect(slowestKilled).toBeLessThan(2_000);
    // A standby that hangs is waited for once, for five seconds.
    expect(slowestHung).toBeLessThan(7_000);
    await expectStandbyInUse();
    const [{ kept, greatest }] = await database.query(
      'SELECT count(*)::int AS kept, max(number) AS greatest FROM issues WHERE product_id = $1',
      [w.product.id],
    );
    expect([kept, greatest]).toEqual([created, created]);
    expect(areBack()).toBe(true);
    for (const lost of losses()) {
      expect(lost).toBeGreaterThanOrEqual(kills);
      // Once each; a hang that ends while the standby is examined is none.
      expect(lost).toBeLessThanOrEqual(kills + hangs);
    }
    Object.assign(measured, {
      'standby killed / hung under load, times': `${kills} / ${hangs}`,
      'lists read meanwhile / failed': `${reads.length} / ${faults.length}`,
      'slowest list while it was dead': `${Math.round(slowestKilled)} ms`,
      'slowest list while it hung': `${Math.round(slowestHung)} ms`,
      'issues acknowledged / kept / highest number': `${created} / ${kept} / ${greatest}`,
    });
  });
});
