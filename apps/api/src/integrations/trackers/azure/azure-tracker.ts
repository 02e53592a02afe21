import { clock } from '#libs/clock';
import { z } from 'zod';
import { type TrackerClient, trackerClient, type Reach } from '../tracker-client.js';
import { allIn, type Changed, goingOn, momentOf, PAGE_SIZE } from '../changed-in.js';
import { addressThere, listThere, nameThere, readIfThere, readJson } from '../read-json.js';
import { stateHere } from '../states-there.js';
import { pickFields, type SharedFields } from '../sync/tracker-link.entity.js';
import { TrackerFault } from '../tracker-fault.js';
import type { Tracker, TrackerAccess, TrackerAccount, TrackerIssue } from '../tracker.js';

const TITLE = 'System.Title';
const STATE = 'System.State';
const ASSIGNEE = 'System.AssignedTo';
const DUE = 'Microsoft.VSTS.Scheduling.DueDate';
const CHANGED = 'System.ChangedDate';

const project = z.object({ id: nameThere, name: nameThere });
const workItem = z.object({
  id: z.int().min(1),
  fields: z.object({
    [TITLE]: z.string(),
    [STATE]: nameThere,
    [ASSIGNEE]: z.object({ uniqueName: nameThere.optional() }).optional(),
    [DUE]: z.string().optional(),
    'System.Description': z.string().optional(),
    'System.TeamProject': nameThere,
    'System.WorkItemType': nameThere,
  }),
});
type WorkItem = z.infer<typeof workItem>;
const itemType = z.object({
  states: listThere(z.object({ name: nameThere, category: nameThere }), 1_000),
  fields: listThere(z.object({ referenceName: nameThere }), 10_000).optional(),
});
type ItemType = z.infer<typeof itemType>;
/** What a query finds at most at once. */
const MOST_FOUND = 1_000;
const found = z.object({
  workItems: listThere(z.object({ id: z.int().min(1) }), MOST_FOUND),
  /** At which moment it was so. */
  asOf: z.string().optional(),
});

/** So many teams are asked for their people. */
const MOST_TEAMS = 20;
const team = z.object({ id: nameThere });
const member = z.object({ identity: z.object({ uniqueName: nameThere.optional() }) });
const emailed = (uniqueName: string): TrackerAccount => ({
  account: uniqueName,
  email: uniqueName.includes('@') ? uniqueName : null,
});

/** So many are read at once. */
const AT_ONCE = 200;
/** In the place of those that are not there any more may stand nothing. */
const batchOf = <T>(item: z.ZodType<T>) => z.object({ value: listThere(item.nullable(), AT_ONCE) });
const changedItem = z.object({ fields: z.object({ [CHANGED]: z.string() }) });
const comment = z.object({
  id: z.int(),
  text: z.string(),
  createdBy: z.object({ displayName: nameThere.optional(), uniqueName: nameThere.optional() }).nullish(),
  createdDate: z.string(),
});
const commented = z.object({
  comments: listThere(comment, PAGE_SIZE),
  continuationToken: z.string().nullish(),
});
/** What is read of its answers. */
export const azureAnswers = { project, workItem, itemType, found, team, member, comment, commented };

/** A step of a JSON patch, by which work items are written. */
interface Step {
  op: 'add' | 'remove';
  path: string;
  value?: unknown;
}

const VERSION = 'api-version=7.1';
const MOST_TITLE = 255;
/** Which categories of states an issue is looked for that shall be open, or closed, in their order. */
const CATEGORIES = { open: ['Proposed', 'InProgress', 'Resolved'], closed: ['Completed', 'Removed'] };

const add = (field: string, value: unknown): Step => ({ op: 'add', path: `/fields/${field}`, value });

