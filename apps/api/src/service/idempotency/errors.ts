import { Conflict, DomainError } from '#libs/errors';

/** The same request is being carried out. */
export class UnderWay extends Conflict {
  readonly code = 'idempotency_under_way';
  constructor() {
    super('The same request is in progress. Send it again shortly to get its answer.');
  }
}

/** The request was carried out, and its answer is not there any more, or never was kept. */
export class AnswerNotKept extends Conflict {
  readonly code = 'idempotency_answer_not_kept';
  constructor() {
    super('The request was already carried out, and its answer is not available. `Location` is the created record.');
  }
}

/** The key belongs to another request. */
export class KeyReused extends DomainError {
  readonly kind = 'unprocessable';
  readonly code = 'idempotency_key_reused';
  constructor() {
    super('The Idempotency-Key was already used with another body or query. Use a new key for each request.');
  }
}
