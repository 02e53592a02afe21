import { filled, numberIn, type Provider } from './ci-run.js';

/** Bitbucket Pipelines. */
export const bitbucket: Provider = {
  isHere: (env) => Boolean(env['BITBUCKET_PIPELINE_UUID'] ?? env['BITBUCKET_BUILD_NUMBER']),
  read({ env }) {
    const number = numberIn(env['BITBUCKET_PR_ID']);
    const tag = filled(env['BITBUCKET_TAG']);
    const origin = env['BITBUCKET_GIT_HTTP_ORIGIN']?.replace(/^http:/, 'https:');
    return {
      provider: 'bitbucket',
      repository: env['BITBUCKET_REPO_UUID'] ?? env['BITBUCKET_REPO_FULL_NAME'],
      runId: env['BITBUCKET_PIPELINE_UUID'] ?? env['BITBUCKET_BUILD_NUMBER'],
      attempt: env['BITBUCKET_STEP_RUN_NUMBER'] ?? env['BITBUCKET_STEP_UUID'],
      trigger: number === undefined ? 'push' : 'pull_request',
      ref: tag ?? filled(env['BITBUCKET_BRANCH']),
      isTag: tag !== undefined,
      commitSha: env['BITBUCKET_COMMIT'],
      ...(number === undefined
        ? {}
        : {
            // Pipelines run in the repository of the branch, so that one of a fork has that fork's secrets.
            pullRequest: { number, ...(origin ? { url: `${origin}/pull-requests/${number}` } : {}), isFromFork: false },
          }),
      target: filled(env['BITBUCKET_PR_DESTINATION_BRANCH']),
      runNumber: numberIn(env['BITBUCKET_BUILD_NUMBER']),
      url:
        origin && env['BITBUCKET_BUILD_NUMBER']
          ? `${origin}/pipelines/results/${env['BITBUCKET_BUILD_NUMBER']}`
          : undefined,
    };
  },
};
