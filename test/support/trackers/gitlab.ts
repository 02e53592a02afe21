import type { IncomingHttpHeaders } from 'node:http';
import type {
  IssueNoteSchema,
  IssueSchemaWithBasicLabels,
  ProjectSchema,
  SimpleMemberSchema,
  UserSchema,
  WebhookIssueEventSchema,
} from '@gitbeaker/core';
import type { z } from 'zod';
import type { gitLabAnswers } from '../../../apps/api/src/integrations/trackers/gitlab/gitlab-tracker.js';
import { described, type Misread, readsAs } from './described.js';
import { type AskedOfTracker, StandInTracker, type StoodIn, type StoodInIssue } from './stand-in.js';

/** What the package leaves out: https://docs.gitlab.com/api/notes/#list-all-issue-notes. */
type Note = IssueNoteSchema & { internal: boolean; confidential: boolean };
const projectJson = described<ProjectSchema>();
const issueJson = described<IssueSchemaWithBasicLabels>();
const noteJson = described<Note>();
const memberJson = described<SimpleMemberSchema>();
const userJson = described<UserSchema>();
const deliveryJson = described<WebhookIssueEventSchema>();

type Read = { [K in keyof typeof gitLabAnswers]: z.output<(typeof gitLabAnswers)[K]> };
readsAs<Misread<Read['project'], ProjectSchema>>();
readsAs<Misread<Read['issue'], IssueSchemaWithBasicLabels>>();
readsAs<Misread<Read['note'], Note>>();
readsAs<Misread<Read['account'], SimpleMemberSchema & UserSchema>>();
readsAs<Misread<Read['profile'], UserSchema>>();

/**
 * Stands in for a GitLab server (REST interface, version 4), as far as it is asked. Shapes by `@gitbeaker/core`; examples
 * are at https://docs.gitlab.com/api/issues/#list-project-issues, https://docs.gitlab.com/api/notes/#list-all-issue-notes,
 * https://docs.gitlab.com/api/project_members/ and, for deliveries,
 * https://docs.gitlab.com/user/project/integrations/webhook_events/#work-item-events.
 */
export class StandInGitLab extends StandInTracker {
  readonly kind = 'gitlab';
  /** The accounts by their ids. */
  readonly accounts = new Map([[7, 'ada.there']]);

  constructor(projectKey = 'example/web/shop') {
    super(projectKey);
  }

  urlOf(number: number): string {
    return `${this.url}/${this.projectKey}/-/issues/${number}`;
  }

