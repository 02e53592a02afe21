import { Choice, Id, Integer, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { LINE_KINDS, type LineKind } from '../../test-activities/test-activity.entity.js';
import type { PresentLine } from '../lines.service.js';

class LineRunDto {
  @Integer({ min: 1 })
  number: number;
  @Timestamp({ description: 'Its `completedAt`.' })
  at: Date;
}

/** Runs of one tool that speak of the same: of a deployment of the product, or of a proposal to change it. */
export class LineDto {
  @Id()
  id: string;
  @Choice(LINE_KINDS, { name: 'LineKind' })
  kind: LineKind;
  @Text({
    nullable: true,
    example: 'production',
    description: 'Of a main line the environment, of a proposal the number of its pull request or its branch.',
  })
  name: string | null;
  @Text({ example: 'axe-core', description: 'Lower-cased, as in findings.' })
  tool: string;
  @Nested(() => LineRunDto)
  firstRun: LineRunDto;
  @Nested(() => LineRunDto)
  lastRun: LineRunDto;
  @Integer({ min: 0, description: 'Findings that are present in it; a proposal has landed ones too.' })
  findingsPresent: number;
  @Timestamp({ nullable: true })
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
