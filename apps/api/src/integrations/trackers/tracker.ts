import type { Changed } from './changed-in.js';
import type { StatesThere } from './connections/tracker-connection.entity.js';
import type { SharedFields } from './sync/tracker-link.entity.js';

/** The account with which we work in a tracker, and the project. */
export interface TrackerAccess {
  /** Where the tracker stands, without a slash at the end. */
  url: string;
  /** What people call the project: `owner/repository`, `group/project`, `SHOP`. */
  projectKey: string;
  token: string;
  /** Of the account whose token it is, where that is asked for. */
  email: string | null;
  /** What a new issue is there; null: they are all of one type. */
  issueType: string | null;
  states: StatesThere;
}

/** The project as the tracker has it. */
export interface TrackerProject {
  id: string;
  name: string;
}

/** An issue as it is in the tracker. `dueAt` is null where trackers of this kind have no dates. */
export interface TrackerIssue extends SharedFields {
  /** By which it is asked for; unique in the project. */
  id: string;
  /** What people call it, such as `owner/repository#12`. */
  key: string;
  url: string;
  body: string;
}

/** What is written of a new issue. */
export interface NewTrackerIssue extends Omit<SharedFields, 'state'> {
  body: string;
  labels: readonly string[];
  /** The name that its priority has there; null: none. */
  priority: string | null;
  /** By which `findMarker` finds it. */
  marker: string;
}

/** What somebody said there. */
export interface TrackerComment {
  /** Unique in its issue. */
  id: string;
  /** How its author is called there; null: an account that is gone. */
  author: string | null;
  /** As assignees are named there; null: unknown. */
  account: string | null;
  body: string;
  at: Date;
}

/** The comments on an issue, or those that there is room for. */
export interface TrackerComments {
  comments: TrackerComment[];
  isWhole: boolean;
}

/** Whom issues there may be assigned to. */
export interface TrackerAccount {
  /** As assignees are named there. */
  account: string;
  /** Null: the tracker does not show it. */
  email: string | null;
}

/** Some accounts, and whether those are all. */
export interface TrackerAccounts {
  accounts: TrackerAccount[];
  isWhole: boolean;
}

/** Some issues, 1,000 at most. */
export interface TrackerIssues {
  issues: TrackerIssue[];
  isWhole: boolean;
}

/** What we do in a tracker: each call is one request, or one for each page. All throw `TrackerFault`. */
export interface Tracker {
  /** After how many milliseconds `findMarker` surely finds what was made: an index may be behind. */
  readonly findsAfterMs: number;
  /** That the account may read and write issues of the project. */
  verify(): Promise<TrackerProject>;
  create(issue: NewTrackerIssue): Promise<TrackerIssue>;
  /** @param known what is known of it, for a tracker that cannot be asked. Undefined: it is not there. */
  read(id: string, known: TrackerIssue): Promise<TrackerIssue | undefined>;
  /** Answers what it has of these then; without its state where the tracker has no way to the one that is wanted. */
  update(id: string, changes: Partial<SharedFields>): Promise<Partial<SharedFields>>;
  comment(id: string, text: string): Promise<void>;
  /** What all who see the issue may read, as it was said. Undefined: the issue is not there. */
  comments(id: string): Promise<TrackerComments | undefined>;
  /** Whom issues of the project may be assigned to, with the addresses that the tracker shows. It is told no address. */
  accounts(): Promise<TrackerAccounts>;
  /** The open ones with a label, and whether those were all. */
  labelled(label: string): Promise<TrackerIssues>;
  /** The ids of those that have changed since, the longest unchanged first. */
  changedSince(since: Date): Promise<Changed>;
  /** One that was made since and has this mark, other than the one with the id `besides`. */
  findMarker(marker: string, since: Date, besides?: string): Promise<TrackerIssue | undefined>;
  /** By what the issue at an address can be asked for: its id, or its key; undefined: it is none of the project. */
  idAt(url: string): string | undefined;
}
