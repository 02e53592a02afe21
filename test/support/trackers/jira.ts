import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Comment } from 'jira.js/version2/models/comment';
import type { CreatedIssue } from 'jira.js/version2/models/createdIssue';
import type { Issue } from 'jira.js/version2/models/issue';
import type { PageOfComments } from 'jira.js/version2/models/pageOfComments';
import type { Permissions } from 'jira.js/version2/models/permissions';
import type { Project } from 'jira.js/version2/models/project';
import type { SearchAndReconcileResults } from 'jira.js/version2/models/searchAndReconcileResults';
import type { SearchResults } from 'jira.js/version2/models/searchResults';
import type { StatusDetails } from 'jira.js/version2/models/statusDetails';
import type { Transitions } from 'jira.js/version2/models/transitions';
import type { User } from 'jira.js/version2/models/user';
import type { z } from 'zod';
import type { jiraAnswers } from '../../../apps/api/src/integrations/trackers/jira/jira-tracker.js';
import { nowMs } from '../moments.js';
import { described, type Misread, readsAs } from './described.js';
import { type AskedOfTracker, StandInTracker, type StoodIn, type StoodInIssue } from './stand-in.js';

interface Status {
  name: string;
  category: 'new' | 'indeterminate' | 'done';
}

/**
 * The package calls the text `comment`, as its own parameter:
 * https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issue-comments/.
 */
type Said = Omit<Comment, 'comment'> & { body: string };
type PageOfSaid = Omit<PageOfComments, 'comments'> & { comments: Said[] };
const projectJson = described<Project>();
const issueJson = described<Issue>();
const createdJson = described<CreatedIssue>();
const commentJson = described<Said>();
const commentsJson = described<PageOfSaid>();
const transitionsJson = described<Transitions>();
const statusDetailsJson = described<StatusDetails>();
const userJson = described<User>();
const permissionsJson = described<Permissions>();
const cloudPageJson = described<SearchAndReconcileResults>();
const pageJson = described<SearchResults>();

type Read = { [K in keyof typeof jiraAnswers]: z.output<(typeof jiraAnswers)[K]> };
readsAs<Misread<Read['project'], Project>>();
readsAs<Misread<Read['issue'], Issue>>();
readsAs<Misread<Read['page'], SearchAndReconcileResults & SearchResults>>();
readsAs<Misread<Read['made'], CreatedIssue>>();
readsAs<Misread<Read['comment'], Said>>();
readsAs<Misread<Read['commented'], PageOfSaid>>();
readsAs<Misread<Read['transitions'], Transitions>>();
readsAs<Misread<Read['permissions'], Permissions>>();
readsAs<Misread<Read['person'], User>>();

/**
 * Stands in for Jira, as far as it is asked: Cloud, or Data Center (`isCloud` is false). Shapes by `jira.js`, which has
 * those of Cloud; Data Center names what both have alike. Examples are at
 * https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issues/,
 * https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issue-search/,
 * https://docs.atlassian.com/software/jira/docs/api/REST/9.12.0/ and, for deliveries,
 * https://developer.atlassian.com/cloud/jira/platform/webhooks/.
 */
export class StandInJira extends StandInTracker {
  readonly kind = 'jira';
  readonly email = 'bot@example.org';
  /** The workflow: every status leads to every other one, except where `ways` says whereto. */
  statuses: Status[] = [
    { name: 'To Do', category: 'new' },
    { name: 'In Progress', category: 'indeterminate' },
    { name: 'Done', category: 'done' },
  ];
  ways: string[] | undefined;
  /** What a search does not find yet, by number. */
  readonly unindexed = new Set<number>();
  /** The keys of what was moved to another project. */
  readonly moved = new Map<number, string>();
  private readonly status = new Map<number, string>();
  private readonly properties = new Map<number, Record<string, unknown>>();

  constructor(
    readonly isCloud = true,
    projectKey = 'SHOP',
  ) {
    super(projectKey);
  }

  override get credentials(): object {
    return this.isCloud ? { token: this.token, email: this.email } : { token: this.token };
  }

  override keyOf(number: number): string {
    return this.moved.get(number) ?? `${this.projectKey}-${number}`;
  }

  urlOf(number: number): string {
    return `${this.url}/browse/${this.keyOf(number)}`;
  }

  /** The status of an issue there, as people see it. */
  statusOf(number: number): string {
    const known = this.status.get(number);
    const { state } = this.issues.get(number)!;
    const fits = this.statuses.find(({ name }) => name === known);
    if (fits && (fits.category === 'done') === (state === 'closed')) return fits.name;
    return this.statuses.find(({ category }) => (category === 'done') === (state === 'closed'))!.name;
  }

