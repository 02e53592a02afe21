/** What is known of how an audit was made. */
export interface Substance {
  description: string | null;
  /** Issues, open or closed, that name it. */
  issueCount: number;
  /** Entries of its sample, and outcomes but for untested ones. */
  entryCount: number;
  outcomeCount: number;
  /** Requirements that are untested, where it has either. */
  untestedCount: number;
}

/**
 * Whether an audit shows that somebody examined the product: with a sample or outcomes none of its requirements is
 * untested; without, it has found something, or says in words what it did.
 */
export const isSubstantiated = ({ description, issueCount, ...of }: Substance): boolean =>
  of.entryCount > 0 || of.outcomeCount > 0 ? of.untestedCount === 0 : issueCount > 0 || /\S/.test(description ?? '');

/** SQL: the same of the audit `a` of the organization `$1`. */
export const IS_SUBSTANTIATED = `(CASE WHEN a.entry_count > 0 OR a.outcome_count > 0 THEN a.untested_count = 0
    ELSE coalesce(a.description ~ '\\S', false)
      OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.audit_id = a.id AND i.product_id = a.product_id) END)`;
