import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../eventually.js';
import { TestReceiver } from '../receiver.js';
import { percentile } from '../traffic.js';
import type { Account } from './accounts.js';

/**
 * What one kind of request took, in milliseconds; how often it was answered 503; how often otherwise than with success.
 */
export interface UsualTimes {
  ms: Map<string, number[]>;
  refused: number;
  failed: string[];
}

/** How many findings a usual report has. */
const USUAL_FINDINGS = 20;

/** How long a message may take where the service is not in the way of it. */
const WITHIN_MS = 10_000;

/** What people and pipelines of one organization do all day, one request after the other. */
export class UsualWork {
  private asked = 0;
  // Of another network than the noisy account, and of none that the service keeps places for.
  private readonly agent = new Agent({ keepAlive: true, localAddress: '127.0.7.1' });

  private constructor(
    private readonly base: string,
    private readonly account: Account,
    private readonly receiver: TestReceiver,
    private readonly badge: string,
  ) {}

  /** Makes the webhook that is told of issues; `badge` is the public token of a report of this account. */
  static async start(base: string, account: Account, badge: string): Promise<UsualWork> {
    const receiver = await TestReceiver.start();
    const { url } = account.organizations[0]!;
    await account.ask('POST', `${url}/webhooks`, { url: receiver.url('/'), types: ['issue.created'] });
    return new UsualWork(base, account, receiver, badge);
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    await this.receiver.stop();
  }

  /** Works for this long. */
  async during(forMs: number): Promise<UsualTimes> {
    const times: UsualTimes = { ms: new Map(), refused: 0, failed: [] };
    const until = Date.now() + forMs;
    const { url, product, ingestKey } = this.account.organizations[0]!;
    const { token } = this.account;
    const messages: Promise<void>[] = [];
    while (Date.now() < until) {
      this.asked += 1;
      const title = `Issue ${this.asked}`;
      await this.send(times, 'list of findings', 'GET', `${product.url}/findings?status=pending`, token);
      await this.send(times, 'one product', 'GET', product.url, token);
      await this.send(times, 'report of 20 findings', 'POST', '/api/ingest/test-activity', ingestKey, {
        productRef: product.slug,
        type: 'automated_scan',
        tool: 'axe-core',
        findings: Array.from({ length: USUAL_FINDINGS }, (_, i) => ({ title: `Fault ${i}`, ruleId: `rule-${i}` })),
      });
      const at = Date.now();
      if (await this.send(times, 'issue made', 'POST', `${product.url}/issues`, token, { title }))
        messages.push(this.message(times, title, at));
      await this.send(times, 'public badge', 'GET', `/public/badge/${this.badge}.svg`);
      await this.send(times, 'list of products', 'GET', `${url}/products`, token);
      await delay(10);
    }
    await Promise.all(messages);
    return times;
  }

  private async send(
    times: UsualTimes,
    kind: string,
    method: string,
    path: string,
    credential?: string,
    body?: object,
  ): Promise<boolean> {
    const at = performance.now();
    const headers: Record<string, string> = credential ? { authorization: `Bearer ${credential}` } : {};
    const status = await answered(this.agent, `${this.base}${path}`, method, headers, body);
    note(times, kind, performance.now() - at);
    if (status === 503) times.refused += 1;
    else if (status === 0 || status >= 300) times.failed.push(`${kind}: ${status}`);
    return status > 0 && status < 300;
  }

  private async message(times: UsualTimes, title: string, at: number): Promise<void> {
    const isTold = (): boolean => this.receiver.received.some(({ body }) => body.includes(`"${title}"`));
    const told = await eventually(isTold, Boolean, AbortSignal.timeout(WITHIN_MS)).catch(() => false);
    if (!told) times.failed.push('message: not within ten seconds');
    note(times, MESSAGE, Date.now() - at);
  }
}

/** The status of an answer that was read to its end; 0 where the connection broke. */
const answered = (agent: Agent, url: string, method: string, headers: Record<string, string>, body?: object) =>
  new Promise<number>((end) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const asked = request(url, {
      agent,
      method,
      headers: {
        ...headers,
        ...(sent ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) } : {}),
      },
    });
    asked.on('response', (answer) =>
      answer
        .resume()
        .on('end', () => end(answer.statusCode!))
        .on('error', () => end(0)),
    );
    asked.on('error', () => end(0)).end(sent);
  });

/** The kind of what a webhook is told; it has a limit of its own. */
export const MESSAGE = 'message';

function note({ ms }: UsualTimes, kind: string, took: number): void {
  ms.set(kind, [...(ms.get(kind) ?? []), took]);
}

/** The 95th percentile of each kind, in ms. */
export const usualP95 = ({ ms }: UsualTimes): Map<string, number> =>
  new Map([...ms].map(([kind, took]) => [kind, percentile(took, 0.95)]));

/** Both together. */
export function together(one: UsualTimes, other: UsualTimes): UsualTimes {
  const ms = new Map(one.ms);
  for (const [kind, took] of other.ms) ms.set(kind, [...(ms.get(kind) ?? []), ...took]);
  return { ms, refused: one.refused + other.refused, failed: [...one.failed, ...other.failed] };
}
