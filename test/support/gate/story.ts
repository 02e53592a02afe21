import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../cli.js';
import { gitIn, GitRepository } from '../git-repository.js';
import { filesOf, type Pages, scanWithAxe, type ScanOptions } from './site.js';

/** What a pipeline ended with. */
export interface Outcome {
  gate: 'green' | 'red' | 'not checked';
  /** What is introduced, as `new image-alt img`. */
  brought: string[];
  /** The pages that something has spread to. */
  spreadTo: string[];
  behind: number;
  fixes: number | null;
  /** The commit whose run of the main line was the base. */
  base: string | null;
  /** Why there is that base, or none. */
  because: string;
  err: string;
}

/** A product at a running service, and how a person at Curbcut acts there. */
export interface StoryProduct {
  url: string;
  slug: string;
  key: string;
  /** A call below the product. */
  call<T>(method: string, path: string, body?: object): Promise<T>;
}

/** How a job runs: what it has checked out, and what it reports. */
interface Job {
  /** Of the clone; 1 is what actions/checkout has. */
  depth?: number | 'all';
  scan?: ScanOptions;
  /** Files to upload in the place of a scan, by name; made of what is checked out. */
  reports?: (checkout: string) => Readonly<Record<string, object>>;
  words?: readonly string[];
  env?: Record<string, string>;
  /** Whether the job can fetch nothing more. */
  isOffline?: boolean;
}

let runs = 1_000;

/** A repository at a stand-in of GitHub, whose pipelines report to a product by the built command line. */
export class Story {
  readonly repository = new GitRepository();
  private readonly pulls = new Map<string, number>();

  constructor(readonly product: StoryProduct) {}

  /** Commits on main, and runs its pipeline; the commit. */
  async main(pages: Pages = {}, job: Job = {}): Promise<string> {
    this.repository.branch('main');
    const commit = this.repository.commit(filesOf(pages));
    await this.mainRuns(job);
    return commit;
  }

  /** Commits on main, and nothing reports. */
  mainWithoutRun(pages: Pages): string {
    this.repository.branch('main');
    return this.repository.commit(filesOf(pages));
  }

  /** The pipeline of main as it is. */
  async mainRuns(job: Job = {}, branch = 'main'): Promise<Outcome> {
    const sha = this.repository.head(branch);
    const event = { repository: { id: 1, default_branch: 'main' } };
    const env = { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: sha, GITHUB_REF_NAME: branch, GITHUB_REF_TYPE: 'branch' };
    const outcome = await this.run(`refs/heads/${branch}`, event, env, {
      ...job,
      words: [...(job.words ?? []), '--fail-on', 'none'],
    });
    if (outcome.gate !== 'green') throw new Error(`main: ${outcome.err}`);
    return outcome;
  }

  /** A branch off another, and its first commit where there is one. */
  branch(name: string, pages?: Pages, from = 'main'): void {
    this.repository.branch(name, from);
    this.repository.commit(pages ? filesOf(pages) : {});
  }

  /** Commits on a branch, and runs the pipeline of its pull request. */
  async push(branch: string, pages: Pages, job: Job = {}): Promise<Outcome> {
    this.repository.branch(branch);
    this.repository.commit(filesOf(pages));
    return this.pull(branch, job);
  }

