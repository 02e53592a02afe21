import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { pageOfPage, type PageOf } from '../products/page-of.js';
import type { ComparedBase } from '../test-activities/test-activity.entity.js';
import { EMPTY, type LineContent, type Reader, seenIn } from './line-content.js';
import { type ComparedWith, whereaboutsOf } from './pages-of-findings.js';
import { READ_CONTENTS, type StoredContents } from './read-contents.sql.js';
import { type AddressesOfSet, addressesIn } from './reported-set.js';

/** Which contents a run needs. */
export interface ContentsReading {
  organizationId: string;
  productId: string;
  tool: string;
  /** It is compared with main lines. */
  isProposal: boolean;
  lines: readonly number[];
  baseCommits: readonly string[];
  setIds: readonly string[];
  identities: readonly string[];
}

/** What lines have, when a run arrives. */
export interface ContentsOfLines {
  reader: Reader;
  contentOf: (line: number) => LineContent;
  /** What a proposal is compared with, of these findings. */
  comparedWith: (wanted: ReadonlySet<string>) => ComparedWith;
  base: ComparedBase | null;
}

/** Reads what lines have; null: nothing of it is needed. One statement. */
export async function readContents(
  tx: EntityManager,
  reading: ContentsReading | null,
  own: { setId: string; members: AddressesOfSet; pageOf: PageOf },
): Promise<ContentsOfLines> {
  const { pageOf } = own;
  const stored = reading ? await readStored(tx, reading) : NOTHING;
  const sets = new Map(stored.sets.map((set) => [set.id, set]));
  const read = new Map<string, AddressesOfSet>([[own.setId, own.members]]);
  const membersOf = (setId: string): AddressesOfSet => {
    let members = read.get(setId);
    if (!members) read.set(setId, (members = addressesIn(setId, sets)));
    return members;
  };
  const reader = { membersOf, pageOf };
  const contents = new Map<number, LineContent>(
    stored.lines.map(({ number, layers, rest }) => [number, { layers, rest }]),
  );
  const [newest] = stored.bases;
  return {
    reader,
    contentOf: (line) => contents.get(line) ?? EMPTY,
    base: newest ? baseOf(newest) : null,
    comparedWith: (wanted) => {
      const main = stored.lines.filter(({ kind }) => kind === 'main');
      const bases = stored.bases.map(({ sets: ids, rest }): LineContent => ({
        layers: ids.map((id) => [id, 0]),
        rest: rest.map(([identity, address]) => [identity, address, 0]),
      }));
      const where = (all: readonly LineContent[]) =>
        whereaboutsOf(
          all.flatMap((content) => [...seenIn(content, reader, wanted)]),
          pageOf,
        );
      return { main: where(main), base: newest ? where(bases) : null, answered: answeredPages(stored, pageOf) };
    },
  };
}

const NOTHING: StoredContents = { lines: [], bases: [], sets: [], answers: [] };

async function readStored(tx: EntityManager, reading: ContentsReading): Promise<StoredContents> {
  const { organizationId, productId, tool, isProposal, lines, baseCommits, setIds, identities } = reading;
  const [row] = await query(tx, READ_CONTENTS, [
    organizationId,
    productId,
    tool,
    isProposal,
    lines,
    baseCommits,
    setIds,
    isProposal ? identities : [],
  ]);
  return row!.contents;
}

const baseOf = ({ number, commitSha, completedAt }: StoredContents['bases'][number]): ComparedBase => ({
  number,
  commitSha,
  completedAt: new Date(completedAt).toISOString(),
});

/** Answers keep the page as it was called then. */
function answeredPages({ answers }: StoredContents, pageOf: PageOf): Map<string, Set<string>> {
  const answered = new Map<string, Set<string>>();
  for (const { identity, page } of answers) {
    const pages = answered.get(identity) ?? new Set();
    answered.set(identity, pages.add(pageOfPage(page, pageOf)));
  }
  return answered;
}
