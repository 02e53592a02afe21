import type { CiRun } from '../context/ci-run.js';
import { type HttpAnswer, NoAnswer, send } from '../delivery/http.js';

/** A comment that this token has written. */
export interface Comment {
  id: number;
  body: string;
}

/** The comments of a pull or merge request. */
export interface Thread {
  /** Where they are listed, oldest first, and made. */
  list: string;
  order: string;
  commentUrl(id: number): string;
  update: 'PATCH' | 'PUT';
  /** Who has the token; not to be asked with the token of a job of GitHub. */
  self: string;
  headers: Record<string, string>;
}

const PAGES = 10;

/** The comments of the pull or merge request, or why there are none, as a sentence. */
export function threadOf({ provider, repository, pullRequest }: CiRun, env: NodeJS.ProcessEnv): Thread | string {
  const { number } = pullRequest ?? {};
  if (number === undefined) return 'There is no pull or merge request to comment on.';
  if (provider === 'github') {
    const token = env['GITHUB_TOKEN'];
    if (!token) return 'The comment could not be updated: give the step GITHUB_TOKEN.';
    const api = env['GITHUB_API_URL'] ?? 'https://api.github.com';
    const issues = `${api}/repos/${repository}/issues`;
    return {
      list: `${issues}/${number}/comments`,
      order: '',
      commentUrl: (id) => `${issues}/comments/${id}`,
      update: 'PATCH',
      self: `${api}/user`,
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
      return 'The comment could not be updated: the token of the job cannot comment. Set GITLAB_TOKEN to a project access token with the scope api.';
    const notes = `${env['CI_API_V4_URL']}/projects/${encodeURIComponent(env['CI_MERGE_REQUEST_PROJECT_ID'] ?? repository!)}/merge_requests/${number}/notes`;
    return {
      list: notes,
      order: '&sort=asc&order_by=created_at',
      commentUrl: (id) => `${notes}/${id}`,
      update: 'PUT',
      self: `${env['CI_API_V4_URL']}/user`,
      headers: { 'private-token': token },
    };
  }
  return 'The comment could not be updated: only GitHub and GitLab are supported.';
}

/**
 * Whether a comment is of who has this token: another's could say what it likes. The token of a job of GitHub may not
 * ask who it is; it is a bot.
 * @throws NoAnswer
 */
export async function authorship({ self, headers }: Thread, timeout: number): Promise<(comment: unknown) => boolean> {
  const { status, body } = await send({ method: 'GET', url: self, headers, timeout });
  const id = status === 200 ? (JSON.parse(body.toString()) as { id?: number }).id : undefined;
  return (comment) => {
    const { user, author } = comment as { user?: Author; author?: Author };
    const writer = user ?? author;
    return id === undefined ? writer?.type !== 'User' : writer?.id === id;
  };
}

interface Author {
  id?: number;
  type?: string;
}

/**
 * Our comments that begin with a mark, oldest first.
 * @throws NoAnswer
 */
export async function commentsOf(
  { list, order, headers }: Thread,
  mark: string,
  isOurs: (comment: unknown) => boolean,
  timeout: number,
): Promise<Comment[]> {
  const ours: Comment[] = [];
  for (let page = 1; page <= PAGES; page += 1) {
    const url = `${list}?per_page=100&page=${page}${order}`;
    const { status, body } = await send({ method: 'GET', url, headers, timeout });
    if (status >= 300) throw new NoAnswer(`listing comments failed with ${status}`);
    const comments = JSON.parse(body.toString()) as Partial<Comment>[];
    ours.push(...(comments.filter((one) => one.body?.startsWith(mark) && isOurs(one)) as Comment[]));
    if (comments.length < 100) break;
  }
  return ours.sort((a, b) => a.id - b.id);
}

/** Makes or changes a comment, or deletes one where there is no text; the status. @throws NoAnswer */
export async function write(
  { list, commentUrl, update, headers }: Thread,
  { id, body: text }: Partial<Comment>,
  timeout: number,
): Promise<HttpAnswer> {
  const url = id === undefined ? list : commentUrl(id);
  if (text === undefined) return send({ method: 'DELETE', url, headers, timeout });
  const body = Buffer.from(JSON.stringify({ body: text }));
  const about = { 'content-type': 'application/json', 'content-length': `${body.length}` };
  return send({
    method: id === undefined ? 'POST' : update,
    ...{ url, body, timeout },
    headers: { ...headers, ...about },
  });
}
