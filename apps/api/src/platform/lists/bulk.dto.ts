import { CheckTogether, IdList, Integer, IntegerList } from '#libs/fields';
import { revisionFaults } from './as-seen.js';

/** What the records had when the caller saw them. */
export const SeenRevisions = (): PropertyDecorator =>
  IntegerList({
    optional: true,
    max: 100,
    description:
      'The `revision` of each of `ids` that you have read, in the same order. Records with another revision are skipped.',
  });

/** The records that were left alone. */
const SkippedIds = (): PropertyDecorator =>
  IdList({
    optional: true,
    description: 'Records that changed since you read them and were left alone. Absent if `revisions` was.',
  });

/** The records a bulk request is about: 1 to 100 ids. */
@CheckTogether<BulkIds>(revisionFaults)
export class BulkIds {
  @IdList({ min: 1, max: 100, description: 'Ids of records of this organization.' })
  ids: string[];
  @SeenRevisions()
  revisions?: number[];
}

/** The answer to a bulk update. */
export class BulkUpdated {
  @Integer({ min: 0, description: 'The number of changed records.' })
  updated: number;
  @IdList({ description: 'Ids without an accessible record.' })
  notFound: string[];
  @SkippedIds()
  skipped?: string[];
}

/** The answer to a bulk delete. */
export class BulkDeleted {
  @Integer({ min: 0, description: 'The number of deleted records.' })
  deleted: number;
  @IdList({ description: 'Ids without an accessible record.' })
  notFound: string[];
  @SkippedIds()
  skipped?: string[];
}
