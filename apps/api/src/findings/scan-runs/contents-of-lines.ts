import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { PageOf } from '../../products/products/page-of.js';
import type { ComparedBase } from '../../records/test-activities/test-activity.entity.js';
import { EMPTY, type LineContent, type Reader, type Seen, seenIn } from './line-content.js';
import { type ComparedWith, whereaboutsOf } from './pages-of-findings.js';
import { READ_CONTENTS, READ_PROPOSED, type StoredContents } from './read-contents.sql.js';
import { membersIn, type MembersOfSet } from './reported-set.js';

/** The tool of a product whose lines are meant. */
export interface OfTool {
  organizationId: string;
  productId: string;
  tool: string;
}

/** Which contents a run needs. */
export interface ContentsReading {
  /** What main lines have, too. */
  ofMainLines: boolean;
  lines: readonly number[];
  baseCommits: readonly string[];
  setIds: readonly string[];
}

/** What lines have, when a run arrives. */
export interface ContentsOfLines {
  reader: Reader;
  /** Tells the set of the run itself, which need not be stored yet. */
  know: (setId: string, members: MembersOfSet) => void;
  contentOf: (line: number) => LineContent;
  /** What main lines have. */
  ofMainLines: () => { number: number; content: LineContent }[];
  /** Where main lines have these findings, and had them where a proposal is based. */
  whereaboutsOf: (wanted: ReadonlySet<string>) => Pick<ComparedWith, 'main' | 'base'>;
  base: ComparedBase | null;
}

/** Reads what lines have; null: nothing of it is needed. One statement. */
export async function readContents(
  tx: EntityManager,
  { organizationId, productId, tool }: OfTool,
  reading: ContentsReading | null,
  pageOf: PageOf,
): Promise<ContentsOfLines> {
  if (reading === null) return contentsFrom(NOTHING, pageOf);
  const { ofMainLines, lines, baseCommits, setIds } = reading;
  const values = [organizationId, productId, tool, ofMainLines, lines, baseCommits, setIds] as const;
  const [row] = await query(tx, READ_CONTENTS, [...values]);
  return contentsFrom(row!.contents, pageOf);
}

/** Reads what proposals have of some rules that no main line has reported. One statement. */
export async function readProposed(
  tx: EntityManager,
  { organizationId, productId, tool }: OfTool,
  ruleIds: readonly string[],
  pageOf: PageOf,
): Promise<Seen[]> {
  const [row] = await query(tx, READ_PROPOSED, [organizationId, productId, tool, ruleIds]);
  const { contents, proposed } = row!;
  const { reader } = contentsFrom(contents, pageOf);
  const wanted = new Set(proposed);
  return contents.lines.flatMap((line) => [...seenIn(line, reader, wanted)]);
}

function contentsFrom(stored: StoredContents, pageOf: PageOf): ContentsOfLines {
  const sets = new Map(stored.sets.map((set) => [set.id, set]));
  const read = new Map<string, MembersOfSet>();
  const membersOf = (setId: string): MembersOfSet => {
    let members = read.get(setId);
    if (!members) read.set(setId, (members = membersIn(setId, sets)));
    return members;
  };
  const reader = { membersOf, pageOf };
  const contents = new Map<number, LineContent>(
    stored.lines.map(({ number, layers, rest }) => [number, { layers, rest }]),
  );
  const main = stored.lines.filter(({ kind }) => kind === 'main');
  const [newest] = stored.bases;
  return {
    reader,
    know: (setId, members) => void read.set(setId, members),
    contentOf: (line) => contents.get(line) ?? EMPTY,
    ofMainLines: () => main.map(({ number, ...content }) => ({ number, content })),
    base: newest ? baseOf(newest) : null,
    whereaboutsOf: (wanted) => {
      const bases = stored.bases.map(({ sets: ids, rest }): LineContent => ({
        layers: ids.map((id) => [id, 0]),
        rest: rest.map(([identity, address]) => [identity, address, 0]),
      }));
      const where = (all: readonly LineContent[]) =>
        whereaboutsOf(
          all.flatMap((content) => [...seenIn(content, reader, wanted)]),
          pageOf,
        );
      return { main: where(main), base: newest ? where(bases) : null };
    },
  };
}

const NOTHING: StoredContents = { lines: [], bases: [], sets: [] };

const baseOf = ({ number, commitSha, completedAt }: StoredContents['bases'][number]): ComparedBase => ({
  number,
  commitSha,
  completedAt: new Date(completedAt).toISOString(),
});
