import type { IncomingHttpHeaders } from 'node:http';
import type { TeamProject, WebApiTeam } from 'azure-devops-node-api/interfaces/CoreInterfaces.js';
import type {
  Comment,
  CommentList,
  WorkItem,
  WorkItemBatchGetRequest,
  WorkItemQueryResult,
  WorkItemType,
} from 'azure-devops-node-api/interfaces/WorkItemTrackingInterfaces.js';
import type { TeamMember } from 'azure-devops-node-api/interfaces/common/VSSInterfaces.js';
import type { z } from 'zod';
import type { azureAnswers } from '../../../apps/api/src/integrations/trackers/azure/azure-tracker.js';
import { described, type Json, type Misread, readsAs } from './described.js';
import { type AskedOfTracker, StandInTracker, type StoodIn, type StoodInIssue } from './stand-in.js';

const DUE = 'Microsoft.VSTS.Scheduling.DueDate';

const projectJson = described<TeamProject>();
const teamJson = described<WebApiTeam>();
const memberJson = described<TeamMember>();
const typeJson = described<WorkItemType>();
const itemJson = described<WorkItem>();
// It is a word there, where the package has a number.
const foundJson = described<Omit<WorkItemQueryResult, 'queryType'> & { queryType: 'flat' }>();
const commentJson = described<Comment>();
const commentsJson = described<CommentList>();

type Read = { [K in keyof typeof azureAnswers]: z.output<(typeof azureAnswers)[K]> };
readsAs<Misread<Read['project'], Json<TeamProject>>>();
readsAs<Misread<Read['team'], Json<WebApiTeam>>>();
readsAs<Misread<Read['member'], Json<TeamMember>>>();
readsAs<Misread<Read['itemType'], Json<WorkItemType>>>();
readsAs<Misread<Read['workItem'], Json<WorkItem>>>();
readsAs<Misread<Read['found'], Json<WorkItemQueryResult>>>();
readsAs<Misread<Read['comment'], Json<Comment>>>();
readsAs<Misread<Read['commented'], Json<CommentList>>>();

/**
 * Stands in for Azure Boards, as far as it is asked. Shapes by `azure-devops-node-api`; the names of fields, which it
 * leaves open, and examples are at
 * https://learn.microsoft.com/rest/api/azure/devops/wit/work-items/create?view=azure-devops-rest-7.1,
 * https://learn.microsoft.com/rest/api/azure/devops/wit/wiql/query-by-wiql?view=azure-devops-rest-7.1,
 * https://learn.microsoft.com/rest/api/azure/devops/wit/work-item-types/get?view=azure-devops-rest-7.1 and, for
 * deliveries, https://learn.microsoft.com/azure/devops/service-hooks/events?view=azure-devops#workitem.updated.
 */
export class StandInAzure extends StandInTracker {
  readonly kind = 'azure';
  states = [
    { name: 'To Do', category: 'Proposed' },
    { name: 'Doing', category: 'InProgress' },
    { name: 'Done', category: 'Completed' },
  ];
  /** The states in which its rules let an issue be; undefined: all. */
  allowed: string[] | undefined;
  hasDueDate = true;
  /** The projects of what was moved to another one. */
  readonly moved = new Map<number, string>();
  private readonly state = new Map<number, string>();

  constructor(projectKey = 'Web shop') {
    super(projectKey);
  }

  override keyOf(number: number): string {
    return `${this.projectOf(number)}#${number}`;
  }

  urlOf(number: number): string {
    return `${this.url}/${encodeURIComponent(this.projectOf(number))}/_workitems/edit/${number}`;
  }

  stateOf(number: number): string {
    const known = this.states.find(({ name }) => name === this.state.get(number));
    const { state } = this.issues.get(number)!;
    const fits = (category: string) => (category === 'Completed') === (state === 'closed');
    return (known && fits(known.category) ? known : this.states.find(({ category }) => fits(category)))!.name;
  }