/** Work items of a project of Azure Boards, by version 7.1 of its REST interface. */
export function azureTracker({ url, projectKey, token, issueType, states }: TrackerAccess, reach: Reach): Tracker {
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`:${token}`).toString('base64')}`,
    // Otherwise it answers with a page to sign in.
    'x-tfs-fedauthredirect': 'Suppress',
  };
  const client = trackerClient(url, headers, reach);
  /** A token that has expired is answered with a page, and 203. */
  const request: TrackerClient = async (...parameters) => {
    try {
      return await client(...parameters);
    } catch (error) {
      const isSignIn = error instanceof TrackerFault && (error.status === 203 || error.status === 302);
      throw isSignIn ? new TrackerFault('unauthorized', error.status) : error;
    }
  };
  const at = `/${encodeURIComponent(projectKey)}`;
  const patch = (method: 'POST' | 'PATCH', path: string, steps: readonly Step[]) =>
    request(method, `${path}?${VERSION}`, steps, { 'content-type': 'application/json-patch+json' });
  const types = new Map<string, Promise<ItemType>>();
  const typeOf = (of: string, name: string): Promise<ItemType> => {
    const path = `/${encodeURIComponent(of)}/_apis/wit/workitemtypes/${encodeURIComponent(name)}`;
    const known = types.get(path) ?? request('GET', `${path}?${VERSION}`).then((answer) => readJson(itemType, answer));
    types.set(path, known);
    return known;
  };
  const typeOfItem = ({ fields }: WorkItem): Promise<ItemType> =>
    typeOf(fields['System.TeamProject'], fields['System.WorkItemType']);
  const stateOf = (name: string, type: ItemType): 'open' | 'closed' => {
    const category = type.states.find((state) => state.name === name)?.category ?? '';
    return stateHere(states, name) ?? (CATEGORIES.closed.includes(category) ? 'closed' : 'open');
  };
  const shown = async (item: WorkItem): Promise<TrackerIssue> => {
    const { id, fields } = item;
    const of = fields['System.TeamProject'];
    return {
      id: String(id),
      key: `${of}#${id}`,
      url: `${url}/${encodeURIComponent(of)}/_workitems/edit/${id}`,
      body: fields['System.Description'] ?? '',
      title: fields[TITLE],
      state: stateOf(fields[STATE], await typeOfItem(item)),
      assignee: fields[ASSIGNEE]?.uniqueName ?? null,
      dueAt: fields[DUE]?.slice(0, 10) ?? null,
    };
  };
  const itemAt = async (id: string): Promise<WorkItem | undefined> =>
    readIfThere(workItem, await request('GET', `/_apis/wit/workitems/${id}?${VERSION}`));
  const read = async (id: string): Promise<TrackerIssue | undefined> => {
    const item = await itemAt(id);
    return item && shown(item);
  };
  /** A date is left out where the type has none. */
  const stepsFor = (type: ItemType, { title, assignee, dueAt }: Partial<SharedFields>): Step[] => [
    ...(title === undefined ? [] : [add(TITLE, title.slice(0, MOST_TITLE))]),
    ...(assignee === undefined ? [] : [add(ASSIGNEE, assignee ?? '')]),
    ...(dueAt === undefined || !type.fields?.some(({ referenceName }) => referenceName === DUE)
      ? []
      : [dueAt === null ? { op: 'remove' as const, path: `/fields/${DUE}` } : add(DUE, dueAt)]),
  ];
  const query = async (where: string): Promise<{ ids: string[]; asOf?: string | undefined }> => {
    const wiql = `Select [System.Id] From WorkItems Where ${where} Order By [${CHANGED}] ASC`;
    const path = `${at}/_apis/wit/wiql?${VERSION}&timePrecision=true&$top=${MOST_FOUND}`;
    const { workItems, asOf } = readJson(found, await request('POST', path, { query: wiql }));
    return { ids: workItems.map(({ id }) => String(id)), asOf };
  };
  const someOf = async <T>(ids: readonly string[], item: z.ZodType<T>, more: object = {}): Promise<T[]> => {
    const body = { ids: ids.map(Number), errorPolicy: 'omit', ...more };
    const { value } = readJson(batchOf(item), await request('POST', `/_apis/wit/workitemsbatch?${VERSION}`, body));
    return value.filter((one) => one !== null);
  };
  /** The state into which an issue is moved: the one that a connection names, or the first that counts as such. */
  const stateFor = (state: 'open' | 'closed', type: ItemType): string | undefined =>
    states.here?.[state] ??
    CATEGORIES[state]
      .flatMap((category) => type.states.filter((one) => one.category === category))
      .find(({ name }) => stateOf(name, type) === state)?.name;
  const move = async (id: string, state: 'open' | 'closed', type: ItemType): Promise<boolean> => {
    const name = stateFor(state, type);
    if (name === undefined) return false;
    try {
      readJson(workItem, await patch('PATCH', `/_apis/wit/workitems/${id}`, [add(STATE, name)]));
      return true;
    } catch (error) {
      if (error instanceof TrackerFault && error.problem === 'rejected') return false;
      throw error;
    }
  };
  const pages = async <T>(path: string, item: z.ZodType<T>): Promise<{ items: T[]; isWhole: boolean }> =>
    (await allIn(async (number) => {
      const part = `$top=${PAGE_SIZE}&$skip=${(number - 1) * PAGE_SIZE}`;
      const { value } = readJson(
        z.object({ value: listThere(item, PAGE_SIZE) }),
        await request('GET', `${path}?${VERSION}&${part}`),
      );
      return { items: value, isLast: value.length < PAGE_SIZE };
    }))!;
  return {
    findsAfterMs: 0,
    async verify() {
      const { id, name } = readJson(project, await request('GET', `/_apis/projects${at}?${VERSION}`));
      await typeOf(projectKey, issueType!);
      return { id, name };
    },
    async create({ body, labels, priority, marker, title, assignee, dueAt }) {
      const type = await typeOf(projectKey, issueType!);
      const given = { title, ...(assignee !== null && { assignee }), ...(dueAt !== null && { dueAt }) };
      const steps = [
        ...stepsFor(type, given),
        add('System.Description', body),
        add('System.Tags', [...labels, marker].join('; ')),
        ...(priority === null ? [] : [add('Microsoft.VSTS.Common.Priority', Number(priority) || priority)]),
      ];
      const path = `${at}/_apis/wit/workitems/$${encodeURIComponent(issueType!)}`;
      return shown(readJson(workItem, await patch('POST', path, steps)));
    },
    read,
    async update(id, { state, ...changes }) {
      const item = await itemAt(id);
      if (!item) throw new TrackerFault('not_found', 404);
      const type = await typeOfItem(item);
      const steps = stepsFor(type, changes);
      const written =
        steps.length === 0
          ? await shown(item)
          : await shown(readJson(workItem, await patch('PATCH', `/_apis/wit/workitems/${id}`, steps)));
      const isMoved = state !== undefined && (await move(id, state, type));
      return { ...pickFields(written, changes), ...(isMoved && { state }) };
    },
    async comment(id, text) {
      const path = `${at}/_apis/wit/workItems/${id}/comments?api-version=7.1-preview.4`;
      readJson(z.object({ id: z.int() }), await request('POST', path, { text }));
    },
    async comments(on) {
      let after = '';
      const found = await allIn(async () => {
        const query = `api-version=7.1-preview.4&$top=${PAGE_SIZE}&order=asc${after}`;
        const answer = readIfThere(
          commented,
          await request('GET', `${at}/_apis/wit/workItems/${on}/comments?${query}`),
        );
        after = `&continuationToken=${encodeURIComponent(answer?.continuationToken ?? '')}`;
        return answer && { items: answer.comments, isLast: !answer.continuationToken };
      });
      return (
        found && {
          isWhole: found.isWhole,
          comments: found.items.map(({ id, createdBy, text, createdDate }) => ({
            ...{
              id: String(id),
              author: createdBy?.displayName ?? null,
              account: createdBy?.uniqueName ?? null,
              body: text,
            },
            at: momentOf(createdDate) ?? clock.now(),
          })),
        }
      );
    },
    async accounts() {
      const of = `/_apis/projects${at}/teams`;
      const teams = await pages(of, team);
      const accounts = new Map<string, TrackerAccount>();
      let isWhole = teams.isWhole && teams.items.length <= MOST_TEAMS;
      for (const { id } of teams.items.slice(0, MOST_TEAMS)) {
        const members = await pages(`${of}/${encodeURIComponent(id)}/members`, member);
        isWhole &&= members.isWhole;
        // People sign in by their address, and are named by it.
        for (const { identity } of members.items)
          if (identity.uniqueName) accounts.set(identity.uniqueName, emailed(identity.uniqueName));
      }
      return { accounts: [...accounts.values()], isWhole };
    },
    async labelled(label) {
      const quoted = label.replaceAll("'", "''");
      const { ids } = await query(`[System.TeamProject] = @project AND [System.Tags] CONTAINS '${quoted}'`);
      const issues: TrackerIssue[] = [];
      for (let from = 0; from < ids.length; from += AT_ONCE)
        for (const item of await someOf(ids.slice(from, from + AT_ONCE), workItem)) issues.push(await shown(item));
      return { issues: issues.filter(({ state }) => state === 'open'), isWhole: ids.length < MOST_FOUND };
    },
    async changedSince(since): Promise<Changed> {
      // What was moved to another project is found by who made it.
      const of = '([System.TeamProject] = @project OR [System.CreatedBy] = @Me)';
      const { ids, asOf } = await query(`${of} AND [${CHANGED}] >= '${since.toISOString()}'`);
      if (ids.length < MOST_FOUND) return { ids, moreSince: null };
      // As they were then: one of them that changes meanwhile would lead past all that changed before it does.
      const last = await someOf(ids.slice(-AT_ONCE), changedItem, { fields: [CHANGED], asOf });
      const moments = last.flatMap(({ fields }) => momentOf(fields[CHANGED]) ?? []);
      const until = moments.reduce((latest, one) => (one > latest ? one : latest), since);
      return { ids, moreSince: goingOn(since, until) };
    },
    async findMarker(marker, since, besides) {
      const made = `[System.CreatedDate] >= '${since.toISOString()}' AND [System.Tags] CONTAINS '${marker}'`;
      const { ids } = await query(`[System.TeamProject] = @project AND ${made}`);
      const id = ids.find((one) => one !== besides);
      return id === undefined ? undefined : read(id);
    },
    idAt(address) {
      if (!addressThere.safeParse(address).success) return undefined;
      const [, begins = '', id] = /^(.*)\/_workitems\/edit\/([1-9]\d{0,9})\/?$/.exec(address) ?? [];
      return decoded(begins).toLowerCase() === `${url}/${projectKey}`.toLowerCase() ? id : undefined;
    },
  };
}

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};
