import { LocalFault } from '../faults.js';
import type { CiEnvironment, CiRun } from './ci-run.js';
import { isInCi } from './detect.js';

/** What of the main line the tested tree contains, and how that is known, as a clause for people. */
export interface Base {
  /** Newest first, first parents only; empty where it is not known. */
  commits: string[];
  because: string;
}

/** The commit that a change is based on, or why nobody knows. */
type First = { commit: string; because: string } | { unknown: string };

// As many as ingest takes.
const MOST = 51;
const FURTHER = 50;
const ADVICE = 'set it with --base';

/**
 * What the tree that is checked out contains of the main line: where the provider has merged the change into its target
 * the parent that is not of the change, which a merge names also in a clone of depth 1; else what the provider says,
 * else the merge base with the target. A shallow clone is deepened once, with the target.
 * @param override the caller's word, where something else was tested
 * @throws LocalFault for a word of theirs that no commit begins with
 */
export function baseOf(run: CiRun, override: string | undefined, environment: CiEnvironment): Base {
  const git = new Repository(run, environment.git);
  const first = override === undefined ? firstOf(run, git) : overriddenBase(override, git);
  if ('unknown' in first) return { commits: [], because: `${first.unknown}: ${ADVICE}` };
  const near = git.firstParents(first.commit);
  const commits = near.length < MOST && git.isCut(first.commit) ? git.fetched().firstParents(first.commit) : near;
  return { commits: commits.length > 0 ? commits : [first.commit], because: first.because };
}

function overriddenBase(override: string, git: Repository): First {
  const commit = git.commit(override) ?? git.fetched().commit(override) ?? override;
  if (commit.length < 40)
    throw new LocalFault(
      `--base ${override}: this clone does not contain the commit, so all of its digits are required.`,
    );
  return { commit, because: '--base' };
}

function firstOf(run: CiRun, git: Repository): First {
  const { commitSha, mergeSha, baseSha } = run;
  const head = git.commit('HEAD');
  if (head === undefined)
    return baseSha === undefined
      ? { unknown: 'no commit is checked out' }
      : { commit: baseSha, because: 'set by the provider' };
  if (head !== commitSha) {
    const parents = git.parentsOf(head);
    const isOurs = head === mergeSha || parents.includes(commitSha ?? '');
    const [firstParent, secondParent] = parents;
    if (isOurs && firstParent !== undefined && secondParent !== undefined)
      return { commit: firstParent === commitSha ? secondParent : firstParent, because: 'the target of the merge' };
    if (head !== mergeSha)
      return { unknown: `${short(head)} is checked out, but the run is for ${short(commitSha ?? 'no commit')}` };
  } else if (baseSha !== undefined) return { commit: baseSha, because: 'set by the provider' };
  return mergeBase(run, git);
}

function mergeBase({ target, defaultBranch }: CiRun, git: Repository): First {
  const branch = target ?? defaultBranch ?? ['main', 'master'].find((name) => git.tipOf(name) !== undefined);
  if (branch === undefined) return { unknown: 'the target branch is unknown' };
  // A clone that is used again may have an older target.
  if (git.mayFetch) git.fetched();
  const tip = git.tipOf(branch);
  if (tip === undefined) return { unknown: `${branch} is not in this clone and could not be fetched` };
  const commit = git.mergeBase(tip);
  if (commit !== undefined) return { commit, because: `the merge base with ${branch}` };
  return {
    unknown: `the history of this clone does not reach the branching point from ${branch} (use a deeper clone: fetch-depth: 0)`,
  };
}

export const short = (commit: string): string => (/^[0-9a-f]{40,64}$/i.test(commit) ? commit.slice(0, 8) : commit);

/** The clone that the run works in. */
class Repository {
  private isFetched = false;
  /** Nobody at their desk is kept waiting for a network. */
  readonly mayFetch: boolean;

  constructor(
    private readonly run: CiRun,
    private readonly git: CiEnvironment['git'],
  ) {
    this.mayFetch = isInCi(run);
  }

  commit(name: string): string | undefined {
    return this.git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) || undefined;
  }

  tipOf(branch: string): string | undefined {
    return this.commit(`refs/remotes/origin/${branch}`) ?? this.commit(`refs/heads/${branch}`);
  }

  /** As the commit itself names them: a shallow clone hides them from everything else. */
  parentsOf(commit: string): string[] {
    const [header = ''] = (this.git('cat-file', 'commit', commit) ?? '').split('\n\n');
    return [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, parent]) => parent!);
  }

  mergeBase(tip: string): string | undefined {
    return this.git('merge-base', 'HEAD', tip) || undefined;
  }

  firstParents(commit: string): string[] {
    const list = this.git('rev-list', '--first-parent', `--max-count=${MOST}`, commit, '--');
    return list ? list.split('\n') : [];
  }

  /** Whether there is more of the history of a commit elsewhere. */
  isCut(commit: string): boolean {
    return this.mayFetch && (this.isShallow() || this.commit(commit) === undefined);
  }

  /** This clone with the target, and deeper where it is shallow, as far as that can be had. */
  fetched(): this {
    if (this.isFetched || !this.mayFetch) return this;
    this.isFetched = true;
    const branch = this.run.target ?? this.run.defaultBranch;
    const target = branch === undefined ? [] : [`+refs/heads/${branch}:refs/remotes/origin/${branch}`];
    const head = this.commit('HEAD');
    const deeper = this.isShallow() ? [`--deepen=${FURTHER}`] : [];
    const fetch = (...refs: string[]) =>
      this.git('fetch', '--quiet', '--no-tags', '--no-recurse-submodules', ...deeper, 'origin', ...refs);
    // A server may give branches alone, and no commit by its name.
    const isDone = deeper.length > 0 && head !== undefined && fetch(...target, head) !== undefined;
    if (!isDone && target.length > 0) fetch(...target);
    return this;
  }

  private isShallow(): boolean {
    return this.git('rev-parse', '--is-shallow-repository') === 'true';
  }
}
