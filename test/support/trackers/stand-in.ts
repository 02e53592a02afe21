import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a tracker was asked. */
export interface AskedOfTracker {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** What goes wrong at the next request that fits: it is answered so, before or after it was carried out. */
export interface TrackerMishap {
  /** Absent: any. */
  method?: string;
  /** Whether what was asked is done all the same. */
  isDone?: boolean;
  /** What is answered; `hang`: nothing; `trickle`: a byte now and then; `page`: one of HTML. */
  answer: 'hang' | 'trickle' | 'page' | { status: number; headers?: Record<string, string> };
}

/** What a request is answered. */
export interface StoodIn {
  status: number;
  json?: unknown;
}

/** An issue of a stand-in. */
export interface StoodInIssue {
  number: number;
  title: string;
  body: string;
  labels: string[];
  state: 'open' | 'closed';
  assignee: string | null;
  dueAt: string | null;
  priority: string | null;
  createdAt: Date;
  updatedAt: Date;
  comments: string[];
}

/** A comment of somebody in the tracker. */
export interface Said {
  id: number;
  author: string;
  /** As assignees are named; null: it is not shown. */
  account: string | null;
  body: string;
  at: Date;
  /** Only some may read it there. */
  isPrivate: boolean;
}

/** A server that answers as a tracker does, with one project, and keeps its issues in memory. */
export abstract class StandInTracker {
  readonly asked: AskedOfTracker[] = [];
  readonly issues = new Map<number, StoodInIssue>();
  readonly mishaps: TrackerMishap[] = [];
  /** What somebody does there between two answers: one of these after each. */
  readonly meanwhile: (() => void)[] = [];
  private readonly people = new Map<number, Said[]>();
  /** When each was changed. */
  private readonly moments = new Map<number, Date[]>();
  /** The addresses that accounts show there; null: they show none. */
  readonly addresses = new Map<string, string | null>();
  token = 'a-token-of-the-tracker';
  private last = 0;
  private readonly hanging: ServerResponse[] = [];
  private readonly server: Server;

  constructor(readonly projectKey: string) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
        const asked = { method: request.method!, path: request.url!, headers: request.headers, body };
        this.asked.push(asked);
        this.answer(asked, response);
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return this;
  }

  async stop(): Promise<void> {
    for (const response of this.hanging) response.destroy();
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What was asked so, as `POST /path`, without the query. */
  requests(method: string): AskedOfTracker[] {
    return this.asked.filter((asked) => asked.method === method);
  }

  /** Somebody changes an issue in the tracker. */
  change(number: number, changes: Partial<StoodInIssue>): void {
    const updatedAt = changes.updatedAt ?? new Date();
    Object.assign(this.issues.get(number)!, changes, { updatedAt });
    this.moments.get(number)!.push(updatedAt);
  }

  /** When an issue had been changed last at some moment. */
  protected changedBy(number: number, moment: Date): Date | undefined {
    return this.moments.get(number)!.findLast((at) => at <= moment);
  }

  /** Somebody makes an issue in the tracker. */
  make(given: Partial<StoodInIssue>): StoodInIssue {
    const [number, now] = [(this.last += 1), new Date()];
    const issue: StoodInIssue = {
      ...{ number, title: 'x', body: '', labels: [], state: 'open', assignee: null, dueAt: null, comments: [] },
      ...{ priority: null, createdAt: now, updatedAt: now },
      ...given,
    };
    this.issues.set(number, issue);
    this.moments.set(number, [issue.updatedAt]);
    return issue;
  }

  /** Somebody says something about an issue in the tracker. */
  say(number: number, author: string, body: string, isPrivate = false, account: string | null = null): Said {
    const said = { id: 1_000 + (this.last += 1), author, account, body, at: new Date(), isPrivate };
    this.people.set(number, [...(this.people.get(number) ?? []), said]);
    this.change(number, {});
    return said;
  }

  /** Somebody deletes a comment in the tracker. */
  unsay(number: number, id: number): void {
    this.people.set(
      number,
      this.people.get(number)!.filter((said) => said.id !== id),
    );
    this.change(number, {});
  }

  /** All comments on an issue: ours and those of people. */
  protected said(number: number): Said[] {
    const ours = this.issues.get(number)!.comments.map((body, index) => ({
      ...{ id: index + 1, author: 'curbcut', account: 'curbcut', body, at: new Date(0), isPrivate: false },
    }));
    return [...ours, ...(this.people.get(number) ?? [])];
  }

  /** The issues that a list has, by the conditions of its query. */
  protected listed({ sort, since, createdSince, label, page, size }: ListQuery): StoodInIssue[] {
    const at = (issue: StoodInIssue): Date => (sort === 'created' ? issue.createdAt : issue.updatedAt);
    return [...this.issues.values()]
      .filter(
        ({ updatedAt, createdAt }) => !(updatedAt < (since ?? updatedAt)) && !(createdAt < (createdSince ?? createdAt)),
      )
      .filter(({ labels, state }) => label == null || (labels.includes(label) && state === 'open'))
      .sort((a, b) => (sort === 'created' ? +at(b) - +at(a) : +at(a) - +at(b)))
      .slice((page - 1) * size, page * size);
  }

  /** As connections name its kind. */
  abstract readonly kind: string;

  /** What people call an issue. */
  keyOf(number: number): string {
    return `${this.projectKey}#${number}`;
  }

  /** With what it is asked. */
  get credentials(): object {
    return { token: this.token };
  }

  abstract urlOf(number: number): string;

  /** What it delivers about an issue, proved by a secret. */
  abstract delivery(number: number, secret: string): { headers: Record<string, string>; body: string };

  protected abstract isKnown(headers: IncomingHttpHeaders): boolean;

  protected abstract handle(asked: AskedOfTracker, url: URL): StoodIn;

  private answer(asked: AskedOfTracker, response: ServerResponse): void {
    const at = this.mishaps.findIndex(({ method }) => method === undefined || method === asked.method);
    const [mishap] = at < 0 ? [] : this.mishaps.splice(at, 1);
    const carried = (): StoodIn =>
      this.isKnown(asked.headers) ? this.handle(asked, new URL(asked.path, this.url)) : { status: 401 };
    const { status, json } = mishap && !mishap.isDone ? { status: 0 } : (carried() as StoodIn);
    if (mishap?.answer === 'hang' || mishap?.answer === 'trickle') {
      this.hanging.push(response);
      if (mishap.answer === 'hang') return;
      response.writeHead(200, { 'content-type': 'application/json' });
      const trickling = setInterval(() => response.write(' '), 100);
      return void response.on('close', () => clearInterval(trickling));
    }
    if (mishap?.answer === 'page') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end('<!doctype html><title>Sign in</title>');
    }
    const [as, headers] = mishap ? [mishap.answer.status, mishap.answer.headers ?? {}] : [status, {}];
    response.writeHead(as, { 'content-type': 'application/json', ...headers });
    response.end(json === undefined || mishap ? '{"message":"as the tracker says it"}' : JSON.stringify(json));
    this.meanwhile.shift()?.();
  }
}

interface ListQuery {
  sort: 'created' | 'updated';
  since?: Date | undefined;
  createdSince?: Date | undefined;
  /** Open ones with this label. */
  label?: string | null;
  page: number;
  size: number;
}
