import { toOneLine } from '#libs/fields';
import type { Issue } from '../../../records/issues/issue.entity.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import type { TrackerConnection } from '../connections/tracker-connection.entity.js';
import { KINDS_OF_TRACKERS } from '../kinds.js';
import type { BothSides, OurFields, SharedFields } from './tracker-link.entity.js';
import { titleFor, titleFrom } from './issue-text.js';
import { titleBy, titleWithout } from './template.js';

type Translated = Pick<TrackerConnection, 'people' | 'template'>;
type WithKind = Pick<TrackerConnection, 'people' | 'kind' | 'template'>;

/** What an issue of ours has, in the words of a tracker. Where it has none for it, nothing has changed. */
export function oursOf(
  { title, number, state, assigneeId, dueAt }: Pick<Issue, 'title' | 'number' | 'state' | 'assigneeId' | 'dueAt'>,
  { people, kind, template }: WithKind,
  last: BothSides | null,
): OurFields {
  const bare = titleFor(title);
  const account = people.find(({ userId }) => userId === assigneeId)?.account;
  const assignee = assigneeId === null ? null : (account ?? last?.ours.assignee ?? null);
  return {
    // Another template is no other title: what is there stays until somebody changes it.
    title: last?.ours.bare === bare ? last.ours.title : titleFor(titleBy(template, { title, number })),
    bare,
    state,
    assignee,
    dueAt: KINDS_OF_TRACKERS[kind].hasDates && dueAt ? dueAt.toISOString().slice(0, 10) : null,
  };
}

/**
 * What is to be changed of an issue of ours, with the number of that. An account that stands for nobody, and a title
 * without a letter, are left.
 */
export function valuesOf(
  { title, state, assignee, dueAt }: Partial<SharedFields>,
  { people, template }: Translated,
  number: number,
): Partial<Pick<Issue, 'title' | 'state' | 'assigneeId' | 'dueAt'>> {
  const line = title === undefined ? undefined : titleFromTracker(titleWithout(template, titleFrom(title), number));
  const person = people.find(({ account }) => account.toLowerCase() === assignee?.toLowerCase());
  const due = dueAt == null ? null : new Date(`${dueAt}T23:59:59.000Z`);
  return {
    ...(line !== undefined && { title: line }),
    ...(state !== undefined && { state }),
    ...(assignee === null && { assigneeId: null }),
    ...(person && { assigneeId: person.userId }),
    ...(dueAt !== undefined && !Number.isNaN(due?.getTime() ?? 0) && { dueAt: due }),
  };
}

/** What both sides have of an issue there. */
export const sharedOf = ({ title, state, assignee, dueAt }: SharedFields): SharedFields => ({
  ...{ title, state, assignee, dueAt },
});

/** A title there as it may be here; undefined: nothing is left of it. */
export const titleFromTracker = (title: string): string | undefined =>
  toOneLine(titleFrom(storable(title)), TITLE_LENGTH);

/** A text without what the database cannot keep. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
