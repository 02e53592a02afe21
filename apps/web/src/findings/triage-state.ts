import type { Finding, FindingGrouping, UndoneDecision } from '@curbcut/client';

/** Takes a decision back; undefined: it was never made. */
export type Undo = () => Promise<UndoneDecision | undefined>;

/** A decision of this list, the newest first. */
export interface Decision {
  id: number;
  text: string;
  /** It is about one finding, which the text names. */
  isOne: boolean;
  /** Absent: it cannot be undone. */
  undo: Undo | undefined;
  /** The decisions of the service that it consists of, newest first, and when they were made; absent until answered. */
  made?: { ids: readonly string[]; at: number };
}

/** A finding by what leads to it. */
export type Current = Pick<Finding, 'id' | 'productId'>;

/** The dialogs of the view: of the open finding, of the selection, and the shortcuts. */
export type DialogName = 'edit' | 'edit and confirm' | 'dismiss' | 'confirm many' | 'dismiss many' | 'shortcuts';

/** A row as it was when it was ticked. */
export interface SeenRow {
  id: string;
  productId: string;
  revision: number;
  group: string;
}

/** What is ticked. A row is in at most one of the three. */
interface Ticked {
  rows: ReadonlyMap<string, SeenRow>;
  /** Groups with rows that are not loaded, and their counts. */
  groups: ReadonlyMap<string, number>;
  /** All findings of the list: how many they are. */
  list: number | undefined;
}

/** A finding that a bulk action left alone, as far as it is known. */
export interface SkippedFinding {
  id: string;
  row: Finding | undefined;
}

/** A list of findings: one finding is both focused and open. */
export interface TriageState {
  current: Current | undefined;
  /** False: it is open only because it is the first. */
  isInAddress: boolean;
  /** The keys of the groups in the order in which they were first listed. */
  order: readonly string[];
  /** The keys of the expanded groups. */
  open: ReadonlySet<string>;
  ticked: Ticked;
  dialog: DialogName | undefined;
  decisions: readonly Decision[];
  /** What the last bulk action left alone. */
  skipped: readonly SkippedFinding[];
}

/** A group of the list with its count. */
export interface CountedGroup {
  key: string;
  count: number;
}

/** What happens in the list. */
export type TriageEvent =
  | { type: 'groups listed'; keys: readonly (string | null)[] }
  | { type: 'finding opened'; row: Current | undefined; isInAddress?: boolean }
  | { type: 'group expanded' | 'group toggled'; key: string }
  | { type: 'row ticked'; row: SeenRow; loaded: readonly SeenRow[] }
  | { type: 'group ticked'; group: CountedGroup; loaded: readonly SeenRow[]; groups: readonly CountedGroup[] }
  | { type: 'list ticked'; count: number }
  | { type: 'ticks cleared' }
  | { type: 'finding left'; id: string; group: string | undefined }
  | { type: 'parts decided'; parts: readonly Part[] }
  | { type: 'bulk action done'; skipped: readonly SkippedFinding[] }
  | { type: 'dialog opened'; dialog: DialogName | undefined }
  | { type: 'decision noted' | 'decision changed'; decision: Decision }
  | { type: 'decision forgotten'; id: number };

const NOTHING: Ticked = { rows: new Map(), groups: new Map(), list: undefined };

/** The list before anything has happened in it. */
export const initialState = (current: Current | undefined, decisions: readonly Decision[] = []): TriageState => ({
  current,
  isInAddress: current !== undefined,
  order: [],
  open: new Set(),
  ticked: NOTHING,
  dialog: undefined,
  decisions,
  skipped: [],
});

