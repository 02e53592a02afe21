import { filled, numberIn, type Provider, type Trigger } from './ci-run.js';

const TRIGGERS: Readonly<Record<string, Trigger>> = {
  merge_request_event: 'pull_request',
  external_pull_request_event: 'pull_request',
  push: 'push',
  schedule: 'schedule',
  web: 'manual',
  webide: 'manual',
  api: 'manual',
  trigger: 'manual',
  chat: 'manual',
};

/** GitLab CI. */
export const gitlab: Provider = {
  isHere: (env) => env['GITLAB_CI'] === 'true',
  read({ env }) {
    const number = numberIn(env['CI_MERGE_REQUEST_IID']);
    const project = env['CI_MERGE_REQUEST_PROJECT_URL'];
    const source = env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'];
    return {
      provider: 'gitlab',
      repository: env['CI_PROJECT_ID'] ?? env['CI_PROJECT_PATH'],
      runId: env['CI_PIPELINE_ID'],
      attempt: env['CI_JOB_ID'],
      trigger: TRIGGERS[env['CI_PIPELINE_SOURCE'] ?? ''] ?? 'other',
      ref: filled(env['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME']) ?? filled(env['CI_COMMIT_REF_NAME']),
      isTag: Boolean(env['CI_COMMIT_TAG']),
      // Set in pipelines of merged results only, where CI_COMMIT_SHA is a merge that nobody has pushed.
      commitSha: filled(env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA']) ?? env['CI_COMMIT_SHA'],
      ...(number === undefined
        ? {}
        : {
            pullRequest: {
              number,
              ...(project ? { url: `${project}/-/merge_requests/${number}` } : {}),
              isFromFork: source !== undefined && source !== env['CI_MERGE_REQUEST_PROJECT_ID'],
            },
          }),
      target: filled(env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME']),
      mergeSha: filled(env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA']) && env['CI_COMMIT_SHA'],
      baseSha: filled(env['CI_MERGE_REQUEST_DIFF_BASE_SHA']),
      defaultBranch: filled(env['CI_DEFAULT_BRANCH']),
      runNumber: numberIn(env['CI_PIPELINE_IID']),
      url: env['CI_JOB_URL'] ?? env['CI_PIPELINE_URL'],
    };
  },
};