  /** Somebody moves an issue to a status. */
  moveTo(number: number, name: string): void {
    this.status.set(number, name);
    const { category } = this.statuses.find((status) => status.name === name)!;
    this.change(number, { state: category === 'done' ? 'closed' : 'open' });
  }

  delivery(number: number, secret: string, event = 'jira:issue_updated') {
    const body = JSON.stringify({
      timestamp: nowMs(),
      webhookEvent: event,
      issue: { id: String(10_000 + number), key: this.keyOf(number), fields: {} },
    });
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    return { headers: { 'content-type': 'application/json', 'x-hub-signature': signature }, body };
  }

  protected isKnown({ authorization }: IncomingHttpHeaders): boolean {
    return this.isCloud
      ? authorization === `Basic ${Buffer.from(`${this.email}:${this.token}`).toString('base64')}`
      : authorization === `Bearer ${this.token}`;
  }

  protected handle({ method, body }: AskedOfTracker, { pathname, searchParams }: URL): StoodIn {
    const rest = pathname.replace(/^\/rest\/api\/2/, '');
    if (rest === pathname) return { status: 404 };
    if (rest === `/project/${this.projectKey}`)
      return {
        status: 200,
        json: projectJson({ id: '10001', key: this.projectKey, name: 'Shop', issueTypes: [{ name: 'Task' }] }),
      };
    if (rest === '/mypermissions') {
      const asked = searchParams.get('permissions')!.split(',');
      const permissions = Object.fromEntries(asked.map((key) => [key, { key, havePermission: true }]));
      return { status: 200, json: permissionsJson({ permissions }) };
    }
    if (rest === '/user/assignable/search') {
      const found = [...this.addresses].map(([account, emailAddress]) =>
        userJson({
          ...{ ...this.named(account), displayName: account, active: true },
          ...(emailAddress !== null && { emailAddress }),
        }),
      );
      return { status: 200, json: searchParams.get('startAt') === '0' ? found : [] };
    }
    if (rest === (this.isCloud ? '/search/jql' : '/search')) return this.search(searchParams);
    if (rest === '/issue' && method === 'POST') return this.created(body);
    const [, asked = '', part] = /^\/issue\/([^/]+)(\/.*)?$/.exec(rest) ?? [];
    const issue = [...this.issues.values()].find(
      ({ number }) =>
        String(10_000 + number) === asked || [this.keyOf(number), `${this.projectKey}-${number}`].includes(asked),
    );
    if (!issue) return { status: 404 };
    if (part === '/transitions') return this.transitions(issue, method, body);
    if (part === '/properties/curbcut') {
      const value = this.properties.get(issue.number)?.['curbcut'];
      return value === undefined ? { status: 404 } : { status: 200, json: { key: 'curbcut', value } };
    }
    if (part === '/comment' && method === 'POST') {
      issue.comments.push(String(body['body']));
      return { status: 201, json: commentJson({ id: String(issue.comments.length), body: String(body['body']) }) };
    }
    if (part === '/comment') {
      const comments = this.said(issue.number).map(({ id: known, author, account, body: text, at, isPrivate }) =>
        commentJson({
          ...{ id: String(known), body: text, created: written(at) },
          author: { displayName: author, ...(account !== null && this.named(account)) },
          ...(isPrivate && { visibility: { type: 'role', value: 'Developers' } }),
        }),
      );
      const json = commentsJson({ startAt: 0, maxResults: 100, total: comments.length, comments });
      return { status: 200, json };
    }
    if (method === 'PUT') {
      const fields = body['fields'] as Record<string, unknown>;
      this.change(issue.number, this.changesOf(fields));
      return { status: 204 };
    }
    return { status: 200, json: this.shown(issue) };
  }

  private created(body: Record<string, unknown>): StoodIn {
    const fields = body['fields'] as Record<string, unknown> & {
      project: { key: string };
      issuetype: { name: string };
    };
    const { summary, labels } = fields as { summary?: string; labels?: string[] };
    const isValid = typeof summary === 'string' && summary.length <= 255 && !/\n/.test(summary);
    const isOf = fields.project.key === this.projectKey && fields.issuetype.name === 'Task';
    if (!isValid || !isOf || labels?.some((label) => /\s/.test(label))) return { status: 400 };
    const made = this.make({
      ...this.changesOf(fields),
      ...{ body: String(fields['description'] ?? ''), labels: labels ?? [] },
      priority: (fields['priority'] as { name: string } | undefined)?.name ?? null,
    });
    const properties = (body['properties'] as { key: string; value: unknown }[] | undefined) ?? [];
    this.properties.set(made.number, Object.fromEntries(properties.map(({ key, value }) => [key, value])));
    const id = String(10_000 + made.number);
    const self = `${this.url}/rest/api/2/issue/${id}`;
    return { status: 201, json: createdJson({ id, key: this.keyOf(made.number), self }) };
  }

