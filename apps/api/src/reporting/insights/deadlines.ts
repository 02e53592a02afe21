import type { Rating } from '../../accounts/organizations/ratings.js';
import type { DeadlineInsights } from './dto/deadlines.dto.js';

/** What is told of some issues: how many dates were kept and missed, and how long closing took. */
interface DeadlineFigures {
  kept: number;
  missed: number;
  medianDaysToClose: number | null;
}

/** The same with what these issues have in common; the bits of `grouping` say what that is not. */
export type DeadlineRow = DeadlineFigures & {
  grouping: number;
  productSlug: string | null;
  severity: Rating | null;
  assigneeId: string | null;
  teamId: string | null;
};

const ALL = 0b1111;
const BY = { product: 0b0111, severity: 0b1011, assignee: 0b1101, team: 0b1110 };

/** The rows by what they are grouped by. */
export function deadlineInsights(rows: readonly DeadlineRow[]): DeadlineInsights {
  const of = (grouping: number): DeadlineRow[] => rows.filter((row) => row.grouping === grouping);
  const [all] = of(ALL);
  return {
    total: all ? figuresOf(all) : { kept: 0, missed: 0, medianDaysToClose: null },
    products: of(BY.product).map((row) => ({ productSlug: row.productSlug!, ...figuresOf(row) })),
    severities: of(BY.severity).map((row) => ({ severity: row.severity, ...figuresOf(row) })),
    assignees: of(BY.assignee).map((row) => ({ assigneeId: row.assigneeId, ...figuresOf(row) })),
    teams: of(BY.team).map((row) => ({ teamId: row.teamId, ...figuresOf(row) })),
  };
}

const figuresOf = ({ kept, missed, medianDaysToClose: days }: DeadlineFigures): DeadlineFigures => ({
  ...{ kept, missed },
  medianDaysToClose: days === null ? null : Math.round(days * 10) / 10,
});
