import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type HttpAnswer, NoAnswer, send } from '../delivery/http.js';
import { isOutage, retryAfter, waitBefore } from '../delivery/retry.js';
import { ServiceFault } from '../faults.js';
import { untilAborted } from './until-aborted.js';

/** The service has given the run to another, or ended it: nothing of it is reported any more. */
export class RunLost extends Error {}

/** A picture of an element, by the SHA-256 of what it is. */
export interface Picture {
  digest: string;
  content: Buffer;
}

/** The calls of an agent. All throw ServiceFault where the token opens nothing, and RunLost where a lease is none. */
export interface AgentService {
  /** Asks once; undefined: there is nothing to do, `after` milliseconds at the earliest. */
  claim(body: object, signal: AbortSignal): Promise<{ run?: unknown; after: number }>;
  /** @param until when it is given up, as a moment in milliseconds */
  call<T>(path: string, body: object, until: () => number): Promise<T>;
  evidence(run: string, lease: string, pictures: readonly Picture[], until: () => number): Promise<void>;
}

const LONGEST_CALL = 40_000;

/** @param url of the service, without a slash at its end */
export function agentService(url: string, token: string): AgentService {
  const post = (path: string, content: { body: Buffer; type: string }): Promise<HttpAnswer> =>
    send({
      ...{ method: 'POST', url: `${url}/api/agent${path}`, body: content.body, timeout: LONGEST_CALL },
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': content.type,
        'content-length': `${content.body.length}`,
        accept: 'application/json',
      },
    });
  const json = (body: object) => ({ body: Buffer.from(JSON.stringify(body)), type: 'application/json' });
  /** Tries until there is an answer that is no outage. */
  const persist = async (path: string, content: { body: Buffer; type: string }, until: () => number) => {
    for (let tried = 1; ; tried += 1) {
      const answer = await post(path, content).catch((error: unknown) => {
        if (error instanceof NoAnswer) return error;
        throw error;
      });
      const isOut = answer instanceof NoAnswer || isOutage(answer.status);
      if (!isOut) return judge(answer);
      const requestedWait = answer instanceof NoAnswer ? undefined : retryAfter(answer, Date.now());
      const wait = Math.min(requestedWait ?? waitBefore(tried, Math.random()), 20_000);
      if (Date.now() + wait > until()) throw new RunLost('the service was unavailable for longer than the lease');
      await delay(wait);
    }
  };
  return {
    async claim(body, signal) {
      const answer = await untilAborted(signal, post('/claim', json(body))).catch((error: unknown) => {
        if (error instanceof NoAnswer) return error;
        throw error;
      });
      if (answer === undefined) return { after: 0 };
      if (answer instanceof NoAnswer) return { after: waitBefore(4, Math.random()) };
      const after = retryAfter(answer, Date.now());
      if (isOutage(answer.status)) return { after: after ?? waitBefore(4, Math.random()) };
      if (answer.status === 204) return { after: after ?? 0 };
      const { run } = jsonOf<{ run?: unknown }>(judge(answer));
      return { run, after: 0 };
    },
    call: async <T>(path: string, body: object, until: () => number): Promise<T> =>
      jsonOf<T>(await persist(path, json(body), until)),
    async evidence(run, lease, pictures, until) {
      await persist(`/runs/${run}/evidence`, multipart(lease, pictures), until);
    },
  };
}

function judge(answer: HttpAnswer): HttpAnswer {
  const { status } = answer;
  if (status < 300) return answer;
  const { code, detail, message } = jsonOf<{ code?: string; detail?: string; message?: string }>(answer);
  const explanation = detail ?? message ?? code ?? `it answered ${status}`;
  if (status === 401 || status === 403)
    throw new ServiceFault(
      `The service rejected this agent (${status}): ${explanation}. Check that CURBCUT_AGENT_TOKEN is the token of an agent.`,
      code,
    );
  if (status === 409 || status === 404) throw new RunLost(explanation);
  throw new ServiceFault(`The service rejected the results of the agent (${status}): ${explanation}.`, code);
}

function jsonOf<T>({ body }: HttpAnswer): T {
  try {
    return JSON.parse(body.toString() || '{}') as T;
  } catch {
    return {} as T;
  }
}

/** The lease and the files, as a form would send them. */
function multipart(lease: string, pictures: readonly Picture[]): { body: Buffer; type: string } {
  const boundary = `curbcut-${randomUUID()}`;
  const parts = [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="lease"\r\n\r\n${lease}\r\n`),
    ...pictures.flatMap(({ digest, content }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${digest}.webp"\r\ncontent-type: image/webp\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  return { body: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` };
}
