import type { LimitedRecord } from '#libs/config';
import { sql, type Uuid } from '#libs/database';
import { accountOf } from '../../platform/places/account-of-work.js';
import { namedId } from '../../platform/work/named-record.js';
import { isPresent } from './deleted/is-present.js';
import { isOpen } from './invitations/is-open.js';
import type { Organization } from './organization.entity.js';
import type { CountedTeamDto } from './teams/dto/team.dto.js';

export const LOCK = sql<[organizationId: Uuid]>(
  'SELECT 1 FROM organization_locks WHERE organization_id = $1 FOR NO KEY UPDATE',
);

export const LOCK_KEY = sql<[organizationId: Uuid]>(
  'SELECT 1 FROM organization_locks WHERE organization_id = $1 FOR KEY SHARE',
);

export const LOCK_WHOLE = sql<[organizationId: Uuid]>(
  'SELECT 1 FROM organization_locks WHERE organization_id = $1 FOR UPDATE',
);

/** In SQL the id of the organization that a parameter names. */
export const namedOrganization = (name: string): string =>
  namedId((condition) => `(SELECT named.id FROM organizations named WHERE ${condition})`, name);

/** The id of the organization of this name, if there is one. */
export const ID_OF_NAME = sql<[name: string], { id: Uuid | null }>(`SELECT ${namedOrganization('$1')} AS id`);

/** The organization that a slug leads to, now or from former days. */
export const HOLDER_OF_SLUG = sql<[slug: string], { id: Uuid }>(`
  SELECT id FROM organizations WHERE slug = $1 UNION ALL
  SELECT id FROM organizations WHERE former_slugs @> ARRAY[$1] AND former_slugs <> '{}'`);

/** Adds the row that stands for an organization where it is locked. */
export const ADD_LOCK = sql<[organizationId: Uuid]>('INSERT INTO organization_locks (organization_id) VALUES ($1)');

/** Has organizations whose maker has proved an address since count as the maker's. Who has left lets theirs be. */
export const PROVE_ACCOUNTS = sql<[]>(`
  /* all organizations: prove_accounts */ UPDATE organizations o SET account_network = NULL
  FROM members m JOIN users u ON u.id = m.user_id
  WHERE o.account_network IS NOT NULL AND m.organization_id = o.id AND u.email_verified
    AND o.account = ${accountOf('u.id')}`);

/** Whose work the work of an organization counts as. */
export const WORK_OF = sql<[id: Uuid], Pick<Organization, 'id' | 'account' | 'accountNetwork' | 'suspendedAt'>>(`
  SELECT id, account, account_network AS "accountNetwork", coalesce(suspended_at, deleted_at) AS "suspendedAt"
  FROM organizations
  WHERE id = $1`);

/** Whether an operator has suspended an organization; one that is deleted counts as suspended. */
export const IS_SUSPENDED = sql<[id: Uuid], { isSuspended: boolean }>(
  'SELECT coalesce(suspended_at, deleted_at) IS NOT NULL AS "isSuspended" FROM organizations WHERE id = $1',
);

/** Gives an organization an account of its own. */
export const OWN_ACCOUNT = sql<[id: Uuid]>(
  'UPDATE organizations SET account = NULL, account_network = NULL WHERE id = $1',
);

/** Gives an organization the account of another. */
export const SHARE_ACCOUNT = sql<[id: Uuid, ofId: Uuid]>(`
  UPDATE organizations SET account = coalesce(other.account, other.id), account_network = other.account_network
  FROM organizations other WHERE organizations.id = $1 AND other.id = $2`);

export const LEGAL_DISCLAIMER = sql<[id: Uuid], Pick<Organization, 'legalDisclaimer'>>(`
  SELECT legal_disclaimer AS "legalDisclaimer" FROM organizations WHERE id = $1`);

/** The organizations whose admins are to be told which letters another formula has changed. */
export const FORMULA_NOTICES_DUE = sql<[], { id: Uuid }>(`
  /* all organizations: age_grades */ SELECT o.id FROM organizations o WHERE o.formula_notice_due AND ${isPresent('o')} ORDER BY o.id`);

/** Returns the name of the organization, unless that was done before. */
export const SETTLE_FORMULA_NOTICE = sql<[id: Uuid], { name: string }>(`
  UPDATE organizations SET formula_notice_due = false WHERE id = $1 AND formula_notice_due RETURNING name`);

/** Clears a standard and levels that are about to be deleted from an organization. */
export const CLEAR_STANDARD = sql<[id: Uuid, standardId: Uuid | null, levelIds: readonly Uuid[]]>(`
  UPDATE organizations SET standard_id = nullif(standard_id, $2::uuid),
    conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END
  WHERE id = $1 AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]))`);

/** The teams of an organization, with the number of their members. */
export const TEAMS = sql<[organizationId: Uuid], CountedTeamDto>(`
  SELECT t.id, t.name, t.organization_id AS "organizationId", t.created_at AS "createdAt", t.updated_at AS "updatedAt",
    (SELECT count(*)::int FROM members m WHERE m.organization_id = t.organization_id
      AND m.team_id = t.id) AS "memberCount"
  FROM teams t WHERE t.organization_id = $1 ORDER BY t.created_at, t.id`);

/** How many organizations a person owns. */
export const COUNT_OWNED = sql<[userId: Uuid], { present: number }>(`
  SELECT count(*)::int AS present FROM members m JOIN organizations o ON o.id = m.organization_id AND ${isPresent('o')}
  WHERE m.user_id = $1 AND m.role = 'owner'`);

export const COUNT_MEMBERS = sql<[organizationId: Uuid], { present: number }>(
  'SELECT count(*)::int AS present FROM members WHERE organization_id = $1',
);

/** How many invitations of an organization are open. */
export const COUNT_INVITATIONS = sql<[organizationId: Uuid], { present: number }>(`
  SELECT count(*)::int AS present FROM invitations i WHERE i.organization_id = $1 AND ${isOpen('i')}`);

export const COUNT_TEAMS = sql<[organizationId: Uuid], { present: number }>(
  'SELECT count(*)::int AS present FROM teams WHERE organization_id = $1',
);

/** Members lose a team that is deleted. */
export const CLEAR_TEAM_OF_MEMBERS = sql<[organizationId: Uuid, teamId: Uuid]>(
  'UPDATE members SET team_id = NULL WHERE organization_id = $1 AND team_id = $2',
);

/** Invitations lose a team that is deleted. */
export const CLEAR_TEAM_OF_INVITATIONS = sql<[organizationId: Uuid, teamId: Uuid]>(
  'UPDATE invitations SET team_id = NULL WHERE organization_id = $1 AND team_id = $2',
);

/** How many records of some kinds an organization may have. */
export type Quota = Partial<Record<LimitedRecord, number>>;

// Each process looks: a comment tells that from what requests ask.
export const QUOTAS = sql<[], { organizationId: Uuid; limits: Quota }>(`/* every 5 s */
  SELECT organization_id AS "organizationId", limits FROM organization_quotas`);

export const QUOTA_OF = sql<[organizationId: Uuid], { limits: Quota }>(
  'SELECT limits FROM organization_quotas WHERE organization_id = $1',
);

export const SET_QUOTA = sql<[organizationId: Uuid, limits: string]>(`
  INSERT INTO organization_quotas (organization_id, limits) VALUES ($1, $2::jsonb)
  ON CONFLICT (organization_id) DO UPDATE SET limits = excluded.limits`);

export const END_QUOTA = sql<[organizationId: Uuid]>('DELETE FROM organization_quotas WHERE organization_id = $1');
