import { clock } from '#libs/clock';
import { MINUTE_MS } from '#libs/dates';
import { z } from 'zod';
import { trackerClient, type Reach, type TrackerAnswer } from '../tracker-client.js';
import { allIn, changedIn, momentOf, MOST_PAGES, PAGE_SIZE } from '../changed-in.js';
import type { SharedFields } from '../sync/tracker-link.entity.js';
import { listThere, nameThere, readIfThere, readJson } from '../read-json.js';
import { stateHere } from '../states-there.js';
import { TrackerFault } from '../tracker-fault.js';
import type { NewTrackerIssue, Tracker, TrackerAccess, TrackerIssue } from '../tracker.js';

const id = z.string().regex(/^\d{1,20}$/);
const status = z.object({ name: nameThere, statusCategory: z.object({ key: nameThere }).optional() });
/** Cloud has ids of accounts, Data Center names. */
const account = z.object({ accountId: nameThere.optional(), name: nameThere.optional() });
/** Somebody to whom issues may be assigned. */
const person = account.extend({ emailAddress: nameThere.nullish() });
const issue = z.object({
  id,
  key: nameThere,
  fields: z.object({
    summary: z.string(),
    description: z.string().nullish(),
    status,
    assignee: account.nullish(),
    duedate: z.string().nullish(),
    updated: z.string(),
  }),
  properties: z.record(z.string(), z.unknown()).optional(),
});
type JiraIssue = z.infer<typeof issue>;
/** Of an issue of which only that it has changed is wanted. */
const changedIssue = z.object({ id, fields: z.object({ updated: z.string() }) });
/** A page: Cloud names the next one, Data Center says how many there are in all. */
const pageOf = <T>(item: z.ZodType<T>, most: number) =>
  z.object({
    issues: listThere(item, most),
    nextPageToken: z.string().nullish(),
    total: z.int().min(0).optional(),
  });
const made = z.object({ id, key: nameThere });
const marked = z.object({ marker: z.string() });
const project = z.object({
  id,
  name: nameThere,
  issueTypes: listThere(z.object({ name: nameThere }), 1_000).optional(),
});
const permissions = z.object({ permissions: z.record(z.string(), z.object({ havePermission: z.boolean() })) });
const transitions = z.object({
  transitions: listThere(z.object({ id, to: status }), 1_000),
});

const comment = z.object({
  id,
  author: account.extend({ displayName: nameThere.optional() }).nullish(),
  body: z.string(),
  created: z.string(),
  visibility: z.unknown().optional(),
  jsdPublic: z.boolean().optional(),
});
const commented = z.object({ comments: listThere(comment, PAGE_SIZE) });
/** What is read of its answers. */
export const jiraAnswers = {
  ...{ issue, page: pageOf(issue, PAGE_SIZE), made, project, permissions, transitions, comment, commented, person },
};

const FIELDS = 'summary,description,status,assignee,duedate,updated';
/** Of how many is asked at once that they have changed: little is read of each. */
const MOST_CHANGED = 250;
/** What we do there, as Jira names it. */
const NEEDED = [
  'BROWSE_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'TRANSITION_ISSUES',
  'ADD_COMMENTS',
  'ASSIGN_ISSUES',
];
/** The property of an issue in which our mark is. */
const PROPERTY = 'curbcut';
/** What Jira takes, in characters. */
const MOST = { summary: 255, description: 32_767 };
/** So many ways into a state are tried: one may want a field that we do not have. */
const MOST_WAYS = 3;
/** How long the index may be behind what was written. */
const INDEXED_AFTER_MS = 2 * MINUTE_MS;

/**
 * Issues of a project of Jira, by version 2 of its REST interface: of Cloud where the account has an e-mail address,
 * else of Data Center.
 */
