import { DomainError } from '#libs/errors';

/** The event to go on from is no longer kept, so what came after it may be gone too. */
export class PositionGone extends DomainError {
  readonly kind = 'gone';
  readonly code = 'position_gone';
  constructor() {
    super('The event in `after` is no longer stored. Later events may be missing too. Start again without `after`.');
  }
}
