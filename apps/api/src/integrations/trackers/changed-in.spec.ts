import { fromNow, nowMs } from '../../../../../test/support/moments.js';
import { StandInAzure } from '../../../../../test/support/trackers/azure.js';
import { StandInGitHub } from '../../../../../test/support/trackers/github.js';
import { StandInGitLab } from '../../../../../test/support/trackers/gitlab.js';
import { StandInJira } from '../../../../../test/support/trackers/jira.js';
import type { StandInTracker } from '../../../../../test/support/trackers/stand-in.js';
import { changedIn } from './changed-in.js';
import type { TrackerKind } from '../../records/issues/tracker-link.js';
import { trackerOf } from './tracker-of.js';

const running: StandInTracker[] = [];
afterEach(() => Promise.all(running.splice(0).map((tracker) => tracker.stop())));

/** A tracker, and ours of it. */
async function opened<T extends StandInTracker>(standIn: T) {
  running.push(await standIn.start());
  const { url, projectKey, kind, token } = standIn;
  const { email = null } = standIn.credentials as { email?: string };
  const access = { url, projectKey, token, email, issueType: 'Task', states: {} };
  const reach = { allowPrivate: true, stopping: new AbortController().signal, until: nowMs() + 60_000 };
  return { standIn, tracker: trackerOf(kind as TrackerKind, access, reach) };
}

const BEGIN = nowMs() - 24 * 3_600_000;
const SINCE = new Date(BEGIN);
/** Issues that changed one after the other, each so long after the one before. */
function fill(standIn: StandInTracker, issues: number, apartMs: number): void {
  for (let made = 0; made < issues; made += 1) {
    const at = new Date(BEGIN + made * apartMs);
    standIn.make({ title: `${made}`, createdAt: at, updatedAt: at });
  }
}
const idOf = (standIn: StandInTracker, number: number): string =>
  String(standIn.kind === 'jira' ? 10_000 + number : number);
const all = (standIn: StandInTracker): string[] => [...standIn.issues.keys()].map((number) => idOf(standIn, number));
const missed = (standIn: StandInTracker, found: readonly string[]): string[] =>
  all(standIn).filter((id) => !found.includes(id));

describe.each([
  ['GitHub', () => new StandInGitHub(), 80],
  ['GitLab', () => new StandInGitLab(), 80],
  ['Jira Cloud', () => new StandInJira(), 600],
  ['Jira Data Center', () => new StandInJira(false), 600],
])('%s', (_name, make: () => StandInTracker, issues) => {
  test.each([
    ['one after the other', 60_000],
    ['all at one moment', 0],
  ])('an issue that changes while pages are read leads past no other: %s', async (_when, apartMs) => {
    const { standIn, tracker } = await opened(make());
    fill(standIn, issues, apartMs);
    // Those that were read first, so that all others move up by one page and more.
    let next = 0;
    const change = () => {
      for (let changed = 0; changed < issues / 20; changed += 1) standIn.change((next += 1), { title: 'Changed' });
    };
    standIn.meanwhile.push(change, change, change);
    const { ids, moreSince } = await tracker.changedSince(SINCE);
    expect(missed(standIn, ids)).toEqual([]);
    expect(moreSince).toBeNull();
    expect(new Set(ids).size).toBe(ids.length);
    expect(standIn.meanwhile).toEqual([]);
  });

  test('what there is no room for is read by the next turns, from where the last one ended', async () => {
    const { standIn, tracker } = await opened(make());
    fill(standIn, 1_500, 10_000);
    const found: string[] = [];
    let since: Date | null = SINCE;
    for (let turns = 0; since && turns < 10; turns += 1) {
      const { ids, moreSince } = await tracker.changedSince(since);
      found.push(...ids);
      standIn.change(turns + 1, {});
      since = moreSince;
    }
    expect(since).toBeNull();
    expect(missed(standIn, found)).toEqual([]);
  });
});

test('Azure Boards tells all at once; one that changes meanwhile leads past none of those behind it', async () => {
  const { standIn, tracker } = await opened(new StandInAzure());
  fill(standIn, 1_500, 10_000);
  // The last of those for which there is room, before it is asked when that one changed.
  standIn.meanwhile.push(() => standIn.change(1_000, { updatedAt: fromNow(1_000) }));
  const first = await tracker.changedSince(SINCE);
  expect(first.moreSince).toEqual(new Date(BEGIN + 999 * 10_000));
  const second = await tracker.changedSince(first.moreSince!);
  expect(second.moreSince).toBeNull();
  expect(missed(standIn, [...first.ids, ...second.ids])).toEqual([]);
});

test('Azure Boards: those that were deleted meanwhile end nothing', async () => {
  const { standIn, tracker } = await opened(new StandInAzure());
  fill(standIn, 1_500, 10_000);
  standIn.meanwhile.push(() => standIn.issues.delete(1_000));
  const first = await tracker.changedSince(SINCE);
  expect(first.moreSince).toEqual(standIn.issues.get(999)!.updatedAt);
});

test('more at one moment than there is room for is not read for ever', async () => {
  let pageCount = 0;
  const { ids, moreSince } = await changedIn(SINCE, () => {
    pageCount += 1;
    return Promise.resolve({ ids: ['1'], until: SINCE, isLast: false });
  });
  expect(ids).toEqual(['1']);
  expect(moreSince!.getTime()).toBeGreaterThan(BEGIN);
  expect(pageCount).toBeLessThanOrEqual(40);
});
