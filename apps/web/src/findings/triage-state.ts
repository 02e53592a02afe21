import type { Finding, UndoneDecision } from '@curbcut/client';

/** Takes a decision back; undefined: it was never made. */
export type Undo = () => Promise<UndoneDecision | undefined>;

/** Something that was decided here, the newest first; without `undo` it cannot be taken back. */
export interface Decision {
  id: number;
  text: string;
  undo: Undo | undefined;
}

/** A finding by what leads to it. */
export type Current = Pick<Finding, 'id' | 'productId'>;

/** The dialogs of the view: of the finding that is shown, of those that are chosen, and the shortcuts. */
export type DialogName = 'edit' | 'edit and confirm' | 'dismiss' | 'confirm many' | 'dismiss many' | 'shortcuts';

/** What is shown, open and chosen in a list of findings. */
export interface TriageState {
  current: Current | undefined;
  /** Whether the address shall name it: not what is shown only because it is the first. */
  isInAddress: boolean;
  /** The keys of the groups that are open; undefined: the first. */
  open: ReadonlySet<string> | undefined;
  chosen: ReadonlySet<string>;
  /** In their place all of a group, or of the list where that is null, and how many they are. */
  all: { group: string | null; count: number } | undefined;
  dialog: DialogName | undefined;
  decisions: readonly Decision[];
}

/** Whether a group is open; `first` is the first of the list. */
export const isGroupOpen = ({ open }: TriageState, key: string, first: string | undefined): boolean =>
  open ? open.has(key) : key === first;

/** Whether a row is chosen, by itself or with all. */
export const isChosen = ({ all, chosen }: TriageState, id: string, group: string | undefined): boolean =>
  all ? all.group === null || all.group === group : chosen.has(id);

/** How many are chosen. */
export const countOf = ({ all, chosen }: TriageState): number => all?.count ?? chosen.size;
