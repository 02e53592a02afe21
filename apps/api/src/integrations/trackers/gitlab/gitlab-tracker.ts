import { clock } from '#libs/clock';
import { z } from 'zod';
import { trackerClient, type Reach } from '../tracker-client.js';
import { allIn, changedIn, momentOf, MOST_PAGES, PAGE_SIZE } from '../changed-in.js';
import { withAddresses } from '../people/with-addresses.js';
import { addressThere, listThere, nameThere, readIfThere, readJson } from '../read-json.js';
import { TrackerFault } from '../tracker-fault.js';
import type { Tracker, TrackerAccess, TrackerIssue } from '../tracker.js';
import { pickFields, type SharedFields } from '../sync/tracker-link.entity.js';

const account = z.object({ id: z.int(), username: nameThere });
const project = z.object({ id: z.int(), path_with_namespace: nameThere, issues_enabled: z.boolean().optional() });
const issue = z.object({
  iid: z.int().min(1),
  web_url: addressThere,
  title: z.string(),
  description: z.string().nullish(),
  state: z.enum(['opened', 'closed']),
  assignees: listThere(z.object({ username: nameThere }), PAGE_SIZE).optional(),
  due_date: z.string().nullish(),
  updated_at: z.string(),
});
const note = z.object({
  id: z.int(),
  author: z.object({ name: nameThere, username: nameThere.optional() }).nullish(),
  body: z.string(),
  system: z.boolean().optional(),
  internal: z.boolean().optional(),
  confidential: z.boolean().nullish(),
  created_at: z.string(),
});
/** What people show of themselves. */
const profile = z.object({ public_email: nameThere.nullish() });
type GitLabIssue = z.infer<typeof issue>;
/** What is read of its answers. */
export const gitLabAnswers = { project, issue, note, account, profile };

/** What GitLab takes of a title, in characters. */
const MOST_TITLE = 255;

/** Issues of a project, by GitLab's REST interface, version 4. */
export function gitLabTracker({ url, projectKey, token }: TrackerAccess, reach: Reach): Tracker {
  const request = trackerClient(`${url}/api/v4`, { accept: 'application/json', 'private-token': token }, reach);
  const at = `/projects/${encodeURIComponent(projectKey)}`;
  const shown = (found: GitLabIssue): TrackerIssue => ({
    id: String(found.iid),
    key: `${projectKey}#${found.iid}`,
    url: found.web_url,
    body: found.description ?? '',
    title: found.title,
    state: found.state === 'closed' ? 'closed' : 'open',
    assignee: found.assignees?.[0]?.username ?? null,
    dueAt: found.due_date ?? null,
  });
  const listed = async (query: string, page: number): Promise<GitLabIssue[]> =>
    readJson(
      listThere(issue, PAGE_SIZE),
      await request('GET', `${at}/issues?scope=all&per_page=${PAGE_SIZE}&page=${page}&${query}`),
    );
  /** GitLab assigns by ids; nobody where there is no such account. */
  const assigneeIds = async (username: string | null): Promise<number[]> => {
    if (username === null) return [];
    const found = readJson(
      listThere(account.pick({ id: true }), PAGE_SIZE),
      await request('GET', `/users?username=${encodeURIComponent(username)}`),
    );
    return found.slice(0, 1).map(({ id }) => id);
  };
  const given = async ({ title, assignee, dueAt }: Partial<SharedFields>): Promise<object> => ({
    ...(title !== undefined && { title: title.slice(0, MOST_TITLE) }),
    ...(assignee !== undefined && { assignee_ids: await assigneeIds(assignee) }),
    ...(dueAt !== undefined && { due_date: dueAt ?? '' }),
  });
  return {
    findsAfterMs: 0,
    async verify() {
      const found = readJson(project, await request('GET', at));
      if (found.issues_enabled === false) throw new TrackerFault('forbidden', 200);
      return { id: String(found.id), name: found.path_with_namespace };
    },
    async create({ body: description, labels, ...fields }) {
      const body = { ...(await given(fields)), description, labels: labels.join(',') };
      return shown(readJson(issue, await request('POST', `${at}/issues`, body)));
    },
    async read(id) {
      const found = readIfThere(issue, await request('GET', `${at}/issues/${id}`));
      return found && shown(found);
    },
    async update(id, changes) {
      const moved = changes.state && { state_event: changes.state === 'closed' ? 'close' : 'reopen' };
      const answer = await request('PUT', `${at}/issues/${id}`, { ...(await given(changes)), ...moved });
      return pickFields(shown(readJson(issue, answer)), changes);
    },
    async comment(id, text) {
      readJson(z.object({ id: z.int() }), await request('POST', `${at}/issues/${id}/notes`, { body: text }));
    },
    async comments(id) {
      const found = await allIn(async (page) => {
        const path = `${at}/issues/${id}/notes?sort=asc&order_by=created_at&per_page=${PAGE_SIZE}&page=${page}`;
        const items = readIfThere(listThere(note, PAGE_SIZE), await request('GET', path));
        return items && { items, isLast: items.length < PAGE_SIZE };
      });
      // What only some may read there is not told to all here.
      const open = found?.items.filter(({ system, internal, confidential }) => !system && !internal && !confidential);
      return (
        found && {
          isWhole: found.isWhole,
          comments: open!.map(({ id: known, author, body, created_at }) => ({
            ...{ id: String(known), author: author?.name ?? null, account: author?.username ?? null, body },
            at: momentOf(created_at) ?? clock.now(),
          })),
        }
      );
    },
    async accounts() {
      const found = await allIn(async (page) => {
        const answer = await request('GET', `${at}/members/all?per_page=${PAGE_SIZE}&page=${page}`);
        const items = readJson(listThere(account, PAGE_SIZE), answer);
        return { items, isLast: items.length < PAGE_SIZE };
      });
      return withAddresses(found!, async ({ id, username }) => {
        const shown = readIfThere(profile, await request('GET', `/users/${id}`));
        return { account: username, email: shown?.public_email ?? null };
      });
    },
    async labelled(label) {
      const found = await allIn(async (page) => {
        const query = `scope=all&state=opened&labels=${encodeURIComponent(label)}&per_page=${PAGE_SIZE}&page=${page}`;
        const items = readJson(listThere(issue, PAGE_SIZE), await request('GET', `${at}/issues?${query}`));
        return { items, isLast: items.length < PAGE_SIZE };
      });
      return { issues: found!.items.map(shown), isWhole: found!.isWhole };
    },
    changedSince: (since) =>
      changedIn(since, async (from, page) => {
        const found = await listed(`order_by=updated_at&sort=asc&updated_after=${from.toISOString()}`, page);
        const ids = found.map(({ iid }) => String(iid));
        return { ids, until: momentOf(found.at(-1)?.updated_at), isLast: found.length < PAGE_SIZE };
      }),
    async findMarker(marker, since, besides) {
      const query = `order_by=created_at&sort=desc&created_after=${since.toISOString()}`;
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const issues = await listed(query, page);
        const found = issues.find(({ iid, description }) => description?.includes(marker) && String(iid) !== besides);
        if (found) return shown(found);
        if (issues.length < PAGE_SIZE) break;
      }
      return undefined;
    },
    idAt(address) {
      const [, key = '', id] = /^(.*?)(?:\/-)?\/(?:issues|work_items)\/([1-9]\d{0,9})$/.exec(address) ?? [];
      return key.toLowerCase() === `${url}/${projectKey}`.toLowerCase() ? id : undefined;
    },
  };
}
