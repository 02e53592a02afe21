import { filled, numberIn, type Provider } from './ci-run.js';

/** CircleCI. Variables of pull requests are there for projects of GitHub OAuth and Bitbucket Cloud only. */
export const circleci: Provider = {
  isHere: (env) => env['CIRCLECI'] === 'true',
  read({ env }) {
    const url = filled(env['CIRCLE_PULL_REQUEST']);
    const number = numberIn(/\/(\d+)\/?$/.exec(url ?? '')?.[1]);
    const tag = filled(env['CIRCLE_TAG']);
    const { CIRCLE_PROJECT_USERNAME: owner, CIRCLE_PROJECT_REPONAME: name } = env;
    return {
      provider: 'circleci',
      repository: owner && name ? `${owner}/${name}` : env['CIRCLE_PROJECT_ID'],
      // A workflow that is run again from its failed jobs has a new id; its pipeline keeps its own.
      runId: env['CIRCLE_PIPELINE_ID'] ?? env['CIRCLE_WORKFLOW_ID'],
      attempt: env['CIRCLE_WORKFLOW_JOB_ID'] ?? env['CIRCLE_BUILD_NUM'],
      trigger: url ? 'pull_request' : 'push',
      ref: tag ?? filled(env['CIRCLE_BRANCH']),
      isTag: tag !== undefined,
      commitSha: env['CIRCLE_SHA1'],
      ...(url
        ? {
            pullRequest: {
              ...(number === undefined ? {} : { number }),
              url,
              // Set for pull requests of forks alone.
              isFromFork: Boolean(env['CIRCLE_PR_NUMBER']),
            },
          }
        : {}),
      runNumber: numberIn(env['CIRCLE_BUILD_NUM']),
      url: env['CIRCLE_BUILD_URL'],
    };
  },
};
