import type { Settings } from '../config/settings.js';
import type { CiEnvironment, CiRun } from './ci-run.js';
import { detectRun } from './detect.js';

/** The run that this process is part of, with what flags override. */
export function resolveRun({ overrides }: Pick<Settings, 'overrides'>, environment: CiEnvironment): CiRun {
  const run = detectRun(environment);
  const { branch, sha, pr } = overrides;
  return {
    ...run,
    ...(branch === undefined ? {} : { ref: branch, isTag: false }),
    ...(sha === undefined ? {} : { commitSha: sha }),
    ...(pr === undefined ? {} : { pullRequest: pullRequest(pr, run, environment.env) }),
  };
}

function pullRequest(number: number, { pullRequest: detected, provider, repository }: CiRun, env: NodeJS.ProcessEnv) {
  const { GITHUB_SERVER_URL: server, CI_PROJECT_URL: project } = env;
  const url =
    provider === 'github' && server && repository
      ? `${server}/${repository}/pull/${number}`
      : provider === 'gitlab' && project
        ? `${project}/-/merge_requests/${number}`
        : undefined;
  return {
    isFromFork: false,
    ...detected,
    number,
    ...(url ? { url } : detected?.number === number ? {} : { url: undefined }),
  };
}
