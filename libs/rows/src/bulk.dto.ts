import { Ids, Whole } from '#libs/fields';

/** The records a bulk request is about: 1 to 100 ids. */
export class BulkIds {
  @Ids({ min: 1, max: 100 })
  ids: string[];
}

/** The answer to a bulk update. */
export class BulkUpdated {
  @Whole({ min: 0 })
  updated: number;
  @Ids({ description: 'Ids of no record within reach.' })
  notFound: string[];
}

/** The answer to a bulk delete. */
export class BulkDeleted {
  @Whole({ min: 0 })
  deleted: number;
  @Ids({ description: 'Ids of no record within reach.' })
  notFound: string[];
}
