import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { type AskedOfTracker, StandInTracker, type StoodIn } from './stand-in.js';

const WHSEC = `whsec_${Buffer.from('a secret of twenty-four bytes or more').toString('base64')}`;
/** What it signs its own messages with. */
export const BACK = `whsec_${Buffer.from('another secret of as many bytes as that').toString('base64')}`;

/** A tracker of somebody's own, told by signed messages, which the library of Standard Webhooks verifies and makes. */
export class StandInOwnTracker extends StandInTracker {
  readonly kind = 'webhook';
  override token = WHSEC;
  /** The ids of the messages that made issues, which are made once. */
  private readonly made = new Map<string, number>();

  constructor(projectKey = 'shop') {
    super(projectKey);
  }

  override keyOf(number: number): string {
    return `OWN-${number}`;
  }

  urlOf(number: number): string {
    return `${this.url}/issues/OWN-${number}`;
  }

  /** It tells what an issue has. */
  delivery(number: number, secret = BACK, told: object = {}, at = new Date()) {
    const { title, state, assignee, dueAt } = this.issues.get(number)!;
    const body = JSON.stringify({ key: this.keyOf(number), title, state, assignee, dueAt, ...told });
    const id = randomUUID();
    const signature = new Webhook(secret).sign(id, at, body);
    return {
      headers: {
        ...{ 'content-type': 'application/json', 'webhook-id': id, 'webhook-signature': signature },
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      },
      body,
    };
  }

  protected isKnown(headers: IncomingHttpHeaders): boolean {
    return headers['webhook-signature'] !== undefined;
  }

  protected handle({ method, body, headers }: AskedOfTracker): StoodIn {
    if (method !== 'POST') return { status: 405 };
    try {
      new Webhook(this.token).verify(JSON.stringify(body), headers as Record<string, string>);
    } catch {
      return { status: 401 };
    }
    const { type, data } = body as { type: string; data: Record<string, unknown> & { key?: string | null } };
    if (type === 'tracker.test') return { status: 204 };
    if (data.key === null) {
      const id = String(headers['webhook-id']);
      const known = this.made.get(id) ?? this.make(data as never).number;
      this.made.set(id, known);
      return { status: 200, json: { key: this.keyOf(known), url: this.urlOf(known) } };
    }
    const issue = [...this.issues.values()].find(({ number }) => this.keyOf(number) === data.key);
    if (!issue) return { status: 404 };
    if (type === 'tracker.issue.commented') issue.comments.push(String(data['text']));
    else this.change(issue.number, data as never);
    return { status: 204 };
  }
}
