import type { RunContext } from '../../records/test-activities/run-context.js';
import type { LineKind } from '../../records/test-activities/test-activity.entity.js';

/** What names a line among those of its product and tool. */
export interface LineName {
  kind: LineKind;
  /** The same for all runs of the line, and of no other one that has not ended. */
  key: string;
  /** As it is shown: the environment, the number of the pull request, or the branch. */
  name: string | null;
  prNumber: number | null;
  /** The repository of the pull request, such as `github.com/acme/shop`. */
  repository: string | null;
}

/**
 * The line that a run belongs to. Runs of pull requests are proposals unless the caller says otherwise; a proposal is
 * named by its number and repository, else by its branch, all others by the environment.
 */
export function lineOfRun(context: RunContext | null, requested?: LineKind): LineName {
  const kind = requested ?? (context?.trigger === 'pull_request' ? 'proposal' : 'main');
  if (kind === 'main') return named(kind, 'environment', context?.environment);
  const { prNumber, prUrl, ref } = context ?? {};
  if (prNumber === undefined) return named(kind, 'ref', ref);
  const repository = prUrl === undefined ? null : repositoryOf(prUrl);
  return { kind, key: JSON.stringify(['number', prNumber, repository]), name: `${prNumber}`, prNumber, repository };
}

function named(kind: LineKind, by: string, text: string | undefined): LineName {
  const name = text?.trim() || null;
  return { kind, key: JSON.stringify(name === null ? [] : [by, name]), name, prNumber: null, repository: null };
}

/** The key of the main line that names no environment. */
export const UNNAMED = JSON.stringify([]);

// GitHub, GitLab, Bitbucket, Azure DevOps, Gitea: what comes before these is the repository.
const OF_REPOSITORY = /\/(?:-\/)?(?:pull|pulls|merge_requests|pull-requests|pullrequest)\/\d+.*$/;

/** The repository that the address of a pull request names; an address of another form stands for itself. */
export function repositoryOf(prUrl: string): string {
  const { host, pathname } = new URL(prUrl);
  return `${host}${pathname.replace(OF_REPOSITORY, '').replace(/\/+$/, '')}`;
}
