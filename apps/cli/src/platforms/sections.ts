import { createHash } from 'node:crypto';
import type { Gate } from '../gate/gate.js';
import { headingOf } from '../outputs/markdown.js';

/** What one run says in the comment that all runs of a product share. */
export interface Section {
  /** What replaces what: the same job, tool and part again. */
  key: string;
  verdict: Gate['verdict'];
  commit: string;
  /** The provider's id of the run, which grows; 0 where it is no number. */
  run: number;
  /** Lines of Markdown, none of which begins a comment of HTML. */
  text: string;
}

const VERDICTS: readonly Gate['verdict'][] = ['failed', 'not delivered', 'not checked', 'passed'];

/** A key of whatever tells sections apart. */
export const keyOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/** The comment; the worst section decides its heading. Beyond `most` characters the longest leave out their tables. */
export function asBody(mark: string, sections: readonly Section[], most = Infinity): string {
  const size = sections.reduce((sum, { text }) => sum + text.length + 100, 0);
  const longest = sections.toSorted((a, b) => b.text.length - a.text.length)[0];
  if (size > most && longest && ROW.test(longest.text)) {
    const shorter = { ...longest, text: longest.text.replaceAll(ROW, '') };
    return asBody(
      mark,
      sections.map((section) => (section === longest ? shorter : section)),
      most,
    );
  }
  const worst = VERDICTS.find((verdict) => sections.some((section) => section.verdict === verdict)) ?? 'passed';
  const texts = sections.map((section) => `${beginOf(section)}\n${section.text.trim()}\n${END}\n`);
  return [mark, headingOf(worst), '', ...texts].join('\n');
}

const ROW = /^\|.*\n?/gm;
const END = '<!-- end -->';
const beginOf = ({ key, verdict, commit, run }: Section): string =>
  `<!-- ${key} ${verdict.replace(' ', '-')} ${commit || '-'} ${run} -->`;

const BEGIN = /^<!-- ([0-9a-f]{16}) ([a-z-]{1,20}) ([0-9a-f]{1,64}|-) (\d{1,15}) -->$/;

/** The sections of a body, as far as they are ours. */
export function sectionsIn(body: string): Section[] {
  const sections: Section[] = [];
  let open: (Omit<Section, 'text'> & { lines: string[] }) | undefined;
  for (const line of body.split(/\r?\n/)) {
    const [, key, writtenVerdict, commit, run] = BEGIN.exec(line) ?? [];
    const verdict = VERDICTS.find((one) => one.replace(' ', '-') === writtenVerdict);
    if (key && verdict) open = { key, verdict, commit: commit === '-' ? '' : commit!, run: Number(run), lines: [] };
    else if (line === END && open) {
      const { lines, ...section } = open;
      sections.push({ ...section, text: lines.join('\n') });
      open = undefined;
    } else open?.lines.push(line);
  }
  return sections;
}

/**
 * The sections with ours among them: it replaces that of the same key, and those of an older commit go.
 * @returns undefined where there is one of a newer commit, so that ours is out of date
 */
export function withOurs(sections: readonly Section[], ours: Section): Section[] | undefined {
  const others = sections.filter(({ key }) => key !== ours.key);
  const ofAnother = sections.filter(({ commit }) => commit !== ours.commit);
  if (ofAnother.some(({ run }) => run > ours.run)) return undefined;
  const stay = others.filter(({ commit }) => commit === ours.commit);
  return [...stay, ours].sort((a, b) => (a.key < b.key ? -1 : 1));
}
