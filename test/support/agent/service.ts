import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Monitor, PageResult, Run } from '../../../apps/cli/src/agent/wire.js';
import { nowMs } from '../moments.js';

/** A page in the hand of the service; `lease` says whose it is. */
interface KnownPage {
  id: string;
  url: string;
  lease?: string;
  /** How often it was handed out. */
  handed: number;
  result?: PageResult;
}

/** A run as the service keeps it. */
interface KnownRun {
  id: string;
  monitor: Monitor;
  secrets: Run['secrets'];
  state: 'waiting' | 'running' | 'done' | 'failed';
  reason: string | null;
  message: string | null;
  lease?: string;
  ends: number;
  attempt: number;
  pages: Map<string, KnownPage>;
  isCancelled: boolean;
}

/** The side of the service, kept in memory: what an agent is told, and what it may say. */
export interface AgentService {
  url: string;
  token: string;
  /** Makes a run that waits for an agent. */
  order(monitor: Partial<Monitor>, pages?: readonly string[], secrets?: Run['secrets']): KnownRun;
  /** Waits until a run has ended. */
  ended(run: KnownRun): Promise<void>;
  /** Pictures that came, by digest. */
  pictures: Map<string, Buffer>;
  /** Everything that agents have sent, as text. */
  said: string[];
  /** What was wrong with what agents said. */
  faults: string[];
  /** Requests so far, by the last part of their path. */
  calls: Record<string, number>;
  /** Answers this status to everything for as long. */
  outage: { status: number } | undefined;
  close(): Promise<void>;
}

const DEFAULTS: Monitor = {
  name: 'Front pages',
  source: { list: [] },
  tools: { axe: {}, checks: false },
  pace: { perSecond: 10, together: 8, ownSite: true },
  evidence: false,
};

const OUTCOMES = ['looked', 'failed', 'gone'];

