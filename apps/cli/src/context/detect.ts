import { azure } from './azure.js';
import { bitbucket } from './bitbucket.js';
import { buildkite } from './buildkite.js';
import { circleci } from './circleci.js';
import type { CiEnvironment, CiRun } from './ci-run.js';
import { defaultBranchOfGit, readGit } from './git.js';
import { github } from './github.js';
import { gitlab } from './gitlab.js';
import { jenkins } from './jenkins.js';

const PROVIDERS = [github, gitlab, azure, bitbucket, circleci, buildkite, jenkins];

/** The run that this process is part of, as its provider tells it, else git. */
export function detectRun(environment: CiEnvironment): CiRun {
  const provider = PROVIDERS.find(({ isHere }) => isHere(environment.env));
  const run = provider?.read(environment) ?? readGit(environment);
  return run.defaultBranch === undefined && run.provider !== 'none'
    ? { ...run, defaultBranch: defaultBranchOfGit(environment) }
    : run;
}

/** Whether a CI provider that we know runs this. */
export const isInCi = ({ provider }: CiRun): boolean => provider !== 'git' && provider !== 'none';
