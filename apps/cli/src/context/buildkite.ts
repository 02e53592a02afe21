import { filled, numberIn, type Provider, type Trigger } from './ci-run.js';

const TRIGGERS: Readonly<Record<string, Trigger>> = {
  webhook: 'push',
  schedule: 'schedule',
  ui: 'manual',
  api: 'manual',
};

/** Buildkite. */
export const buildkite: Provider = {
  isHere: (env) => env['BUILDKITE'] === 'true',
  read({ env }) {
    // `false` where there is none.
    const number = numberIn(env['BUILDKITE_PULL_REQUEST']);
    const tag = filled(env['BUILDKITE_TAG']);
    const repository = webAddress(env['BUILDKITE_REPO']);
    const source = webAddress(env['BUILDKITE_PULL_REQUEST_REPO']);
    return {
      provider: 'buildkite',
      repository: env['BUILDKITE_REPO'],
      runId: env['BUILDKITE_BUILD_ID'],
      attempt: env['BUILDKITE_JOB_ID'],
      trigger: number === undefined ? (TRIGGERS[env['BUILDKITE_SOURCE'] ?? ''] ?? 'other') : 'pull_request',
      ref: tag ?? filled(env['BUILDKITE_BRANCH']),
      isTag: tag !== undefined,
      commitSha: /^[0-9a-f]{7,64}$/i.exec(env['BUILDKITE_COMMIT'] ?? '')?.[0],
      ...(number === undefined
        ? {}
        : {
            pullRequest: {
              number,
              ...(repository?.startsWith('https://github.com/') ? { url: `${repository}/pull/${number}` } : {}),
              isFromFork: source !== undefined && repository !== undefined && source !== repository,
            },
          }),
      target: filled(env['BUILDKITE_PULL_REQUEST_BASE_BRANCH']),
      defaultBranch: filled(env['BUILDKITE_PIPELINE_DEFAULT_BRANCH']),
      runNumber: numberIn(env['BUILDKITE_BUILD_NUMBER']),
      url: env['BUILDKITE_BUILD_URL'],
    };
  },
};

/**
 * The address of a repository in a browser, from how it is cloned: `git@host:a/b.git`, `git://`, `ssh://` and
 * `https://`.
 */
function webAddress(clone: string | undefined): string | undefined {
  const [, host, path] = /^(?:\w+:\/\/)?(?:[^@/]+@)?([^/:]+)(?::\d+)?[:/](.+?)(?:\.git)?\/?$/.exec(clone ?? '') ?? [];
  return host && path ? `https://${host}/${path}` : undefined;
}
