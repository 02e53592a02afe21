/** What is known of how an audit was made. */
export interface Substance {
  description: string | null;
  /** Issues, open or closed, that name it. */
  issueCount: number;
}

/** Whether an audit shows that somebody examined the product: it has found something, or says in words what it did. */
export const isSubstantiated = ({ description, issueCount }: Substance): boolean =>
  issueCount > 0 || /\S/.test(description ?? '');

/** SQL: the same of the audit `a` of the organization `$1`. */
export const IS_SUBSTANTIATED = `(coalesce(a.description ~ '\\S', false)
    OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.audit_id = a.id AND i.product_id = a.product_id))`;
