import { Conflict } from '#libs/errors';

/** The line has ended. */
export class LineEnded extends Conflict {
  readonly code = 'line_ended';
  constructor() {
    super('The line has ended; a later run of the same name begins it anew.');
  }
}
