import { IdList, Integer } from '#libs/fields';

/** The records a bulk request is about: 1 to 100 ids. */
export class BulkIds {
  @IdList({ min: 1, max: 100, description: 'Ids of records of this organization.' })
  ids: string[];
}

/** The answer to a bulk update. */
export class BulkUpdated {
  @Integer({ min: 0, description: 'The number of changed records.' })
  updated: number;
  @IdList({ description: 'Ids without an accessible record.' })
  notFound: string[];
}

/** The answer to a bulk delete. */
export class BulkDeleted {
  @Integer({ min: 0, description: 'The number of deleted records.' })
  deleted: number;
  @IdList({ description: 'Ids without an accessible record.' })
  notFound: string[];
}
