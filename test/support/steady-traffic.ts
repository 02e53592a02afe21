import { setTimeout as delay } from 'node:timers/promises';
import type { BuiltService } from './built-service.js';
import { send } from './paired-programs.js';
import type { World } from './world.js';

const PAUSE_MS = 20;

/** An answer of one of the services: which, when it was asked and when it answered, in milliseconds; status 0 is none. */
interface Answered {
  service: number;
  status: number;
  askedAt: number;
  at: number;
  words?: string;
}

/** What is sent without end, and what came back. */
export interface Traffic {
  /** Of reports, until each was taken: what was answered 503 is sent again. */
  reports: Answered[];
  /** The keys of the reports that were acknowledged. */
  acknowledged: Set<string>;
  lists: Answered[];
  /** Lists right after an own write, at the other service: how many had it, and how many not. */
  own: { read: number; missed: number };
  stop(): Promise<void>;
}

/** Sends reports to each of the services, reads lists of each, and at each what was just written at the other. */
export async function startTraffic(services: readonly BuiltService[], w: World): Promise<Traffic> {
  const writers = await Promise.all(
    services.map(async (_, lane) => ({
      product: await w.newProduct(`Own ${lane}`),
      credential: await w.key({ scopes: ['read', 'write'] }),
    })),
  );
  let isOver = false;
  let sent = 0;
  const traffic: Traffic = {
    reports: [],
    acknowledged: new Set(),
    lists: [],
    own: { read: 0, missed: 0 },
    stop: async () => {
      isOver = true;
      await all;
    },
  };
  const asked = async (service: number, ...request: [string, string, Parameters<typeof send>[3]]) => {
    const askedAt = performance.now();
    const answer = await send(services[service]!, ...request).catch((error: unknown) => ({
      status: 0,
      body: { error: String((error as Error).cause ?? error) },
    }));
    const { status, body } = answer;
    return {
      body,
      answered: { service, status, askedAt, at: performance.now(), words: JSON.stringify(body)?.slice(0, 300) },
    };
  };

  const report = async (service: number, lane: number): Promise<void> => {
    while (!isOver) {
      const key = `report ${lane} ${(sent += 1)}`;
      const body = {
        productRef: w.product.slug,
        type: 'automated_scan',
        tool: 'axe',
        idempotencyKey: key,
        findings: [{ ruleId: `rule-${sent}`, title: key }],
      };
      for (let isTaken = false; !isTaken;) {
        const { answered } = await asked(service, 'POST', '/api/ingest/test-activity', {
          credential: w.keys.ingest,
          body,
        });
        traffic.reports.push(answered);
        isTaken = answered.status === 200 || answered.status === 201;
        if (isTaken) traffic.acknowledged.add(key);
        // Whether it was stored is known after the next try only; nobody else will send it.
        else if (isOver) break;
        await delay(isTaken ? PAUSE_MS : 250);
      }
    }
  };

  const read = async (service: number): Promise<void> => {
    while (!isOver) {
      const { answered } = await asked(service, 'GET', `${w.product.url}/findings?pageSize=5`, {
        credential: w.member.token,
      });
      traffic.lists.push(answered);
      await delay(PAUSE_MS);
    }
  };

  const writeAndRead = async (lane: number): Promise<void> => {
    const { product, credential } = writers[lane]!;
    for (let turn = lane, written = 0; !isOver; turn += 1) {
      const [here, there] = [turn % services.length, (turn + 1) % services.length];
      const path = `${product.url}/issues`;
      const { answered } = await asked(here, 'POST', path, { credential, body: { title: 'Own' } });
      if (answered.status === 201) {
        written += 1;
        const { answered: list, body } = await asked(there, 'GET', `${path}?pageSize=1`, { credential });
        // What was refused may have been stored.
        if (list.status === 200) traffic.own[body.total >= written ? 'read' : 'missed'] += 1;
      }
      await delay(answered.status === 201 ? PAUSE_MS : 250);
    }
  };

  const all = Promise.all(
    services.flatMap((_, service) => [
      report(service, 2 * service),
      report(service, 2 * service + 1),
      read(service),
      writeAndRead(service),
    ]),
  );
  return traffic;
}

/** How long a service took no report at most, in milliseconds, among those that were asked from a moment on. */
export function longestSilence({ reports }: Pick<Traffic, 'reports'>, service: number, since: number): number {
  const taken = reports.filter(
    (one) => one.service === service && one.status < 300 && one.status > 0 && one.at > since,
  );
  return taken.reduce(({ longest, last }, { at }) => ({ longest: Math.max(longest, at - last), last: at }), {
    longest: 0,
    last: since,
  }).longest;
}
