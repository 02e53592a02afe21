import { filled, numberIn, type Provider } from './ci-run.js';

/** Jenkins; most is there in multibranch pipelines only, and JENKINS_URL only where its address is configured. */
export const jenkins: Provider = {
  isHere: (env) => Boolean(env['BUILD_TAG'] && (env['JENKINS_URL'] || env['JENKINS_HOME'])),
  read({ env }) {
    const tag = filled(env['TAG_NAME']);
    const branch = filled(env['CHANGE_BRANCH']) ?? filled(env['BRANCH_NAME']) ?? localBranch(env['GIT_BRANCH']);
    const number = numberIn(env['CHANGE_ID']);
    const isChange = filled(env['CHANGE_ID']) !== undefined;
    return {
      provider: 'jenkins',
      repository: env['GIT_URL'] ?? env['JOB_NAME'],
      runId: env['BUILD_TAG'],
      trigger: isChange ? 'pull_request' : 'other',
      ref: tag ?? branch,
      isTag: tag !== undefined,
      commitSha: env['GIT_COMMIT'],
      ...(isChange
        ? {
            pullRequest: {
              ...(number === undefined ? {} : { number }),
              ...(env['CHANGE_URL'] ? { url: env['CHANGE_URL'] } : {}),
              isFromFork: Boolean(env['CHANGE_FORK']),
            },
          }
        : {}),
      target: filled(env['CHANGE_TARGET']),
      // Some sources call several branches primary; each is then the default one of its own runs.
      defaultBranch: env['BRANCH_IS_PRIMARY'] === 'true' ? branch : undefined,
      runNumber: numberIn(env['BUILD_NUMBER']),
      url: env['BUILD_URL'],
    };
  },
};

const localBranch = (branch: string | undefined): string | undefined =>
  filled(branch?.replace(/^(origin|upstream)\//, ''));
