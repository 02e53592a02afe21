import { branchOf, type CiEnvironment, type CiRun, filled } from './ci-run.js';

/** What git itself says, for somebody at their desk and for a CI that we do not know. */
export function readGit({ git }: CiEnvironment): CiRun {
  if (git('rev-parse', '--is-inside-work-tree') !== 'true') return { provider: 'none', trigger: 'manual' };
  return {
    provider: 'git',
    trigger: 'manual',
    // None where a commit is checked out, and not a branch.
    ref: branchOf(git('symbolic-ref', '--quiet', 'HEAD')),
    commitSha: filled(git('rev-parse', '--verify', '--quiet', 'HEAD')),
  };
}

/** The default branch of `origin`, where a clone has noted it. */
export const defaultBranchOfGit = ({ git }: CiEnvironment): string | undefined =>
  filled(git('symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD')?.replace(/^refs\/remotes\/origin\//, ''));