/** The list after an event. */
export function reduce(state: TriageState, event: TriageEvent): TriageState {
  switch (event.type) {
    case 'groups listed':
      return listed(state, event.keys);
    case 'finding opened':
      return { ...state, current: event.row, isInAddress: event.isInAddress ?? true };
    case 'group expanded':
      return state.open.has(event.key) ? state : { ...state, open: new Set([...state.open, event.key]) };
    case 'group toggled':
      return { ...state, open: toggled(state.open, event.key) };
    case 'row ticked':
      return { ...state, ticked: withRow(state.ticked, event.row, event.loaded), skipped: [] };
    case 'group ticked':
      return { ...state, ticked: withGroup(state.ticked, event), skipped: [] };
    case 'list ticked':
      return { ...state, ticked: { ...NOTHING, list: event.count }, skipped: [] };
    case 'ticks cleared':
      return { ...state, ticked: NOTHING };
    case 'finding left':
      return { ...state, ticked: without(state.ticked, event.id, event.group), skipped: [] };
    case 'parts decided':
      return { ...state, ticked: event.parts.reduce(withoutPart, state.ticked) };
    case 'bulk action done':
      return { ...state, ticked: NOTHING, skipped: event.skipped };
    case 'dialog opened':
      return { ...state, dialog: event.dialog };
    case 'decision noted':
      return { ...state, decisions: [event.decision, ...state.decisions] };
    case 'decision changed':
      return {
        ...state,
        decisions: state.decisions.map((one) => (one.id === event.decision.id ? event.decision : one)),
      };
    case 'decision forgotten':
      return { ...state, decisions: state.decisions.filter(({ id }) => id !== event.id) };
  }
}

/** Groups keep their place; the first one is expanded when the list is first read. */
function listed(state: TriageState, keys: readonly (string | null)[]): TriageState {
  const named = keys.map(placeOf);
  const added = named.filter((key) => !state.order.includes(key));
  if (added.length === 0) return state;
  const first = keys.find((key) => key !== null);
  const open = state.order.length === 0 && first != null ? new Set([...state.open, first]) : state.open;
  return { ...state, order: [...state.order, ...added], open };
}

const placeOf = (key: string | null): string => key ?? '';

/** Groups in the order in which they were first listed. */
export function inKeptOrder<G extends { key: string | null }>(
  groups: readonly G[],
  { order }: Pick<TriageState, 'order'>,
): G[] {
  const place = ({ key }: G): number => {
    const at = order.indexOf(placeOf(key));
    return at === -1 ? order.length : at;
  };
  return groups.toSorted((one, other) => place(one) - place(other));
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const now = new Set(keys);
  if (!now.delete(key)) now.add(key);
  return now;
}

/** A row of a wholly ticked group or list is unticked by ticking the other loaded ones in its place. */
function withRow({ rows, groups, list }: Ticked, row: SeenRow, loaded: readonly SeenRow[]): Ticked {
  const now = new Map(rows);
  const isWhole = list !== undefined || groups.has(row.group);
  if (isWhole)
    for (const other of loaded) if (list !== undefined || other.group === row.group) now.set(other.id, other);
  if (!now.delete(row.id)) now.set(row.id, row);
  const left = new Map(list === undefined ? groups : []);
  left.delete(row.group);
  return { rows: now, groups: left, list: undefined };
}

/** Adds a group to what is ticked, or takes it out where all of it is ticked. */
function withGroup(
  ticked: Ticked,
  {
    group: { key, count },
    loaded,
    groups: all,
  }: { group: CountedGroup; loaded: readonly SeenRow[]; groups: readonly CountedGroup[] },
): Ticked {
  if (ticked.list !== undefined) {
    const others = all.filter((other) => other.key !== key).map((other) => [other.key, other.count] as const);
    return { ...NOTHING, groups: new Map(others) };
  }
  const isWhole = tickOf(ticked, { key, count }) === 'all';
  const rows = new Map([...ticked.rows].filter(([, row]) => row.group !== key));
  const groups = new Map(ticked.groups);
  groups.delete(key);
  if (isWhole) return { ...ticked, rows, groups };
  if (loaded.length < count) groups.set(key, count);
  else for (const row of loaded) rows.set(row.id, row);
  return { ...ticked, rows, groups };
}

/** A finding that was decided alone is no longer part of the selection. */
function without(ticked: Ticked, id: string, group: string | undefined): Ticked {
  const rows = new Map(ticked.rows);
  rows.delete(id);
  const groups = new Map(ticked.groups);
  const count = group === undefined ? undefined : groups.get(group);
  if (count !== undefined) groups.set(group!, count - 1);
  return { rows, groups, list: ticked.list === undefined ? undefined : ticked.list - 1 };
}

/** What one of several requests has decided is no longer part of the selection. */
function withoutPart(ticked: Ticked, part: Part): Ticked {
  if (!('rows' in part))
    return part.group === null
      ? NOTHING
      : { ...ticked, groups: new Map([...ticked.groups].filter(([key]) => key !== part.group)) };
  const ids = new Set(part.rows.map(({ id }) => id));
  return { ...ticked, rows: new Map([...ticked.rows].filter(([id]) => !ids.has(id))) };
}

