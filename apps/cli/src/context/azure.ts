import { branchOf, filled, numberIn, type Provider, type Trigger } from './ci-run.js';

const TRIGGERS: Readonly<Record<string, Trigger>> = {
  PullRequest: 'pull_request',
  IndividualCI: 'push',
  BatchedCI: 'push',
  Schedule: 'schedule',
  Manual: 'manual',
};

/** Azure Pipelines. */
export const azure: Provider = {
  isHere: (env) => env['TF_BUILD']?.toLowerCase() === 'true',
  read({ env }) {
    // The number is that of GitHub; Azure Repos have the id alone.
    const onGitHub = numberIn(env['SYSTEM_PULLREQUEST_PULLREQUESTNUMBER']);
    const number = onGitHub ?? numberIn(env['SYSTEM_PULLREQUEST_PULLREQUESTID']);
    const repository = env['BUILD_REPOSITORY_URI']?.replace(/\.git$/, '').replace(/\/\/[^/@]+@/, '//');
    const source = env['BUILD_SOURCEBRANCH'];
    const { SYSTEM_COLLECTIONURI: server, SYSTEM_TEAMPROJECT: project, BUILD_BUILDID: runId } = env;
    return {
      provider: 'azure',
      repository: env['BUILD_REPOSITORY_ID'] ?? repository,
      runId,
      attempt: env['SYSTEM_JOBATTEMPT'],
      trigger: TRIGGERS[env['BUILD_REASON'] ?? ''] ?? 'other',
      ref: branchOf(env['SYSTEM_PULLREQUEST_SOURCEBRANCH']) ?? branchOf(source),
      isTag: source?.startsWith('refs/tags/') ?? false,
      commitSha: filled(env['SYSTEM_PULLREQUEST_SOURCECOMMITID']) ?? env['BUILD_SOURCEVERSION'],
      ...(number === undefined
        ? {}
        : {
            pullRequest: {
              number,
              ...(repository ? { url: `${repository}/${onGitHub ? 'pull' : 'pullrequest'}/${number}` } : {}),
              isFromFork: env['SYSTEM_PULLREQUEST_ISFORK']?.toLowerCase() === 'true',
            },
          }),
      target: branchOf(env['SYSTEM_PULLREQUEST_TARGETBRANCH']),
      mergeSha: source?.startsWith('refs/pull/') ? env['BUILD_SOURCEVERSION'] : undefined,
      runNumber: numberIn(runId),
      runAttempt: numberIn(env['SYSTEM_JOBATTEMPT']),
      url:
        server && project && runId
          ? `${server}${encodeURIComponent(project)}/_build/results?buildId=${runId}`
          : undefined,
    };
  },
};
