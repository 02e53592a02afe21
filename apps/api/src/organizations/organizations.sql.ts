import { sql, type Uuid } from '#libs/database';
import { accountOf } from '../places/account-of-work.js';
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

export const ID_OF_SLUG = sql<[slug: string], { id: string }>('SELECT id FROM organizations WHERE slug = $1');

/** Adds the row that stands for an organization where it is locked. */
export const ADD_LOCK = sql<[organizationId: Uuid]>('INSERT INTO organization_locks (organization_id) VALUES ($1)');

/** Has organizations whose maker has proved an address since count as the maker's. Who has left lets theirs be. */
export const PROVE_ACCOUNTS = sql<[]>(`
  /* all organizations: prove_accounts */ UPDATE organizations o SET account_network = NULL
  FROM members m JOIN users u ON u.id = m.user_id
  WHERE o.account_network IS NOT NULL AND m.organization_id = o.id AND u.email_verified AND o.account = ${accountOf('u.id')}`);

/** Whose work the work of an organization counts as. */
export const WORK_OF = sql<[id: Uuid], Pick<Organization, 'id' | 'account' | 'accountNetwork'>>(`
  SELECT id, account, account_network AS "accountNetwork" FROM organizations WHERE id = $1`);

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
  /* all organizations: age_grades */ SELECT id FROM organizations WHERE formula_notice_due ORDER BY id`);

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
    (SELECT count(*)::int FROM members m WHERE m.organization_id = t.organization_id AND m.team_id = t.id) AS "memberCount"
  FROM teams t WHERE t.organization_id = $1 ORDER BY t.created_at, t.id`);

/** How many organizations a person owns. */
export const COUNT_OWNED = sql<[userId: Uuid], { present: number }>(`
  SELECT count(*)::int AS present FROM members WHERE user_id = $1 AND role = 'owner'`);

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