export function jiraTracker(access: TrackerAccess, reach: Reach): Tracker {
  const { url, projectKey, token, email, states } = access;
  const isCloud = email !== null;
  const authorization = isCloud ? `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}` : `Bearer ${token}`;
  const request = trackerClient(`${url}/rest/api/2`, { accept: 'application/json', authorization }, reach);
  const stateOf = ({ name, statusCategory }: z.infer<typeof status>): 'open' | 'closed' =>
    stateHere(states, name) ?? (statusCategory?.key === 'done' ? 'closed' : 'open');
  const shown = ({ id: found, key, fields }: JiraIssue): TrackerIssue => ({
    id: found,
    key,
    url: `${url}/browse/${key}`,
    body: fields.description ?? '',
    title: fields.summary,
    state: stateOf(fields.status),
    assignee: fields.assignee?.accountId ?? fields.assignee?.name ?? null,
    dueAt: fields.duedate ?? null,
  });
  const given = ({ title, assignee, dueAt }: Partial<SharedFields>): object => ({
    ...(title !== undefined && { summary: title.slice(0, MOST.summary) }),
    ...(assignee !== undefined && { assignee: assignee && { [isCloud ? 'accountId' : 'name']: assignee } }),
    ...(dueAt !== undefined && { duedate: dueAt }),
  });
  /** Pages of what fits: the first, those that were read, and the next one. */
  const pagesOf = <T>(jql: string, item: z.ZodType<T>, fields: string, size: number) => {
    const query = `jql=${encodeURIComponent(jql)}&fields=${fields}&maxResults=${size}`;
    /** Where each page begins: by a token, or behind so many. */
    const begins = [isCloud ? '' : '0'];
    return async (number: number): Promise<{ issues: T[]; isLast: boolean }> => {
      const at = begins[number - 1]!;
      const going = isCloud
        ? `/search/jql?${query}&properties=${PROPERTY}${at && `&nextPageToken=${encodeURIComponent(at)}`}`
        : `/search?${query}&startAt=${at}`;
      const { issues, nextPageToken, total } = readJson(pageOf(item, size), await request('GET', going));
      // It may give fewer than it is asked for, and there be more.
      const until = Number(at) + issues.length;
      begins[number] = isCloud ? (nextPageToken ?? '') : String(until);
      const isLast = isCloud ? !nextPageToken : issues.length === 0 || until >= (total ?? until);
      return { issues, isLast };
    };
  };
  const issuesIn = (jql: string) => pagesOf(jql, issue, FIELDS, PAGE_SIZE);
  const read = async (key: string): Promise<TrackerIssue | undefined> => {
    const found = readIfThere(issue, await request('GET', `/issue/${key}?fields=${FIELDS}`));
    return found && shown(found);
  };
  const markerOf = async ({ id: found, properties }: JiraIssue): Promise<string | undefined> => {
    if (isCloud) return marked.safeParse(properties?.[PROPERTY]).data?.marker;
    const answer = await request('GET', `/issue/${found}/properties/${PROPERTY}`);
    return readIfThere(z.object({ value: marked }), answer)?.value.marker;
  };
  /** Moves an issue to a state, by whichever way its workflow has; there may be none. */
  const move = async (moved: string, state: 'open' | 'closed'): Promise<boolean> => {
    const { transitions: all } = readJson(transitions, await request('GET', `/issue/${moved}/transitions`));
    const wanted = states.here?.[state]?.toLowerCase();
    const ways = all.filter(({ to }) => stateOf(to) === state);
    const isWanted = ({ to }: (typeof ways)[number]): number => (to.name.toLowerCase() === wanted ? 0 : 1);
    for (const { id: way } of ways.sort((a, b) => isWanted(a) - isWanted(b)).slice(0, MOST_WAYS))
      try {
        requireThere(await request('POST', `/issue/${moved}/transitions`, { transition: { id: way } }));
        return true;
      } catch (error) {
        if (!(error instanceof TrackerFault) || error.problem !== 'rejected') throw error;
      }
    return false;
  };
  return {
    findsAfterMs: INDEXED_AFTER_MS,
    async verify() {
      const found = readJson(project, await request('GET', `/project/${projectKey}`));
      const path = `/mypermissions?projectKey=${projectKey}&permissions=${NEEDED.join(',')}`;
      const { permissions: may } = readJson(permissions, await request('GET', path));
      if (NEEDED.some((name) => may[name]?.havePermission === false)) throw new TrackerFault('forbidden', 200);
      const type = access.issueType?.toLowerCase();
      const { issueTypes } = found;
      if (issueTypes && !issueTypes.some(({ name }) => name.toLowerCase() === type))
        throw new TrackerFault('rejected', 200);
      return { id: found.id, name: found.name };
    },
    async create(issueThere) {
      const { labels, body, priority, marker, ...shared } = issueThere;
      const fields = {
        ...{ project: { key: projectKey }, issuetype: { name: access.issueType }, labels },
        ...{ ...given(shared), description: body.slice(0, MOST.description) },
        ...(priority !== null && { priority: { name: priority } }),
      };
      const properties = [{ key: PROPERTY, value: { marker } }];
      const answered = readJson(made, await request('POST', '/issue', { fields: withoutNull(fields), properties }));
      // It is there, whatever becomes of the second question.
      const found = await read(answered.id).catch((error: unknown) => {
        if (error instanceof TrackerFault) return undefined;
        throw error;
      });
      return found ?? asWritten(issueThere, answered, url);
    },
    read,
    async update(changed, { state, ...changes }) {
      const fields = given(changes);
      if (Object.keys(fields).length > 0) requireThere(await request('PUT', `/issue/${changed}`, { fields }));
      const isMoved = state !== undefined && (await move(changed, state));
      const title = changes.title?.slice(0, MOST.summary);
      return { ...changes, ...(title !== undefined && { title }), ...(isMoved && { state }) };
    },
    async comment(on, text) {
      requireThere(await request('POST', `/issue/${on}/comment`, { body: text }));
    },
    async comments(on) {
      const found = await allIn(async (number) => {
        const query = `startAt=${(number - 1) * PAGE_SIZE}&maxResults=${PAGE_SIZE}&orderBy=created`;
        const answer = readIfThere(commented, await request('GET', `/issue/${on}/comment?${query}`));
        return answer && { items: answer.comments, isLast: answer.comments.length < PAGE_SIZE };
      });
      // What only some may read there is not told to all here.
      const open = found?.items.filter(({ visibility, jsdPublic }) => !visibility && jsdPublic !== false);
      return (
        found && {
          isWhole: found.isWhole,
          comments: open!.map(({ id: known, author, body, created }) => ({
            ...{ id: known, author: author?.displayName ?? null, body },
            account: author?.accountId ?? author?.name ?? null,
            at: momentOf(created) ?? clock.now(),
          })),
        }
      );
    },
    async accounts() {
      const found = await allIn(async (number) => {
        const query = `project=${encodeURIComponent(projectKey)}&startAt=${(number - 1) * PAGE_SIZE}`;
        const answer = await request('GET', `/user/assignable/search?${query}&maxResults=${PAGE_SIZE}`);
        const items = readJson(listThere(person, PAGE_SIZE), answer);
        return { items, isLast: items.length < PAGE_SIZE };
      });
      const accounts = found!.items.flatMap(({ accountId, name, emailAddress }) => {
        const known = accountId ?? name;
        return known === undefined ? [] : [{ account: known, email: emailAddress ?? null }];
      });
      return { accounts, isWhole: found!.isWhole };
    },
    async labelled(label) {
      const quoted = label.replaceAll(/[\\"]/g, '\\$&');
      const next = issuesIn(`project = "${projectKey}" AND labels = "${quoted}" AND statusCategory != Done`);
      const found = await allIn(async (number) => {
        const { issues, isLast } = await next(number);
        return { items: issues, isLast };
      });
      return { issues: found!.items.map(shown), isWhole: found!.isWhole };
    },
    changedSince: (since) => {
      // What was moved to another project is found by who made it.
      const of = `(project = "${projectKey}" OR creator = currentUser())`;
      const pagesSince = (from: Date) =>
        pagesOf(`${of} AND updated >= "${ago(from)}" ORDER BY updated ASC`, changedIssue, 'updated', MOST_CHANGED);
      let next = pagesSince(since);
      return changedIn(since, async (from, number) => {
        if (number === 1) next = pagesSince(from);
        const { issues, isLast } = await next(number);
        const until = momentOf(issues.at(-1)?.fields.updated);
        return { ids: issues.map(({ id: found }) => found), until, isLast };
      });
    },
    async findMarker(marker, since, besides) {
      const own = `project = "${projectKey}" AND creator = currentUser() AND created >= "${ago(since)}"`;
      const next = issuesIn(`${own} ORDER BY created DESC`);
      for (let number = 1; number <= MOST_PAGES; number += 1) {
        const { issues, isLast } = await next(number);
        for (const found of issues) if (found.id !== besides && (await markerOf(found)) === marker) return shown(found);
        if (isLast) break;
      }
      return undefined;
    },
    idAt(address) {
      const [, base = '', key] = /^(.*)\/browse\/([A-Z][A-Z0-9_]+-[1-9]\d{0,9})$/i.exec(address) ?? [];
      const isOurs = base.toLowerCase() === url.toLowerCase() && key?.toUpperCase().startsWith(`${projectKey}-`);
      return isOurs ? key?.toUpperCase() : undefined;
    },
  };
}

/** A moment for JQL: so long ago, as moments themselves are read there in the time zone of the account, by the minute. */
const ago = (since: Date): string => `-${Math.max(0, Math.ceil((clock.millis() - since.getTime()) / MINUTE_MS)) + 1}m`;

/** @throws TrackerFault where what was to be changed is not there */
function requireThere(answer: TrackerAnswer): void {
  readJson(z.unknown(), answer);
}

/** A new issue has no fields that are null: one that is not on the screen of the project would be refused. */
const withoutNull = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const asWritten = (
  { title, assignee, dueAt, body }: NewTrackerIssue,
  { id: found, key }: z.infer<typeof made>,
  url: string,
): TrackerIssue => ({
  ...{ id: found, key, url: `${url}/browse/${key}`, body },
  ...{ title: title.slice(0, MOST.summary), state: 'open', assignee, dueAt },
});
