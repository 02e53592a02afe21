import { Conflict, Forbidden } from '#libs/errors';

/** What somebody has said is changed by nobody else. */
export class NotAuthor extends Forbidden {
  constructor() {
    super('not_author', 'Only the author of a comment can edit it.');
  }
}

/** Of a deleted comment nothing can be changed. */
export class CommentDeleted extends Conflict {
  readonly code = 'comment_deleted';
  constructor() {
    super('The comment was deleted.');
  }
}