/** Starts it. @param leaseSeconds how long a lease lasts without a call */
export async function agentService({ leaseSeconds = 60 } = {}): Promise<AgentService> {
  const runs: KnownRun[] = [];
  const service: AgentService = {
    url: '',
    token: `svc_${randomUUID()}`,
    pictures: new Map(),
    said: [],
    faults: [],
    calls: {},
    outage: undefined,
    order(monitor, pages = [], secrets = {}) {
      const run: KnownRun = {
        ...{ id: randomUUID(), secrets, state: 'waiting', reason: null, message: null, ends: 0, attempt: 0 },
        ...{ monitor: { ...DEFAULTS, ...monitor }, pages: new Map(), isCancelled: false },
      };
      for (const url of pages) add(run, url);
      runs.push(run);
      return run;
    },
    async ended(run) {
      while (run.state !== 'done' && run.state !== 'failed') await delay(50);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  const add = (run: KnownRun, url: string): void => {
    if (!run.pages.has(url)) run.pages.set(url, { id: randomUUID(), url, handed: 0 });
  };
  const lapse = (run: KnownRun): void => {
    if (run.state !== 'running' || nowMs() < run.ends) return;
    run.state = 'waiting';
    delete run.lease;
    for (const page of run.pages.values()) delete page.lease;
  };
  // An agent that was killed while it waited is given nothing.
  const claim = async (wait: number, response: http.ServerResponse): Promise<object | undefined> => {
    for (const end = nowMs() + wait * 1000; !response.destroyed; await delay(30)) {
      runs.forEach(lapse);
      const run = runs.find(({ state }) => state === 'waiting');
      if (run) {
        Object.assign(run, { state: 'running', lease: randomUUID(), ends: nowMs() + leaseSeconds * 1000 });
        run.attempt += 1;
        const { id, lease, attempt, monitor, secrets } = run;
        return { cancelled: false, run: { id, lease, leaseSeconds, attempt, monitor, secrets, limits: {} } };
      }
      if (nowMs() >= end) break;
    }
    return undefined;
  };
  const acts: Record<string, (run: KnownRun, body: Record<string, unknown>) => object> = {
    heartbeat(run, { state }) {
      if (state === 'stopping') run.ends = 0;
      return { leaseSeconds };
    },
    next(run, { count }) {
      if (typeof count !== 'number' || count < 1 || count > 20) service.faults.push(`count is ${String(count)}`);
      const free = [...run.pages.values()].filter(({ lease, result }) => lease === undefined && !result);
      const pages = free.slice(0, count as number);
      for (const page of pages) Object.assign(page, { lease: run.lease, handed: page.handed + 1 });
      return { pages: pages.map(({ id, url }) => ({ id, url })) };
    },
    results(run, { pages, found = [] }) {
      const results = pages as PageResult[];
      if (results.length > 50 || (found as string[]).length > 500) service.faults.push('too many at once');
      (found as string[]).forEach((url) => add(run, url));
      const wanted = new Set<string>();
      for (const result of results) {
        const page = [...run.pages.values()].find(({ id }) => id === result.id);
        if (!page) service.faults.push(`no page ${result.id}`);
        if (!OUTCOMES.includes(result.outcome)) service.faults.push(`no outcome ${result.outcome}`);
        if (!page || page.result) continue;
        page.result = result;
        if (result.outcome !== 'looked') continue;
        if (result.found.length > 500) service.faults.push('too many found');
        result.found.forEach((url) => add(run, url));
        for (const { picture } of result.findings)
          if (picture && !service.pictures.has(picture.digest)) wanted.add(picture.digest);
      }
      return { wanted: [...wanted] };
    },
    finish(run, { outcome, reason, message }) {
      Object.assign(run, { state: outcome, reason, message });
      return { run: { id: run.id, state: 'finishing' } };
    },
  };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer(request, Buffer.concat(chunks), response));
  });
  const answer = async (
    request: http.IncomingMessage,
    content: Buffer,
    response: http.ServerResponse,
  ): Promise<unknown> => {
    const tell = (status: number, body?: object): unknown =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === undefined ? undefined : JSON.stringify(body));
    const [, id = '', act = ''] = /^\/api\/agent\/(?:runs\/([^/]+)\/)?(\w+)$/.exec(request.url!) ?? [];
    service.calls[act] = (service.calls[act] ?? 0) + 1;
    if (service.outage) return tell(service.outage.status);
    if (request.headers.authorization !== `Bearer ${service.token}`) return tell(401, { code: 'unauthorized' });
    if (act !== 'evidence') service.said.push(content.toString());
    if (content.length > (act === 'evidence' ? 10_000_000 : 1_000_000)) return tell(413);
    if (act === 'claim') {
      const { wait, labels } = JSON.parse(content.toString()) as { wait: number; labels: unknown };
      if (!Array.isArray(labels) || wait > 25) service.faults.push('a claim of another form');
      const claimed = await claim(wait, response);
      return claimed ? tell(200, claimed) : tell(204);
    }
    const run = runs.find((one) => one.id === id);
    if (!run) return tell(404);
    lapse(run);
    const parts = act === 'evidence' ? formIn(content, request.headers['content-type']!) : undefined;
    const body = parts ? { lease: parts.lease } : (JSON.parse(content.toString()) as { lease: string });
    if (run.state !== 'running' || body.lease !== run.lease) return tell(409, { code: 'lease_lost' });
    run.ends = nowMs() + leaseSeconds * 1000;
    if (parts) {
      if (parts.files.length > 20) service.faults.push('too many pictures');
      for (const { name, data } of parts.files) {
        if (`${createHash('sha256').update(data).digest('hex')}.webp` !== name) return tell(400);
        service.pictures.set(name.replace('.webp', ''), data);
      }
      return tell(204);
    }
    return tell(200, { cancelled: run.isCancelled, ...acts[act]!(run, body) });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

function formIn(content: Buffer, type: string): { lease: string; files: { name: string; data: Buffer }[] } {
  const boundary = `--${/boundary=(.*)$/.exec(type)![1]}`;
  const files: { name: string; data: Buffer }[] = [];
  let lease = '';
  for (let at = content.indexOf(boundary); at >= 0;) {
    const end = content.indexOf(`\r\n${boundary}`, at);
    if (end < 0) break;
    const part = content.subarray(at + boundary.length + 2, end);
    const head = part.indexOf('\r\n\r\n');
    const data = part.subarray(head + 4);
    const name = /filename="([^"]+)"/.exec(part.subarray(0, head).toString())?.[1];
    if (name === undefined) lease = data.toString();
    else files.push({ name, data });
    at = end + 2;
  }
  return { lease, files };
}
