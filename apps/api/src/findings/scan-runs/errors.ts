import { Conflict } from '#libs/errors';

/** The line has ended. */
export class LineEnded extends Conflict {
  readonly code = 'line_ended';
  constructor() {
    super('The line has ended. A later run of the same name starts it again.');
  }
}