  private transitions(issue: StoodInIssue, method: string, body: Record<string, unknown>): StoodIn {
    const names = this.ways ?? this.statuses.map(({ name }) => name);
    const offered = this.statuses.flatMap((to, index) =>
      names.includes(to.name) && to.name !== this.statusOf(issue.number) ? [{ id: String(index + 11), to }] : [],
    );
    if (method === 'GET') {
      const transitions = offered.map(({ id, to }) => ({ id, name: `to ${to.name}`, to: statusJson(to) }));
      return { status: 200, json: transitionsJson({ transitions }) };
    }
    const taken = offered.find(({ id }) => id === (body['transition'] as { id: string }).id);
    if (!taken) return { status: 400 };
    this.moveTo(issue.number, taken.to.name);
    return { status: 204 };
  }

  /** JQL of the conditions that are asked for, by the minute as Jira has it. */
  private search(query: URLSearchParams): StoodIn {
    const jql = query.get('jql')!;
    const [, field = 'updated', minutes] = /(updated|created) >= "-(\d+)m"/.exec(jql) ?? [];
    const [, label] = /labels = "([^"]+)" AND statusCategory != Done/.exec(jql) ?? [];
    const isMoved = jql.includes('OR creator = currentUser()');
    const since = minutes === undefined ? undefined : new Date(nowMs() - Number(minutes) * 60_000);
    const size = Number(query.get('maxResults'));
    const at = this.isCloud ? Number(query.get('nextPageToken') ?? 0) : Number(query.get('startAt') ?? 0);
    const sort = field as 'updated' | 'created';
    const found = this.listed({
      sort,
      since,
      createdSince: sort === 'created' ? since : undefined,
      label,
      page: 1,
      size: 1e6,
    })
      .filter(({ number }) => !this.unindexed.has(number))
      .filter(({ number }) => isMoved || !this.moved.has(number));
    const issues = found.slice(at, at + size).map((issue) => ({
      ...this.shown(issue),
      ...(query.get('properties') && { properties: this.properties.get(issue.number) ?? {} }),
    }));
    const page = { startAt: at, maxResults: size, total: found.length, issues };
    if (!this.isCloud) return { status: 200, json: pageJson(page) };
    // The last page names no next one.
    const next = at + size < found.length && { nextPageToken: String(at + size) };
    return { status: 200, json: cloudPageJson({ issues, ...next }) };
  }

  /** As Cloud names accounts, or Data Center. */
  private named(account: string): { accountId?: string; name?: string } {
    return this.isCloud ? { accountId: account } : { name: account };
  }

  private changesOf(fields: Record<string, unknown>): Partial<StoodInIssue> {
    const { summary, assignee, duedate } = fields as {
      summary?: string;
      assignee?: { accountId?: string; name?: string } | null;
      duedate?: string | null;
    };
    return {
      ...(summary === undefined ? {} : { title: summary }),
      ...(assignee === undefined ? {} : { assignee: (this.isCloud ? assignee?.accountId : assignee?.name) ?? null }),
      ...(duedate === undefined ? {} : { dueAt: duedate }),
    };
  }

  private shown(issue: StoodInIssue): object {
    const { assignee } = issue;
    const status = this.statuses.find(({ name }) => name === this.statusOf(issue.number))!;
    return issueJson({
      ...{ id: String(10_000 + issue.number), key: this.keyOf(issue.number), self: this.url },
      fields: {
        ...{ summary: issue.title, description: issue.body, status: statusJson(status), duedate: issue.dueAt },
        assignee: assignee === null ? null : { ...this.named(assignee), displayName: assignee },
        ...{ created: written(issue.createdAt), updated: written(issue.updatedAt) },
      },
    });
  }
}

const statusJson = ({ name, category }: Status) => statusDetailsJson({ name, statusCategory: { key: category } });

/** As Jira writes moments: without a colon in the offset. */
const written = (moment: Date): string => moment.toISOString().replace('Z', '+0000');
