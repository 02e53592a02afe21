import { Conflict, DomainError } from '#libs/errors';

/** The same request is being carried out. */
export class UnderWay extends Conflict {
  readonly code = 'idempotency_under_way';
  constructor() {
    super('The same request is being carried out; send it again shortly to have its answer.');
  }
}

/** The request was carried out, and its answer is not there any more, or never was kept. */
export class AnswerNotKept extends Conflict {
  readonly code = 'idempotency_answer_not_kept';
  constructor() {
    super('The request was carried out once already, and its answer is not kept; `Location` leads to what it made.');
  }
}

/** The key belongs to another request. */
export class KeyReused extends DomainError {
  readonly kind = 'unprocessable';
  readonly code = 'idempotency_key_reused';
  constructor() {
    super('The same Idempotency-Key came with another body or query; use a key of its own for each request.');
  }
}