  delivery(number: number, secret: string, event = 'workitem.updated') {
    const resource = event === 'workitem.updated' ? { id: 77, workItemId: number } : { id: number };
    return {
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`curbcut:${secret}`).toString('base64')}`,
      },
      body: JSON.stringify({ eventType: event, publisherId: 'tfs', resource, resourceVersion: '1.0' }),
    };
  }

  protected isKnown({ authorization }: IncomingHttpHeaders): boolean {
    return authorization === `Basic ${Buffer.from(`:${this.token}`).toString('base64')}`;
  }

  protected handle({ method, body, headers }: AskedOfTracker, { pathname, searchParams }: URL): StoodIn {
    const path = decodeURIComponent(pathname);
    const version = path.endsWith('/comments') ? '7.1-preview.4' : '7.1';
    if (searchParams.get('api-version') !== version) return { status: 400 };
    if (path === `/_apis/projects/${this.projectKey}`)
      return { status: 200, json: projectJson({ id: 'eb6e4656-77fc-42a1-9181-4c6d8e9da5d1', name: this.projectKey }) };
    const teams = `/_apis/projects/${this.projectKey}/teams`;
    if (path === teams) return { status: 200, json: { value: [teamJson({ id: 't1', name: 'Shop Team' })], count: 1 } };
    if (path === `${teams}/t1/members`) {
      // People are named by the address with which they sign in.
      const value = [...this.addresses].map(([name, address]) =>
        memberJson({ identity: { uniqueName: address ?? name } }),
      );
      return { status: 200, json: { value, count: value.length } };
    }
    if (path.endsWith('/_apis/wit/workitemtypes/Task')) {
      const fields = ['System.Title', ...(this.hasDueDate ? [DUE] : [])];
      const json = typeJson({ states: this.states, fields: fields.map((referenceName) => ({ referenceName })) });
      return { status: 200, json };
    }
    if (path === `/${this.projectKey}/_apis/wit/wiql` && method === 'POST') return this.found(String(body['query']));
    if (path === '/_apis/wit/workitemsbatch') {
      const { ids, fields, asOf } = body as Json<WorkItemBatchGetRequest>;
      const value = ids!.map((id) => this.picked(id, fields, asOf));
      return { status: 200, json: { count: value.length, value } };
    }
    const isPatch = headers['content-type'] === 'application/json-patch+json';
    if (path === `/${this.projectKey}/_apis/wit/workitems/$Task` && method === 'POST')
      return isPatch ? this.written(undefined, body) : { status: 415 };
    const [, id, comments] = /\/_apis\/wit\/workitems\/(\d+)(\/comments)?$/i.exec(path) ?? [];
    const issue = this.issues.get(Number(id));
    if (!issue) return { status: 404 };
    if (comments !== undefined && method === 'POST') {
      issue.comments.push(String(body['text']));
      return { status: 200, json: commentJson({ id: issue.comments.length, text: issue.comments.at(-1)! }) };
    }
    if (comments !== undefined) {
      const comments = this.said(issue.number).map(({ id: known, author, account, body: said, at }) =>
        commentJson({
          ...{ id: known, text: `<div>${said}</div>`, createdDate: at.toISOString() },
          createdBy: { displayName: author, ...(account !== null && { uniqueName: account }) },
        }),
      );
      return { status: 200, json: commentsJson({ totalCount: comments.length, comments }) };
    }
    if (method === 'PATCH') return isPatch ? this.written(issue, body) : { status: 415 };
    return { status: 200, json: this.shown(issue) };
  }

  private projectOf(number: number): string {
    return this.moved.get(number) ?? this.projectKey;
  }

  private written(issue: StoodInIssue | undefined, body: object): StoodIn {
    const steps = body as { op: string; path: string; value?: unknown }[];
    const fields = new Map(
      steps.map(({ op, path, value }) => [path.replace('/fields/', ''), op === 'remove' ? null : value]),
    );
    const has = (name: string) => fields.has(name);
    const text = (name: string) => (fields.get(name) ? String(fields.get(name)) : null);
    const state = text('System.State');
    const isFaulty =
      (has('System.Title') && [...(text('System.Title') ?? '')].length > 255) ||
      (has(DUE) && !this.hasDueDate) ||
      (state !== null && this.allowed !== undefined && !this.allowed.includes(state));
    if (isFaulty) return { status: 400 };
    const changes: Partial<StoodInIssue> = {
      ...(has('System.Title') && { title: text('System.Title')! }),
      ...(has('System.Description') && { body: text('System.Description')! }),
      ...(has('System.AssignedTo') && { assignee: text('System.AssignedTo') }),
      ...(has(DUE) && { dueAt: text(DUE) }),
      ...(has('System.Tags') && { labels: text('System.Tags')!.split('; ') }),
      ...(has('Microsoft.VSTS.Common.Priority') && { priority: text('Microsoft.VSTS.Common.Priority') }),
    };
    const target = issue ?? this.make({});
    if (issue) this.change(target.number, changes);
    else Object.assign(target, changes);
    if (state !== null) {
      this.state.set(target.number, state);
      const { category } = this.states.find(({ name }) => name === state)!;
      this.change(target.number, { state: category === 'Completed' ? 'closed' : 'open' });
    }
    return { status: 200, json: this.shown(target) };
  }

  /** WIQL of the conditions that are asked for. */
  private found(wiql: string): StoodIn {
    const [, changed] = /\[System\.ChangedDate\] >= '([^']+)'/.exec(wiql) ?? [];
    const [, created] = /\[System\.CreatedDate\] >= '([^']+)'/.exec(wiql) ?? [];
    const [, tag] = /\[System\.Tags\] CONTAINS '([^']+)'/.exec(wiql) ?? [];
    const since = {
      since: changed ? new Date(changed) : undefined,
      createdSince: created ? new Date(created) : undefined,
    };
    const workItems = this.listed({ sort: 'updated', ...since, page: 1, size: 1_000 })
      .filter(({ labels }) => tag === undefined || labels.includes(tag))
      .filter(({ number }) => !this.moved.has(number) || wiql.includes('@Me'))
      .map(({ number: id }) => ({ id, url: `${this.url}/_apis/wit/workItems/${id}` }));
    return { status: 200, json: foundJson({ queryType: 'flat', asOf: new Date().toISOString(), workItems }) };
  }

  /** Some fields of a work item, or all, as it was at a moment; nothing where it is not there. */
  private picked(id: number, names: readonly string[] | undefined, asOf: string | undefined): object | null {
    const issue = this.issues.get(id);
    if (!issue) return null;
    const updatedAt = (asOf && this.changedBy(id, new Date(asOf))) || issue.updatedAt;
    const { fields, ...item } = this.shown({ ...issue, updatedAt });
    return {
      ...item,
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => names?.includes(name) ?? true)),
    };
  }

  private shown(issue: StoodInIssue) {
    const { assignee, dueAt } = issue;
    return itemJson({
      id: issue.number,
      rev: 1,
      fields: {
        ...{
          'System.Title': issue.title,
          'System.Description': issue.body,
          'System.State': this.stateOf(issue.number),
        },
        ...{ 'System.TeamProject': this.projectOf(issue.number), 'System.WorkItemType': 'Task' },
        'System.ChangedDate': issue.updatedAt.toISOString(),
        ...(assignee && { 'System.AssignedTo': { displayName: assignee, uniqueName: assignee } }),
        ...(dueAt && { [DUE]: `${dueAt}T00:00:00Z` }),
      },
    });
  }
}