/** Whether a row is ticked, alone or with its group or list. */
export const isTicked = ({ ticked: { rows, groups, list } }: TriageState, id: string, group: string): boolean =>
  list !== undefined || groups.has(group) || rows.has(id);

/** How much of a group is ticked. */
export function tickOf({ rows, groups, list }: Ticked, { key, count }: CountedGroup): 'all' | 'some' | 'none' {
  if (list !== undefined || groups.has(key)) return 'all';
  const ticked = [...rows.values()].filter(({ group }) => group === key).length;
  if (ticked === 0) return 'none';
  return ticked >= count ? 'all' : 'some';
}

/** How many findings are ticked. */
export const countOf = ({ ticked: { rows, groups, list } }: Pick<TriageState, 'ticked'>): number =>
  list ?? [...groups.values()].reduce((sum, count) => sum + count, rows.size);

/** Whether something is ticked that nobody can see: rows of a collapsed group of which the box says only "some". */
export function isTickedHidden({ ticked, open }: TriageState, groups: readonly CountedGroup[]): boolean {
  const keys = new Set([...ticked.rows.values()].map(({ group }) => group));
  return [...keys].some((key) => {
    if (open.has(key)) return false;
    const group = groups.find((one) => one.key === key);
    return !group || tickOf(ticked, group) !== 'all';
  });
}

/** What of the list has the focus: a row, the details of a finding, or the head of a group. */
export type Focused = { kind: 'finding'; id: string } | { kind: 'group' } | undefined;

/** What a key acts on, or why it acts on nothing. */
export type Target = 'current' | 'ticked' | 'ticked hidden' | 'other focused' | 'not shown' | 'nothing';

/** What a key acts on that decides: the selection, else the open finding. */
export const decidedBy = (
  state: TriageState,
  groups: readonly CountedGroup[],
  focused: Focused,
  isListed: boolean,
): Target =>
  countOf(state) === 0
    ? currentBy(state, focused, isListed)
    : isTickedHidden(state, groups)
      ? 'ticked hidden'
      : 'ticked';

/**
 * What a key acts on that is for one finding. The open finding must have the focus; where nothing of the list has it,
 * the open finding must be among the rows that are shown.
 */
export function currentBy({ current }: TriageState, focused: Focused, isListed: boolean): Target {
  if (!current) return 'nothing';
  if (focused) return focused.kind === 'finding' && focused.id === current.id ? 'current' : 'other focused';
  return isListed ? 'current' : 'not shown';
}

/** The key of the group of a finding. */
export function groupKeyOf(finding: Finding, by: FindingGrouping): string | null {
  const key = by === 'rule' ? finding.ruleId : finding[by];
  return key === '' ? null : key;
}

/** What is kept of a decision in the tab, so that it can be undone after a reload. */
interface KeptDecision {
  text: string;
  isOne: boolean;
  ids: readonly string[];
  at: number;
}

/** The service undoes a decision for a day. */
const UNDO_MS = 24 * 60 * 60 * 1000;

/** The most decisions that are kept in the tab. */
const KEPT = 50;

/** The decisions to keep in the tab. */
export const keptOf = (decisions: readonly Decision[]): KeptDecision[] =>
  decisions.flatMap(({ text, isOne, undo, made }) => (undo && made ? [{ text, isOne, ...made }] : [])).slice(0, KEPT);

/** Those of the kept decisions that can still be undone. */
export const stillUndoable = (kept: unknown, now: number): KeptDecision[] =>
  Array.isArray(kept) ? (kept as KeptDecision[]).filter(({ at, ids }) => ids.length > 0 && now - at < UNDO_MS) : [];

/** What a bulk request is about: findings by their ids and revisions as seen, or the findings of a filter. */
export type Part = { group: string | null; count: number } | { rows: readonly SeenRow[] };

/** The most that one request takes by ids. */
const AT_ONCE = 100;

/** The requests that a bulk action on what is ticked takes. */
export function partsOf({ rows, groups, list }: Ticked): Part[] {
  if (list !== undefined) return [{ group: null, count: list }];
  const whole = [...groups].map(([group, count]) => ({ group, count }));
  const seen = [...rows.values()];
  const byIds = Array.from({ length: Math.ceil(seen.length / AT_ONCE) }, (_, part) => ({
    rows: seen.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  }));
  return [...whole, ...byIds];
}