  /** A delivery of GitLab about an issue. */
  delivery(number: number, secret: string, action = 'update'): { headers: Record<string, string>; body: string } {
    const event = deliveryJson({
      ...{ object_kind: 'issue', event_type: 'issue' },
      project: { id: 15, path_with_namespace: this.projectKey },
      object_attributes: { id: 1000 + number, iid: number, action },
    });
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'x-gitlab-event': 'Issue Hook', 'x-gitlab-token': secret };
    return { headers, body };
  }

  protected isKnown(headers: IncomingHttpHeaders): boolean {
    return headers['private-token'] === this.token;
  }

  protected handle({ method, body }: AskedOfTracker, { pathname, searchParams }: URL): StoodIn {
    if (pathname === '/api/v4/users') {
      const found = [...this.accounts].filter(([, username]) => username === searchParams.get('username'));
      return { status: 200, json: found.map(([id, username]) => userJson({ id, username })) };
    }
    const shown = [...this.addresses].map(([username, email], index) => ({ id: 100 + index, username, email }));
    const [, user] = /^\/api\/v4\/users\/(\d+)$/.exec(pathname) ?? [];
    const profile = shown.find(({ id }) => String(id) === user);
    if (profile)
      return {
        status: 200,
        json: userJson({ id: profile.id, username: profile.username, public_email: profile.email ?? '' }),
      };
    const project = `/api/v4/projects/${encodeURIComponent(this.projectKey)}`;
    if (!pathname.startsWith(project)) return { status: 404 };
    const rest = pathname.slice(project.length);
    if (rest === '')
      return {
        status: 200,
        json: projectJson({ id: 15, path_with_namespace: this.projectKey, name: 'Shop', issues_enabled: true }),
      };
    if (rest === '/members/all')
      return { status: 200, json: shown.map(({ id, username }) => memberJson({ id, username, state: 'active' })) };
    if (rest === '/issues' && method === 'GET') {
      const day = (name: string): Date | undefined =>
        searchParams.has(name) ? new Date(searchParams.get(name)!) : undefined;
      const found = this.listed({
        sort: searchParams.get('order_by') === 'updated_at' ? 'updated' : 'created',
        label: searchParams.get('labels'),
        since: day('updated_after'),
        createdSince: day('created_after'),
        page: Number(searchParams.get('page') ?? 1),
        size: Number(searchParams.get('per_page') ?? 20),
      });
      return { status: 200, json: found.map((issue) => this.shown(issue)) };
    }
    if (rest === '/issues' && method === 'POST') {
      if (typeof body['title'] !== 'string' || body['title'].length > 255) return { status: 400 };
      const made = this.make({
        title: body['title'],
        body: String(body['description'] ?? ''),
        labels: String(body['labels'] ?? '')
          .split(',')
          .filter((label) => label !== ''),
        assignee: this.accounts.get((body['assignee_ids'] as number[] | undefined)?.[0] ?? 0) ?? null,
        dueAt: (body['due_date'] as string | undefined) || null,
      });
      return { status: 201, json: this.shown(made) };
    }
    const [, id, notes] = /^\/issues\/(\d+)(\/notes)?$/.exec(rest) ?? [];
    const issue = this.issues.get(Number(id));
    if (!issue) return { status: 404 };
    if (notes !== undefined && method === 'POST') {
      issue.comments.push(String(body['body']));
      return { status: 201, json: noteJson({ id: issue.comments.length, body: issue.comments.at(-1)! }) };
    }
    if (notes !== undefined) {
      const by = { id: 7, username: 'ada.there', name: 'Ada' };
      const json = this.said(issue.number).map(({ id: known, author, account, body: text, at, isPrivate }) =>
        noteJson({
          ...{ id: known, author: { name: author, ...(account && { username: account }) }, body: text },
          ...{ created_at: at.toISOString(), system: false, internal: isPrivate },
        }),
      );
      const told = { id: 1, author: by, body: 'changed the title', system: true, created_at: new Date().toISOString() };
      return { status: 200, json: [noteJson(told), ...json] };
    }
    if (method === 'PUT') {
      const given = body as { title?: string; state_event?: string; assignee_ids?: number[]; due_date?: string };
      this.change(issue.number, {
        ...(given.title === undefined ? {} : { title: given.title }),
        ...(given.state_event === undefined ? {} : { state: given.state_event === 'close' ? 'closed' : 'open' }),
        ...(given.assignee_ids && { assignee: this.accounts.get(given.assignee_ids[0] ?? 0) ?? null }),
        ...(given.due_date === undefined ? {} : { dueAt: given.due_date || null }),
      });
    }
    return { status: 200, json: this.shown(issue) };
  }

  private shown(issue: StoodInIssue): object {
    const [id] = [...this.accounts].find(([, username]) => username === issue.assignee) ?? [];
    return issueJson({
      ...{ id: 1000 + issue.number, iid: issue.number, project_id: 15, title: issue.title, description: issue.body },
      ...{ state: issue.state === 'open' ? 'opened' : 'closed', labels: issue.labels, due_date: issue.dueAt },
      assignees: id === undefined ? [] : [{ id, username: issue.assignee! }],
      web_url: this.urlOf(issue.number),
      ...{ created_at: issue.createdAt.toISOString(), updated_at: issue.updatedAt.toISOString() },
    });
  }
}
