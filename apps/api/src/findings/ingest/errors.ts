import { DomainError } from '#libs/errors';

/** The key was given to the pipeline of a pull or merge request, and the report is no scan of a proposal. */
export class ProposalOnly extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'proposal_only';
  /** @param number of the only one that it may report for */
  constructor(number: number | null) {
    const own = number === null ? '' : `, and with context.prNumber ${number} of its repository`;
    super(
      `This key belongs to a pull or merge request. It can only report automated scans with the line proposal${own}.`,
    );
  }
}

/** The key is limited to another product than the one in the report. */
export class ProductMismatch extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'key_product_mismatch';
  constructor() {
    super('The API key is limited to one product, and the report names another product. Use the key of that product.');
  }
}
