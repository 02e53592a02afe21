/** What an organization asks of a session, as expressions of SQL. */
export interface SessionInSql {
  passedFactor: string;
  /** The organization by whose provider it began, or null. */
  providerOrganizationId: string;
}

/**
 * In SQL, of an organization `o` and a member `m` of it: whether it shows itself to a session of the member, as
 * `isOpenTo` says. For statements that go over the organizations of a person.
 */
export const admitsSession = ({ passedFactor, providerOrganizationId }: SessionInSql): string => `(
    (NOT o.require_two_factor OR ${passedFactor}
      OR (o.provider_counts_as_factor AND o.id = ${providerOrganizationId}))
    AND (NOT o.require_provider OR o.id = ${providerOrganizationId}
      OR (m.recovery AND m.role = 'owner' AND ${passedFactor})))`;
