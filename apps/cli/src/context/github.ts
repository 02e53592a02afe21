import {
  branchOf,
  type CiEnvironment,
  type CiRun,
  filled,
  numberIn,
  type Provider,
  pullIn,
  type PullRequest,
  type Trigger,
} from './ci-run.js';

/** What is read of the file at GITHUB_EVENT_PATH: the payload of the webhook that started the run. */
interface Event {
  repository?: { id?: number; default_branch?: string; html_url?: string };
  pull_request?: {
    number: number;
    html_url?: string;
    user?: { login?: string };
    head: { sha: string; ref: string; repo: { id: number } | null };
    base: { ref?: string; repo: { id: number } };
  };
  /** Of a merge queue. */
  merge_group?: { base_sha?: string; base_ref?: string };
  /** Of a comment at a pull request. */
  issue?: { number: number; pull_request?: { html_url?: string } };
  /** Of the run of another workflow that has ended, whose own branch this run is about. */
  workflow_run?: {
    event?: string;
    head_branch?: string | null;
    head_sha?: string;
    head_repository?: { id: number } | null;
    pull_requests?: { number: number }[];
  };
}

const TRIGGERS: Readonly<Record<string, Trigger>> = {
  pull_request: 'pull_request',
  pull_request_target: 'pull_request',
  push: 'push',
  schedule: 'schedule',
  workflow_dispatch: 'manual',
  repository_dispatch: 'manual',
};

/** GitHub Actions, and Forgejo and Gitea, which set the same variables. */
export const github: Provider = {
  isHere: (env) => env['GITHUB_ACTIONS'] === 'true',
  read({ env, readJson, git }) {
    const path = env['GITHUB_EVENT_PATH'] ?? '';
    const read = path === '' ? undefined : readJson(path);
    const isRead = isEvent(read);
    const event = isRead ? read : {};
    const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: runId } = env;
    return {
      provider: 'github',
      repository,
      runId,
      attempt: env['GITHUB_RUN_ATTEMPT'],
      defaultBranch: filled(event.repository?.default_branch),
      runNumber: numberIn(env['GITHUB_RUN_NUMBER']),
      runAttempt: numberIn(env['GITHUB_RUN_ATTEMPT']),
      url: server && repository && runId ? `${server}/${repository}/actions/runs/${runId}` : undefined,
      ...(isRead ? subjectOf(event, env) : subjectWithoutEvent(env, git)),
      ...(isRead || path === ''
        ? {}
        : {
            warnings: [
              `the event of this run cannot be read (${path}): the report is sent with the values of the environment.`,
            ],
          }),
    };
  },
};

/** Whether a file holds what is read of it here: forges that imitate GitHub leave some out. */
function isEvent(read: unknown): read is Event {
  if (typeof read !== 'object' || read === null) return false;
  const { pull_request: pull } = read as { pull_request?: Partial<NonNullable<Event['pull_request']>> | null };
  return !pull || (typeof pull.number === 'number' && pull.head !== undefined && pull.base?.repo !== undefined);
}

type Subject = Pick<
  CiRun,
  'trigger' | 'ref' | 'isTag' | 'commitSha' | 'pullRequest' | 'target' | 'mergeSha' | 'baseSha'
>;

function subjectOf(event: Event, env: NodeJS.ProcessEnv): Subject {
  const trigger = TRIGGERS[env['GITHUB_EVENT_NAME'] ?? ''] ?? 'other';
  const isByDependabot = env['GITHUB_ACTOR'] === 'dependabot[bot]';
  const { pull_request: pull, issue, workflow_run: former } = event;
  if (pull) {
    const pullRequest = {
      number: pull.number,
      url: pull.html_url,
      isFromFork: pull.head.repo?.id !== pull.base.repo.id,
      isByDependabot: isByDependabot || pull.user?.login === 'dependabot[bot]',
    };
    // pull_request_target runs on the target itself.
    const isMerge = /^\d+\/merge$/.test(env['GITHUB_REF_NAME'] ?? '');
    return {
      ...{ trigger: 'pull_request', ref: pull.head.ref, commitSha: pull.head.sha, pullRequest },
      target: filled(pull.base.ref ?? env['GITHUB_BASE_REF']),
      mergeSha: isMerge ? env['GITHUB_SHA'] : undefined,
    };
  }
  if (former) return subjectOfFormer(former, event, env);
  const ownRef = { ref: filled(env['GITHUB_REF_NAME']), isTag: env['GITHUB_REF_TYPE'] === 'tag' };
  const commitSha = env['GITHUB_SHA'];
  if (issue?.pull_request) {
    const pullRequest = { number: issue.number, url: issue.pull_request.html_url, isFromFork: false };
    return { trigger, ...ownRef, commitSha, pullRequest };
  }
  const { base_sha: baseSha, base_ref: target } = event.merge_group ?? {};
  return { trigger, ...ownRef, commitSha, baseSha: filled(baseSha), target: branchOf(target) };
}

/** What the environment says without the event: of a pull request not whether it is from a fork. */
function subjectWithoutEvent(env: NodeJS.ProcessEnv, git: CiEnvironment['git']): Subject {
  const number = pullIn(env['GITHUB_REF']) ?? numberIn(/^(\d+)\/merge$/.exec(env['GITHUB_REF_NAME'] ?? '')?.[1]);
  if (number === undefined) return subjectOf({}, env);
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: mergeSha } = env;
  const isMerge = /\/merge$/.test(env['GITHUB_REF'] ?? env['GITHUB_REF_NAME'] ?? '');
  return {
    trigger: 'pull_request',
    ref: filled(env['GITHUB_HEAD_REF']),
    commitSha: isMerge && mergeSha ? secondParentOf(mergeSha, git) : mergeSha,
    pullRequest: {
      number,
      isFromFork: false,
      isByDependabot: env['GITHUB_ACTOR'] === 'dependabot[bot]',
      ...(server && repository ? { url: `${server}/${repository}/pull/${number}` } : {}),
    },
    target: filled(env['GITHUB_BASE_REF']),
    mergeSha: isMerge ? mergeSha : undefined,
  };
}

/** What a merge has merged, which it names in a clone of depth 1 too. */
const secondParentOf = (merge: string, git: CiEnvironment['git']): string | undefined =>
  [...(git('cat-file', '-p', merge) ?? '').matchAll(/^parent ([0-9a-f]{40,64})$/gm)][1]?.[1];

function subjectOfFormer(former: NonNullable<Event['workflow_run']>, event: Event, env: NodeJS.ProcessEnv): Subject {
  const [pull] = former.pull_requests ?? [];
  const isFromFork = former.head_repository?.id !== event.repository?.id;
  const isOfPull = isFromFork || pull !== undefined || former.event?.startsWith('pull_request') === true;
  const address = event.repository?.html_url;
  const pullRequest: PullRequest = {
    isFromFork,
    ...(pull ? { number: pull.number, ...(address ? { url: `${address}/pull/${pull.number}` } : {}) } : {}),
  };
  return {
    trigger: isOfPull ? 'pull_request' : (TRIGGERS[former.event ?? ''] ?? 'other'),
    ref: filled(former.head_branch ?? undefined),
    commitSha: former.head_sha ?? env['GITHUB_SHA'],
    ...(isOfPull ? { pullRequest } : {}),
  };
}
