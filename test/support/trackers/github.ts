import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { components } from '@octokit/openapi-types';
import type { z } from 'zod';
import type { gitHubAnswers } from '../../../apps/api/src/integrations/trackers/github/github-tracker.js';
import { described, type Misread, readsAs } from './described.js';
import { type AskedOfTracker, StandInTracker, type StoodIn, type StoodInIssue } from './stand-in.js';

type Described = components['schemas'];
const repositoryJson = described<Described['full-repository']>();
const issueJson = described<Described['issue']>();
const commentJson = described<Described['issue-comment']>();
const userJson = described<Described['public-user']>();
const deliveryJson = described<Omit<Described['webhook-issues-edited'], 'action'> & { action: string }>();

type Read = { [K in keyof typeof gitHubAnswers]: z.output<(typeof gitHubAnswers)[K]> };
readsAs<Misread<Read['repository'], Described['full-repository']>>();
readsAs<Misread<Read['issue'], Described['issue']>>();
readsAs<Misread<Read['comment'], Described['issue-comment']>>();
readsAs<Misread<Read['account'], Described['simple-user']>>();
readsAs<Misread<Read['profile'], Described['public-user']>>();

/** As GitHub writes moments: by the second. */
const written = (moment: Date): string => moment.toISOString().replace(/\.\d+/, '');

/** The first moment that is written so, or later: moments are kept by the second there, too. */
const wholeSecond = (moment: Date): Date => new Date(Math.ceil(moment.getTime() / 1_000) * 1_000);

/**
 * Stands in for a GitHub server (REST interface of 2022-11-28, under `/api/v3`), as far as it is asked. Shapes by
 * GitHub's own description of its interface, with which `@octokit/openapi-types` is made; examples are at
 * https://docs.github.com/rest/issues/issues#list-repository-issues,
 * https://docs.github.com/rest/issues/comments#list-issue-comments and, for deliveries,
 * https://docs.github.com/webhooks/webhook-events-and-payloads#issues.
 */
export class StandInGitHub extends StandInTracker {
  readonly kind = 'github';
  hasIssues = true;

  constructor(projectKey = 'example/shop') {
    super(projectKey);
  }

  urlOf(number: number): string {
    return `${this.url}/${this.projectKey}/issues/${number}`;
  }

  /** A delivery of GitHub about an issue; `at` is where it is posted to. */
  delivery(number: number, secret: string, action = 'edited'): { headers: Record<string, string>; body: string } {
    const issue = { number, html_url: this.urlOf(number), updated_at: written(new Date()) };
    const repository = { id: 1296269, full_name: this.projectKey };
    const body = JSON.stringify(deliveryJson({ action, issue, repository }));
    return {
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'issues',
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
    };
  }

  protected isKnown(headers: IncomingHttpHeaders): boolean {
    // GitHub answers 403 to who names no program.
    return headers.authorization === `Bearer ${this.token}` && headers['user-agent'] !== undefined;
  }

  protected handle({ method, body }: AskedOfTracker, { pathname, searchParams }: URL): StoodIn {
    const [, login] = /^\/api\/v3\/users\/([^/]+)$/.exec(pathname) ?? [];
    if (login !== undefined && this.addresses.has(login))
      return { status: 200, json: userJson({ login, id: 7, email: this.addresses.get(login) ?? null }) };
    const repo = `/api/v3/repos/${this.projectKey}`;
    if (!pathname.startsWith(repo)) return { status: 404 };
    const rest = pathname.slice(repo.length);
    if (rest === '' && method === 'GET')
      return {
        status: 200,
        json: repositoryJson({
          ...{ id: 1296269, full_name: this.projectKey, has_issues: this.hasIssues },
          permissions: { admin: false, push: true, pull: true },
        }),
      };
    if (rest === '/assignees')
      return { status: 200, json: [...this.addresses.keys()].map((login) => userJson({ login, id: 7, type: 'User' })) };
    if (!this.hasIssues) return { status: 410 };
    if (rest === '/issues' && method === 'GET') {
      const since = searchParams.get('since');
      const found = this.listed({
        sort: searchParams.get('sort') === 'updated' ? 'updated' : 'created',
        label: searchParams.get('labels'),
        since: since === null ? undefined : wholeSecond(new Date(since)),
        page: Number(searchParams.get('page') ?? 1),
        size: Number(searchParams.get('per_page') ?? 30),
      });
      return { status: 200, json: found.map((issue) => this.shown(issue)) };
    }
    if (rest === '/issues' && method === 'POST') {
      if (typeof body['title'] !== 'string' || [...body['title']].length > 256) return { status: 422 };
      const made = this.make({
        title: body['title'],
        body: String(body['body'] ?? ''),
        labels: (body['labels'] as string[] | undefined) ?? [],
        assignee: (body['assignees'] as string[] | undefined)?.[0] ?? null,
      });
      return { status: 201, json: this.shown(made) };
    }
    const [, id, comments] = /^\/issues\/(\d+)(\/comments)?$/.exec(rest) ?? [];
    const issue = this.issues.get(Number(id));
    if (!issue) return { status: 404 };
    if (comments !== undefined && method === 'POST') {
      issue.comments.push(String(body['body']));
      return { status: 201, json: commentJson({ id: issue.comments.length, body: issue.comments.at(-1)! }) };
    }
    if (comments !== undefined) {
      const json = this.said(issue.number).map(({ id: known, author, account, body: text, at }) =>
        commentJson({ id: known, user: { login: account ?? author, id: 9 }, body: text, created_at: written(at) }),
      );
      return { status: 200, json: searchParams.get('page') === '1' ? json : [] };
    }
    if (method === 'PATCH') {
      const { title, state, assignees } = body as { title?: string; state?: 'open' | 'closed'; assignees?: string[] };
      this.change(issue.number, {
        ...(title === undefined ? {} : { title }),
        ...(state === undefined ? {} : { state }),
        ...(assignees === undefined ? {} : { assignee: assignees[0] ?? null }),
      });
    }
    return { status: 200, json: this.shown(issue) };
  }

  private shown(issue: StoodInIssue): object {
    const assignees = issue.assignee === null ? [] : [{ login: issue.assignee, id: 7 }];
    return issueJson({
      ...{ id: 1000 + issue.number, number: issue.number, title: issue.title, body: issue.body, state: issue.state },
      ...{ html_url: this.urlOf(issue.number), user: { login: 'curbcut', id: 1 } },
      ...{ labels: issue.labels.map((name) => ({ name })), assignee: assignees[0] ?? null, assignees },
      ...{ created_at: written(issue.createdAt), updated_at: written(issue.updatedAt) },
    });
  }
}
