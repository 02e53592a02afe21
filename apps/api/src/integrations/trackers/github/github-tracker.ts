import { clock } from '#libs/clock';
import { z } from 'zod';
import { type TrackerClient, trackerClient, type Reach } from '../tracker-client.js';
import { allIn, changedIn, momentOf, MOST_PAGES, PAGE_SIZE } from '../changed-in.js';
import { withAddresses } from '../people/with-addresses.js';
import { addressThere, listThere, nameThere, readIfThere, readJson } from '../read-json.js';
import { TrackerFault } from '../tracker-fault.js';
import type { Tracker, TrackerAccess, TrackerIssue } from '../tracker.js';
import { pickFields, type SharedFields } from '../sync/tracker-link.entity.js';

const account = z.object({ login: nameThere });
const repository = z.object({
  id: z.int(),
  full_name: nameThere,
  has_issues: z.boolean(),
  permissions: z.object({ push: z.boolean(), triage: z.boolean().optional() }).optional(),
});
const issue = z.object({
  number: z.int().min(1),
  html_url: addressThere,
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']),
  assignees: listThere(account, PAGE_SIZE).optional(),
  created_at: z.string(),
  updated_at: z.string(),
  /** There: it is a pull request. */
  pull_request: z.unknown().optional(),
});
const comment = z.object({
  id: z.int(),
  user: account.nullish(),
  body: z.string().nullish(),
  created_at: z.string(),
});
/** What people show of themselves. */
const profile = z.object({ email: nameThere.nullish() });
type GitHubIssue = z.infer<typeof issue>;
/** What is read of its answers. */
export const gitHubAnswers = { repository, issue, comment, account, profile };

/** What GitHub takes, in characters. */
const MOST = { title: 256, body: 65_536 };

/** Where the interface of a GitHub is: github.com has a host for it, other servers a path. */
const interfaceOf = (url: string): string =>
  /^https:\/\/(www\.)?github\.com$/i.test(url) ? 'https://api.github.com' : `${url}/api/v3`;

/** Issues of a repository, by GitHub's REST interface of 2022-11-28. */
export function gitHubTracker({ url, projectKey, token }: TrackerAccess, reach: Reach): Tracker {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'x-github-api-version': '2022-11-28',
  };
  const request: TrackerClient = trackerClient(interfaceOf(url), headers, reach);
  const repo = `/repos/${projectKey.split('/').map(encodeURIComponent).join('/')}`;
  const shown = (found: GitHubIssue): TrackerIssue => ({
    id: String(found.number),
    key: `${projectKey}#${found.number}`,
    url: found.html_url,
    body: found.body ?? '',
    title: found.title,
    state: found.state,
    assignee: found.assignees?.[0]?.login ?? null,
    dueAt: null,
  });
  const listed = async (query: string, page: number): Promise<GitHubIssue[]> =>
    readJson(
      listThere(issue, PAGE_SIZE),
      await request('GET', `${repo}/issues?state=all&per_page=${PAGE_SIZE}&page=${page}&${query}`),
    );
  return {
    findsAfterMs: 0,
    async verify() {
      const found = readJson(repository, await request('GET', repo));
      if (!found.has_issues) throw new TrackerFault('forbidden', 200);
      const { permissions } = found;
      if (permissions && !permissions.push && !permissions.triage) throw new TrackerFault('forbidden', 200);
      return { id: String(found.id), name: found.full_name };
    },
    async create({ title, body, labels, assignee }) {
      const given = { title: title.slice(0, MOST.title), body: body.slice(0, MOST.body), labels };
      const people = assignee === null ? {} : { assignees: [assignee] };
      return shown(readJson(issue, await request('POST', `${repo}/issues`, { ...given, ...people })));
    },
    async read(id) {
      const found = readIfThere(issue, await request('GET', `${repo}/issues/${id}`));
      return found && shown(found);
    },
    async update(id, changes) {
      const answer = await request('PATCH', `${repo}/issues/${id}`, gitHubChanges(changes));
      return pickFields(shown(readJson(issue, answer)), changes);
    },
    async comment(id, text) {
      readJson(z.object({ id: z.int() }), await request('POST', `${repo}/issues/${id}/comments`, { body: text }));
    },
    async comments(id) {
      const found = await allIn(async (page) => {
        const path = `${repo}/issues/${id}/comments?per_page=${PAGE_SIZE}&page=${page}`;
        const items = readIfThere(listThere(comment, PAGE_SIZE), await request('GET', path));
        return items && { items, isLast: items.length < PAGE_SIZE };
      });
      return (
        found && {
          isWhole: found.isWhole,
          comments: found.items.map(({ id: known, user, body, created_at }) => ({
            ...{ id: String(known), author: user?.login ?? null, account: user?.login ?? null, body: body ?? '' },
            at: momentOf(created_at) ?? clock.now(),
          })),
        }
      );
    },
    async accounts() {
      const found = await allIn(async (page) => {
        const answer = await request('GET', `${repo}/assignees?per_page=${PAGE_SIZE}&page=${page}`);
        const items = readJson(listThere(account, PAGE_SIZE), answer);
        return { items, isLast: items.length < PAGE_SIZE };
      });
      return withAddresses(found!, async ({ login }) => {
        const shown = readIfThere(profile, await request('GET', `/users/${encodeURIComponent(login)}`));
        return { account: login, email: shown?.email ?? null };
      });
    },
    async labelled(label) {
      const found = await allIn(async (page) => {
        const query = `state=open&labels=${encodeURIComponent(label)}&per_page=${PAGE_SIZE}&page=${page}`;
        const items = readJson(listThere(issue, PAGE_SIZE), await request('GET', `${repo}/issues?${query}`));
        return { items, isLast: items.length < PAGE_SIZE };
      });
      const issues = found!.items.filter(({ pull_request }) => pull_request === undefined).map(shown);
      return { issues, isWhole: found!.isWhole };
    },
    changedSince: (since) =>
      changedIn(since, async (from, page) => {
        const found = await listed(`sort=updated&direction=asc&since=${written(from)}`, page);
        const ids = found.filter(({ pull_request }) => pull_request === undefined).map(({ number }) => String(number));
        return { ids, until: momentOf(found.at(-1)?.updated_at), isLast: found.length < PAGE_SIZE };
      }),
    async findMarker(marker, since, besides) {
      // What was made since has changed since, too.
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const made = await listed(`sort=created&direction=desc&since=${written(since)}`, page);
        const found = made.find(({ number, body }) => body?.includes(marker) && String(number) !== besides);
        if (found) return shown(found);
        const first = momentOf(made.at(-1)?.created_at);
        if (made.length < PAGE_SIZE || !first || first < since) break;
      }
      return undefined;
    },
    idAt(address) {
      const begins = `${url}/${projectKey}/issues/`.toLowerCase();
      const id = address.toLowerCase().startsWith(begins) ? address.slice(begins.length) : '';
      return /^[1-9]\d{0,9}$/.test(id) ? id : undefined;
    },
  };
}

/** As GitHub writes moments and keeps them: by the second, so that one within it would be behind what changed then. */
const written = (moment: Date): string => moment.toISOString().replace(/\.\d+/, '');

const gitHubChanges = ({ title, state, assignee }: Partial<SharedFields>): object => ({
  ...(title !== undefined && { title: title.slice(0, MOST.title) }),
  ...(state !== undefined && { state }),
  ...(assignee !== undefined && { assignees: assignee === null ? [] : [assignee] }),
});
