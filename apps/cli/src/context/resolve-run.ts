import type { Settings } from '../config/settings.js';
import type { CiRun, Surroundings } from './ci-run.js';
import { detectRun } from './detect.js';

/** The run that this process is part of, with what the caller says of it. */
export function runOf({ said }: Pick<Settings, 'said'>, surroundings: Surroundings): CiRun {
  const run = detectRun(surroundings);
  const { branch, sha, pr } = said;
  return {
    ...run,
    ...(branch === undefined ? {} : { ref: branch, isTag: false }),
    ...(sha === undefined ? {} : { commitSha: sha }),
    ...(pr === undefined ? {} : { pullRequest: pullRequest(pr, run, surroundings.env) }),
  };
}

function pullRequest(number: number, { pullRequest: told, provider, repository }: CiRun, env: NodeJS.ProcessEnv) {
  const { GITHUB_SERVER_URL: server, CI_PROJECT_URL: project } = env;
  const url =
    provider === 'github' && server && repository
      ? `${server}/${repository}/pull/${number}`
      : provider === 'gitlab' && project
        ? `${project}/-/merge_requests/${number}`
        : undefined;
  return { isFromFork: false, ...told, number, ...(url ? { url } : told?.number === number ? {} : { url: undefined }) };
}
