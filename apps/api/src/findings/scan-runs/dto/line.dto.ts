import { Choice, Described, Id, Integer, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { RecordNumber } from '../../../platform/lists/shared-fields.js';
import { LINE_KINDS, type LineKind } from '../../../records/test-activities/test-activity.entity.js';
import type { PresentLine } from '../lines.service.js';

@Described('A run of a line.')
class LineRunDto {
  @RecordNumber()
  number: number;
  @Timestamp({ description: 'The `completedAt` of the run.' })
  at: Date;
}

/** Runs of one tool that speak of the same: of a deployment of the product, or of a proposal to change it. */
@Described('The line of the runs of one tool: a deployment, or a proposed change. Runs are compared within their line.')
export class LineDto {
  @Id()
  id: string;
  @Choice(LINE_KINDS)
  kind: LineKind;
  @Text({
    nullable: true,
    example: 'production',
    description: 'For a main line, the environment; for a proposal, the number of its pull request or its branch.',
  })
  name: string | null;
  @Text({ example: 'axe-core', description: 'In lower case, as in findings.' })
  tool: string;
  @Nested(() => LineRunDto)
  firstRun: LineRunDto;
  @Nested(() => LineRunDto)
  lastRun: LineRunDto;
  @Integer({ min: 0, description: 'The number of findings present; for a proposal, including those of main lines.' })
  findingsPresent: number;
  @Timestamp({ nullable: true, description: 'The end of the line; null if it is active.' })
  endedAt: Date | null;

  static from({ line, findingsPresent }: PresentLine): LineDto {
    const { id, kind, name, tool, endedAt } = line;
    return {
      id,
      kind,
      name,
      tool,
      findingsPresent,
      endedAt,
      firstRun: { number: line.firstNumber!, at: line.firstAt! },
      lastRun: { number: line.lastNumber!, at: line.lastAt! },
    };
  }
}

/** One line. */
export class LineEnvelope {
  @Nested(() => LineDto)
  line: LineDto;
}

/** The lines of a product, by arrival. */
export class LineList {
  @NestedList(() => LineDto)
  lines: LineDto[];
}
