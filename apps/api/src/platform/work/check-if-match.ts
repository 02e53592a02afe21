import { ChangedMeanwhile } from '#libs/errors';
import { currentRequest } from '#libs/logging';
import { fitsRevision } from '../http/entity-tag.js';

/**
 * Refuses a change that the caller makes for an earlier revision of a record (`If-Match`). Called in the unit, with the
 * record locked, before anything is changed: after 404 and 400, before 409.
 * @throws ChangedMeanwhile
 */
export function checkIfMatch({ revision }: { revision: number }): void {
  const { ifMatch } = currentRequest();
  if (ifMatch !== null && !fitsRevision(ifMatch, revision)) throw new ChangedMeanwhile();
}

/**
 * Adds the record as it is now to the refusal of a change that was made for an earlier revision.
 * @param present the body that reading the record answers
 */
export async function withCurrentOnConflict<T>(change: Promise<T>, present: () => Promise<object>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof ChangedMeanwhile ? new ChangedMeanwhile(await present()) : error;
  }
}
