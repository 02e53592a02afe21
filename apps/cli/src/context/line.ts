import type { CiRun } from './ci-run.js';

export type Line = 'main' | 'proposal';

/** Whether a run belongs to the main line or to a proposal, with the reason as a clause for people. */
export interface LineChoice {
  line: Line;
  because: string;
  /** What to do about it, where we had to guess. */
  advice?: string;
}

const SET_IT = 'set --main-branch or mainBranches in curbcut.config.json';
const USUAL = ['main', 'master'];

/**
 * The ref decides, whatever started the run: the default branch and `mainBranches` are the main line, every other
 * branch, merge queue and merge train a proposal. What the caller says wins.
 */
export function lineOf(run: CiRun, override: Line | undefined, mainBranches: readonly string[]): LineChoice {
  if (override) return { line: override, because: `--line ${override}` };
  const { ref, pullRequest, defaultBranch, isTag, provider } = run;
  if (pullRequest) return { line: 'proposal', because: nameOfPull(run) };
  if (ref === undefined) {
    const advice = 'set --line main or --line proposal';
    return provider === 'none'
      ? { line: 'main', because: 'there is no repository', advice }
      : { line: 'proposal', because: 'the branch is unknown', advice };
  }
  if (isTag) return { line: 'main', because: `the tag ${ref}` };
  if (mainBranches.some((pattern) => matches(pattern, ref))) return { line: 'main', because: `the branch ${ref}` };
  if (defaultBranch !== undefined) {
    const isDefault = ref === defaultBranch;
    const because = isDefault ? `the default branch ${ref}` : `the branch ${ref} (the default one is ${defaultBranch})`;
    return { line: isDefault ? 'main' : 'proposal', because };
  }
  if (USUAL.includes(ref)) return { line: 'main', because: `the branch ${ref}` };
  return { line: 'proposal', because: `the branch ${ref} (the default one is unknown)`, advice: SET_IT };
}

const nameOfPull = ({ pullRequest, ref }: CiRun): string => {
  const { number } = pullRequest!;
  return number === undefined ? `the pull request of ${ref ?? 'a branch'}` : `pull request ${number}`;
};

/** `*` stands for anything but a slash, `**` for anything. */
function matches(pattern: string, branch: string): boolean {
  const source = pattern
    .split(/(\*+)/)
    .map((piece) =>
      piece.startsWith('**') ? '.*' : piece === '*' ? '[^/]*' : piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    );
  return new RegExp(`^${source.join('')}$`, 's').test(branch);
}
