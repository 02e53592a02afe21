export type Trigger = 'pull_request' | 'push' | 'schedule' | 'manual' | 'other';

/** The pull or merge request that a run is about. */
export interface PullRequest {
  /** Undefined where the provider numbers by other means. */
  number?: number;
  url?: string;
  /** Whether its branch lies in another repository, so that this run gets no secrets. */
  isFromFork: boolean;
  /** Whether a bot opened it whose runs get no secrets. */
  isByDependabot?: boolean;
}

/** What a CI provider says about the run that this process is part of. */
export interface CiRun {
  provider: ProviderName;
  /** What the run's id is unique in. */
  repository?: string;
  /** Never a run number, which counts by workflow and is given twice. */
  runId?: string;
  /** What tells a repeated job from the first one. */
  attempt?: string;
  trigger: Trigger;
  /** The branch or tag; of a pull request the branch that it wants to merge. */
  ref?: string;
  isTag?: boolean;
  /** Of a pull request the commit that was pushed, not the merge that was tested. */
  commitSha?: string;
  pullRequest?: PullRequest;
  /** The branch that a pull request is to be merged into. */
  target?: string;
  /** The merge of a pull request and its target that the provider made to be tested. */
  mergeSha?: string;
  /** What of the target the commit is based on, where the provider says so. */
  baseSha?: string;
  defaultBranch?: string;
  runNumber?: number;
  runAttempt?: number;
  /** Where people can look at the run. */
  url?: string;
  /** What of this could not be found out, each a sentence for people. */
  warnings?: string[];
}

type ProviderName = 'github' | 'gitlab' | 'azure' | 'jenkins' | 'bitbucket' | 'circleci' | 'buildkite' | 'git' | 'none';

/** What this process can find out about where it runs. */
export interface CiEnvironment {
  env: NodeJS.ProcessEnv;
  /** The JSON of a file; undefined where it cannot be read. */
  readJson(path: string): unknown;
  /** What git prints, trimmed; undefined where it fails or there is none. */
  git(...words: string[]): string | undefined;
}

/** One CI provider: how to recognise it, and what it says. */
export interface Provider {
  isHere(env: NodeJS.ProcessEnv): boolean;
  read(environment: CiEnvironment): CiRun;
}

/** The number in the ref of a pull request, such as `refs/pull/7/merge`; undefined for any other. */
export const pullIn = (ref: string | undefined): number | undefined =>
  numberIn(/^refs\/pull\/(\d+)\//.exec(ref ?? '')?.[1]);

const MOST = 2_147_483_647;

/** A number as ingest takes it; undefined for anything else. */
export function numberIn(text: string | undefined, least = 1): number | undefined {
  if (!text || !/^\d{1,10}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least && number <= MOST ? number : undefined;
}

/** The text, where there is one. */
export const filled = (text: string | undefined): string | undefined => text?.trim() || undefined;

/** The branch that a full name such as `refs/heads/main` names. */
export const branchOf = (ref: string | undefined): string | undefined =>
  filled(ref?.replace(/^refs\/(heads|tags)\//, ''));