  /** The pipeline of the pull request of a branch: as GitHub runs it, for the merge into its target. */
  async pull(branch: string, job: Job & { into?: string; isOfFork?: boolean } = {}): Promise<Outcome> {
    const { into = 'main', isOfFork = false } = job;
    const number = this.numberOf(branch);
    const merge = this.repository.providersMerge(branch, number, into);
    const event = {
      repository: { id: 1, default_branch: 'main' },
      pull_request: {
        ...{ number, html_url: `https://github.com/acme/shop/pull/${number}` },
        head: { sha: this.repository.head(branch), ref: branch, repo: { id: isOfFork ? 2 : 1 } },
        base: { ref: into, repo: { id: 1 } },
      },
    };
    const ref = { GITHUB_REF_NAME: `${number}/merge`, GITHUB_BASE_REF: into, GITHUB_REF_TYPE: 'branch' };
    const env = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_SHA: merge, ...ref };
    return this.run(`refs/pull/${number}/merge`, event, env, job);
  }

  /** The pipeline of the merge request of a branch at GitLab, for the branch itself. */
  async mergeRequest(branch: string, job: Job = {}): Promise<Outcome> {
    const sha = this.repository.head(branch);
    const env = {
      ...{
        GITHUB_ACTIONS: '',
        GITLAB_CI: 'true',
        CI_PROJECT_ID: '34',
        CI_PIPELINE_ID: `${(runs += 1)}`,
        CI_JOB_ID: '1',
      },
      ...{ CI_PIPELINE_SOURCE: 'merge_request_event', CI_COMMIT_SHA: sha, CI_COMMIT_REF_NAME: branch },
      ...{ CI_MERGE_REQUEST_IID: `${this.numberOf(branch)}`, CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: branch },
      ...{ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', CI_DEFAULT_BRANCH: 'main' },
    };
    return this.run(`refs/heads/${branch}`, {}, env, job);
  }

  /** The pipeline of a group in the merge queue: the branch merged into what stands before it. */
  async queue(branch: string, before = 'main', job: Job = {}): Promise<Outcome> {
    const base = this.repository.head(before);
    const name = `gh-readonly-queue/main/pr-${this.numberOf(branch)}-${base}`;
    this.repository.branch(name, before);
    this.repository.git('merge', '--quiet', '--no-ff', '--message', `Merge ${branch}`, branch);
    const sha = this.repository.push();
    const event = {
      repository: { id: 1, default_branch: 'main' },
      merge_group: { base_sha: base, base_ref: 'refs/heads/main', head_sha: sha },
    };
    const ref = { GITHUB_REF_NAME: name, GITHUB_REF_TYPE: 'branch' };
    return this.run(`refs/heads/${name}`, event, { GITHUB_EVENT_NAME: 'merge_group', GITHUB_SHA: sha, ...ref }, job);
  }

  queueBranch = (branch: string, before = 'main'): string =>
    `gh-readonly-queue/main/pr-${this.numberOf(branch)}-${this.repository.head(before)}`;

  private numberOf(branch: string): number {
    const number = this.pulls.get(branch) ?? this.pulls.size + 1;
    this.pulls.set(branch, number);
    return number;
  }

  private async run(ref: string, event: object, about: Record<string, string>, job: Job): Promise<Outcome> {
    const { depth = 1, scan, words = [], isOffline = false } = job;
    const checkout = this.repository.checkout(ref, depth === 'all' ? undefined : depth);
    if (isOffline) gitIn(checkout, 'remote', 'set-url', 'origin', '/nowhere');
    const folder = `${checkout}-reports`;
    mkdirSync(folder);
    const reports = job.reports?.(checkout) ?? { 'axe.json': scanWithAxe(checkout, scan) };
    for (const [name, report] of Object.entries(reports)) writeFileSync(join(folder, name), JSON.stringify(report));
    writeFileSync(join(folder, 'event'), JSON.stringify(event));
    const env = {
      ...{ GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ATTEMPT: '1' },
      ...{ GITHUB_RUN_ID: `${(runs += 1)}`, GITHUB_SERVER_URL: 'https://github.com' },
      ...{ GITHUB_EVENT_PATH: join(folder, 'event'), CURBCUT_URL: this.product.url },
      ...{ CURBCUT_API_KEY: this.product.key, CURBCUT_PRODUCT: this.product.slug },
      ...about,
      ...job.env,
    };
    const coverage = words.includes('--coverage') || words.includes('--part') ? [] : ['--coverage', 'complete'];
    const files = Object.keys(reports).map((name) => join(folder, name));
    const { code, out, err } = await runCli(
      ['upload', ...files, '--format', 'axe-core', ...coverage, '--out', 'json', ...words].filter(
        (word, index, all) => job.reports === undefined || (word !== '--format' && all[index - 1] !== '--format'),
      ),
      { cwd: checkout, env },
    );
    if (code > 1) throw new Error(`${code}: ${err}${out}`);
    return outcomeOf(code, JSON.parse(out) as Result, err);
  }
}

interface Result {
  gate: { verdict: string };
  base?: { because: string };
  reports: {
    introduced: { change: string; ruleId: string; selector?: string; spreadTo?: string[] }[];
    behind: number;
    fixes: number | null;
    base: { commitSha: string } | null;
  }[];
}

function outcomeOf(code: number, { gate, base, reports }: Result, err: string): Outcome {
  const introduced = reports.flatMap((report) => report.introduced);
  return {
    gate: gate.verdict === 'not checked' ? 'not checked' : code === 0 ? 'green' : 'red',
    brought: introduced.map(({ change, ruleId, selector }) => `${change} ${ruleId} ${selector ?? ''}`.trim()).sort(),
    spreadTo: [...new Set(introduced.flatMap(({ spreadTo = [] }) => spreadTo))].sort(),
    behind: reports.reduce((sum, report) => sum + report.behind, 0),
    fixes: reports.at(-1)?.fixes ?? null,
    base: reports.at(-1)?.base?.commitSha ?? null,
    because: base?.because ?? '',
    err,
  };
}
