import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../config/settings.js';
import type { CiRun } from '../context/ci-run.js';
import { LONGEST_TRY } from '../delivery/retry.js';
import { asSection, cell } from '../outputs/markdown.js';
import { masked } from '../printable.js';
import type { UploadResult } from '../outputs/upload-result.js';
import { asBody, keyOf, type Section, sectionsIn, withOurs } from './sections.js';
import { authorship, commentsOf, threadOf, write } from './thread.js';

/** What tells our comment from all others; one for each product. */
const markOf = (product: string | undefined): string => `<!-- curbcut ${(product ?? '').replaceAll(/[^\w-]/g, '')} -->`;

// GitHub takes 65,536 characters, for all sections.
const MOST_CHARACTERS = 60_000;
const MOST_OF_ONE = 12_000;
const TRIES = 5;
// Whoever read the comment before we changed it has written it within this time.
const [SOONEST, LATEST] = [2_000, 5_000];

/**
 * Keeps one comment at the pull or merge request, in which each run has a section. No platform guards a comment against
 * two that write it at once, so it is read again, and the section is added again where another run has overwritten it.
 * @returns why it could not be kept, as a sentence; undefined where it was
 */
export async function updateComment(
  result: UploadResult,
  run: CiRun,
  settings: Settings,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const thread = threadOf(run, env);
  if (typeof thread === 'string') return thread;
  const timeout = Math.min(LONGEST_TRY, settings.timeout);
  const mark = markOf(settings.product);
  try {
    const isOurs = await authorship(thread, timeout);
    const section = sectionOf(result, run, settings, env);
    for (let tried = 0; ; tried += 1) {
      const comments = await commentsOf(thread, mark, isOurs, timeout);
      const body = bodyWith(comments, section, mark);
      const [first, ...others] = comments;
      if (body === undefined || (others.length === 0 && first && isSame(first.body, body))) return undefined;
      if (tried > TRIES) return 'The comment could not be updated, because of repeated changes by other runs.';
      const { status } = await write(thread, { ...(first ? { id: first.id } : {}), body }, timeout);
      if (status >= 300 && !(first && status === 404)) return refused(status);
      // What several runs made at once is one again; what they say stands in the first by now.
      for (const { id } of others) await write(thread, { id }, timeout);
      await delay(SOONEST + Math.random() * (LATEST - SOONEST));
    }
  } catch (error) {
    // The gate has spoken: no fault of a comment changes the exit code.
    return `The comment could not be updated: ${(error as Error).message}.`;
  }
}

const refused = (status: number): string =>
  `The comment was rejected with ${status}: the token cannot write comments (on GitHub the job needs "permissions: pull-requests: write").`;

/** What the comment is to say; undefined where it speaks of a newer commit already. */
function bodyWith(comments: readonly { body: string }[], section: Section, mark: string): string | undefined {
  const sections = new Map(comments.flatMap(({ body }) => sectionsIn(body)).map((one) => [one.key, one] as const));
  const all = withOurs([...sections.values()], section);
  return all && asBody(mark, all, MOST_CHARACTERS);
}

const isSame = (a: string, b: string): boolean => a.replaceAll('\r\n', '\n').trim() === b.trim();

function sectionOf(
  result: UploadResult,
  run: CiRun,
  { part, environment, areas }: Settings,
  env: NodeJS.ProcessEnv,
): Section {
  const job = env['GITHUB_JOB'] ?? env['CI_JOB_NAME'] ?? '';
  const tools = result.reports.map(({ report }) => report.tool);
  const about = [...tools, ...(part ? [`part ${part.part} of ${part.of}`] : []), environment, ...areas, job];
  const title = about.filter((word) => word).map((word) => cell(word!));
  const heading = `#### ${title.join(', ') || 'Run'}: ${result.gate.verdict}`;
  const texts = [100, 25, 5, 0].map((most) => masked(`${heading}\n\n${asSection(result, most)}`));
  return {
    key: keyOf(tools, part, environment, areas, job),
    verdict: result.gate.verdict,
    commit: /^[0-9a-f]{1,64}$/i.exec(run.commitSha ?? '')?.[0].toLowerCase() ?? '',
    run: /^\d{1,15}$/.test(run.runId ?? '') ? Number(run.runId) : 0,
    text: texts.find((text) => text.length < MOST_OF_ONE) ?? texts.at(-1)!,
  };
}
