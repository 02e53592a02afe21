import type { CiRun } from '../context/ci-run.js';
import { NoAnswer, send } from '../delivery/http.js';
import { asMarkdown } from '../outputs/markdown.js';
import type { UploadResult } from '../outputs/upload-result.js';

/** What tells our comment from all others; one for each product. */
const markOf = (product: string | undefined): string => `<!-- curbcut ${(product ?? '').replaceAll(/[^\w-]/g, '')} -->`;

// GitHub takes 65,536 characters.
const MOST_FINDINGS = 100;
const MOST_CHARACTERS = 60_000;
const PAGES = 10;

interface Comment {
  id: number;
  body?: string;
}

/** Where comments are listed and made, where one is changed, and how. */
interface Thread {
  list: string;
  one(id: number): string;
  update: 'PATCH' | 'PUT';
  headers: Record<string, string>;
}

/**
 * Keeps one comment at the pull or merge request: the first time it is made, later changed.
 * @returns why it could not be kept, as a sentence; undefined where it was
 */
export async function keepComment(
  result: UploadResult,
  run: CiRun,
  { product, timeout }: { product?: string; timeout: number },
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const thread = threadOf(run, env);
  if (typeof thread === 'string') return thread;
  const mark = markOf(product);
  const text = [MOST_FINDINGS, 10, 0]
    .map((most) => asMarkdown(result, most))
    .find((one) => one.length < MOST_CHARACTERS);
  const body = Buffer.from(JSON.stringify({ body: `${mark}\n${text ?? ''}` }));
  const headers = { ...thread.headers, 'content-type': 'application/json', 'content-length': `${body.length}` };
  try {
    const own = await findComment(thread, mark, timeout);
    const method = own ? thread.update : 'POST';
    const { status } = await send({ method, url: own ? thread.one(own.id) : thread.list, headers, body, timeout });
    return status < 300 ? undefined : refused(status);
  } catch (error) {
    if (error instanceof NoAnswer) return `The comment could not be kept: ${error.message}.`;
    throw error;
  }
}

const refused = (status: number): string =>
  `The comment was refused with ${status}: the token may not write comments (on GitHub the job needs "permissions: pull-requests: write").`;

async function findComment({ list, headers }: Thread, mark: string, timeout: number): Promise<Comment | undefined> {
  for (let page = 1; page <= PAGES; page += 1) {
    const { status, body } = await send({ method: 'GET', url: `${list}?per_page=100&page=${page}`, headers, timeout });
    if (status >= 300) throw new NoAnswer(`listing comments was answered with ${status}`);
    const comments = JSON.parse(body.toString()) as Comment[];
    const own = comments.find((comment) => comment.body?.startsWith(mark));
    if (own || comments.length < 100) return own;
  }
  return undefined;
}

/** The comments of the pull or merge request, or why there are none, as a sentence. */
function threadOf({ provider, repository, pullRequest }: CiRun, env: NodeJS.ProcessEnv): Thread | string {
  const { number } = pullRequest ?? {};
  if (number === undefined) return 'There is no comment to keep: this run is about no pull or merge request.';
  if (provider === 'github') {
    const token = env['GITHUB_TOKEN'];
    if (!token) return 'The comment could not be kept: give the step GITHUB_TOKEN.';
    const issues = `${env['GITHUB_API_URL'] ?? 'https://api.github.com'}/repos/${repository}/issues`;
    return {
      list: `${issues}/${number}/comments`,
      one: (id) => `${issues}/comments/${id}`,
      update: 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
      },
    };
  }
  if (provider === 'gitlab') {
    const token = env['GITLAB_TOKEN'];
    if (!token)
      return "The comment could not be kept: the job's own token may not comment, so give it GITLAB_TOKEN, a project access token with the scope api.";
    const notes = `${env['CI_API_V4_URL']}/projects/${encodeURIComponent(env['CI_MERGE_REQUEST_PROJECT_ID'] ?? repository!)}/merge_requests/${number}/notes`;
    return { list: notes, one: (id) => `${notes}/${id}`, update: 'PUT', headers: { 'private-token': token } };
  }
  return 'The comment could not be kept: comments are kept on GitHub and GitLab only.';
}
