import type { PageOf } from '../../products/products/page-of.js';
import { contentAfter, type ContentRun, otherAfter } from './content-after-run.js';
import { membersIn, type MembersOfSet } from './reported-set.js';
import { EMPTY, type LineContent, type Reader } from './line-content.js';
import { type Step, stepsOf } from './run-facts.js';
import type { Facts } from './run-facts.sql.js';

/** What lines had, judged from all that runs reported. */
export interface ContentsOfFacts {
  /** After each run, by its number. */
  afterRun: Map<number, LineContent>;
  /** Of each line now, by its number. */
  ofLine: Map<number, LineContent>;
  /** The findings that a run for some pages left on no page, by its number. */
  lost: Map<number, ReadonlySet<string>>;
}

/** Judges what lines had after each run. */
export function contentsOf(facts: Facts, pageOf: PageOf): ContentsOfFacts {
  const reader = { membersOf: readerOf(facts), pageOf };
  const scanned = new Map(facts.scanned.map(({ id, addresses }) => [id, JSON.parse(addresses) as string[]]));
  const contents: ContentsOfFacts = { afterRun: new Map(), ofLine: new Map(), lost: new Map() };
  const { afterRun, ofLine, lost } = contents;
  for (const step of stepsOf(facts)) {
    if (step.kind === 'end') {
      ofLine.delete(step.line);
      continue;
    }
    const { run } = step;
    const judged = contentRunOf(step, run.pagesId === null ? null : new Set(scanned.get(run.pagesId)!.map(pageOf)));
    const after = contentAfter(ofLine.get(run.line) ?? EMPTY, judged, reader);
    afterRun.set(run.number, after.content);
    ofLine.set(run.line, after.content);
    if (judged.pages) lost.set(run.number, after.lost);
    if (step.absence) endInOthers(ofLine, run.alsoEnds ?? [], judged, reader);
  }
  return contents;
}

function contentRunOf({ run, absence }: Extract<Step, { kind: 'run' }>, pages: ReadonlySet<string> | null): ContentRun {
  const sweep = run.sweep && absence ? { setIds: absence.sets, at: absence.completedAt } : null;
  return { own: [run.setId, run.completedAt], isComplete: run.complete, pages, sweep };
}

function endInOthers(
  ofLine: Map<number, LineContent>,
  lines: readonly number[],
  run: ContentRun,
  reader: Reader,
): void {
  for (const line of lines) {
    const before = ofLine.get(line);
    if (before) ofLine.set(line, otherAfter(before, run, reader));
  }
}

/** Sets are read where a judgement needs them: most need none. */
function readerOf({ sets }: Facts): Reader['membersOf'] {
  const byId = new Map(sets.map((set) => [set.id, set]));
  const read = new Map<string, MembersOfSet>();
  return (id) => {
    let members = read.get(id);
    if (!members) read.set(id, (members = membersIn(id, byId)));
    return members;
  };
}
