import { mapInSlices } from '#libs/queues';
import type { ReportBlock, ReportPart, RequirementRow } from './report-parts.js';

type BlockOf<Kind extends ReportBlock['kind']> = Extract<ReportBlock, { kind: Kind }>;

/** How a form writes each kind of block, and the rows of its tables of requirements. */
export type BlockWriters<Block, Row> = {
  [Kind in Exclude<ReportBlock['kind'], 'requirements'>]: (block: BlockOf<Kind>) => Block;
} & {
  row: (row: RequirementRow) => Row;
  requirements: (block: BlockOf<'requirements'>, rows: Row[]) => Block;
};

/** The parts with what a form makes of their blocks, a few milliseconds at a time: a report may say a megabyte. */
export async function renderParts<Block, Row>(
  parts: readonly ReportPart[],
  writers: BlockWriters<Block, Row>,
): Promise<{ part: ReportPart; blocks: Block[] }[]> {
  const tableRows = parts.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'requirements' ? block.rows : [])),
  );
  const rows = new Map(await mapInSlices(tableRows, (row) => [row, writers.row(row)] as const));
  const write = (block: ReportBlock): Block => {
    if (block.kind === 'requirements')
      return writers.requirements(
        block,
        block.rows.map((row) => rows.get(row)!),
      );
    return (writers[block.kind] as (one: ReportBlock) => Block)(block);
  };
  const blocks = new Map(
    await mapInSlices(
      parts.flatMap((part) => part.blocks),
      (block) => [block, write(block)] as const,
    ),
  );
  return parts.map((part) => ({ part, blocks: part.blocks.map((block) => blocks.get(block)!) }));
}
