import { sql, type Uuid } from '#libs/database';
import type { Role } from '../../../platform/http/policy.js';
import { GRANTS } from '../members/granting.js';
import type { ReceivedInvitationDto } from './dto/invitation.dto.js';
import type { Invitation, InvitationStatus } from './invitation.entity.js';
import { isOpen } from './is-open.js';

const receivedWhere = (condition: string): string => `
  SELECT i.id, i.organization_id AS "organizationId", i.email, i.role, i.status, i.team_id AS "teamId",
    i.inviter_id AS "inviterId",
    i.expires_at AS "expiresAt", i.created_at AS "createdAt", o.name AS "organizationName",
      o.slug AS "organizationSlug", u.email AS "inviterEmail"
  FROM invitations i JOIN organizations o ON o.id = i.organization_id JOIN users u ON u.id = i.inviter_id
  WHERE ${condition} AND ${isOpen('i')} AND u.disabled_at IS NULL ORDER BY i.created_at DESC, i.id DESC`;

/** The open invitations to an address, newest first. */
export const LIST_RECEIVED = sql<[email: string], ReceivedInvitationDto>(receivedWhere('i.email = $1'));

export const READ_RECEIVED = sql<[id: Uuid], ReceivedInvitationDto>(receivedWhere('i.id = $1'));

// The inviter must still be allowed to grant the role, and not be disabled.
const OPEN_TO = `FROM invitations i
  JOIN members m ON m.organization_id = i.organization_id AND m.user_id = i.inviter_id
    AND (m.role, i.role) IN (${GRANTS.map(([granter, granted]) => `('${granter}', '${granted}')`).join(', ')})
  JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
  WHERE i.email = $1 AND ${isOpen('i')}`;

/** An invitation to an address that can be accepted. */
export const INVITED = sql<[email: string]>(`SELECT 1 ${OPEN_TO} LIMIT 1`);

/** The same, of which the secret is known. */
export const PROVED = sql<[email: string, id: Uuid, tokenHash: Buffer]>(
  `SELECT 1 ${OPEN_TO} AND i.id = $2 AND i.token_hash = $3`,
);

/** Closes an open invitation and deletes its secret. */
export const CLOSE = sql<[id: Uuid, status: InvitationStatus], { id: string }>(`
  UPDATE invitations i SET status = $2, token_hash = NULL WHERE i.id = $1 AND ${isOpen('i')} RETURNING i.id`);

/** Cancels the open invitations of an inviter to some roles. */
export const CANCEL = sql<
  [organizationId: Uuid, inviterId: Uuid, roles: readonly Role[]],
  { id: string; email: string }
>(`
  UPDATE invitations i SET status = 'canceled', token_hash = NULL
  WHERE i.organization_id = $1 AND i.inviter_id = $2 AND i.role = ANY ($3::member_role[]) AND ${isOpen('i')}
  RETURNING i.id, i.email`);

/** Cancels all open invitations of these inviters. */
export const CANCEL_OF = sql<[organizationId: Uuid, inviterIds: readonly Uuid[]], { id: string; email: string }>(`
  UPDATE invitations i SET status = 'canceled', token_hash = NULL
  WHERE i.organization_id = $1 AND i.inviter_id = ANY ($2::uuid[]) AND ${isOpen('i')} RETURNING i.id, i.email`);

/** Cancels all open invitations of an inviter. */
export const CANCEL_ALL = sql<[inviterId: Uuid], { id: string; organizationId: string; email: string }>(`
  UPDATE invitations i SET status = 'canceled', token_hash = NULL WHERE i.inviter_id = $1 AND ${isOpen('i')}
  RETURNING i.id, i.organization_id AS "organizationId", i.email`);

/** Suspends open invitations: nobody can accept them. */
export const SUSPEND = sql<[recoveryId: Uuid, ids: readonly Uuid[]], { id: string }>(`
  UPDATE invitations i SET suspended_by = $1 WHERE i.id = ANY ($2::uuid[]) AND ${isOpen('i')} RETURNING i.id`);

export const RESUME = sql<[recoveryId: Uuid, ids: readonly Uuid[]]>(
  'UPDATE invitations SET suspended_by = NULL WHERE id = ANY ($2::uuid[]) AND suspended_by = $1',
);

/** Cancels invitations that a recovery has suspended. */
export const END_SUSPENDED = sql<
  [recoveryId: Uuid, ids: readonly Uuid[]],
  { id: string; organizationId: string; email: string }
>(`
  UPDATE invitations SET status = 'canceled', token_hash = NULL, suspended_by = NULL
  WHERE id = ANY ($2::uuid[]) AND suspended_by = $1 AND status = 'pending' RETURNING id,
    organization_id AS "organizationId", email`);

/** Deletes the invitations to some addresses. */
export const DELETE_RECEIVED = sql<
  [addresses: readonly string[]],
  Pick<Invitation, 'organizationId' | 'id' | 'status' | 'expiresAt' | 'suspendedBy'>
>(`
  DELETE FROM invitations i WHERE i.email = ANY ($1::text[])
  RETURNING i.organization_id AS "organizationId", i.id, i.status, i.expires_at AS "expiresAt",
    i.suspended_by AS "suspendedBy"`);

/** Stores the secret of an open invitation, and tells what its mail says. */
export const STORE_SECRET = sql<
  [id: Uuid, tokenHash: Buffer],
  { role: Role; organization: string; name: string; email: string | null }
>(`
  UPDATE invitations i SET token_hash = $2 FROM organizations o, users u
  WHERE i.id = $1 AND ${isOpen('i')} AND o.id = i.organization_id AND u.id = i.inviter_id
  RETURNING i.role, o.name AS organization, u.name, CASE WHEN u.email_verified THEN u.email END AS email`);

/** Whether the address of an invitation's inviter is not verified. */
export const OF_UNVERIFIED = sql<[organizationId: Uuid, id: Uuid]>(`
  SELECT 1 FROM invitations i JOIN users u ON u.id = i.inviter_id
  WHERE i.organization_id = $1 AND i.id = $2 AND NOT u.email_verified`);

/** Open invitations of verified inviters that no mail has been written for, oldest first. */
export const UNMAILED = sql<[], Pick<Invitation, 'organizationId' | 'id' | 'email'>>(`
  SELECT i.organization_id AS "organizationId", i.id, i.email FROM invitations i
  JOIN users u ON u.id = i.inviter_id AND u.email_verified
  WHERE i.token_hash IS NULL AND ${isOpen('i')} ORDER BY i.created_at, i.id`);

/** Deletes unanswered invitations a month after they expired. */
export const PURGE = sql<[], { organizationId: string; email: string }>(`
  DELETE FROM invitations WHERE status = 'pending' AND expires_at < now() - interval '30 days'
  RETURNING organization_id AS "organizationId", email`);

/** Organizations remember the people with these addresses. */
export const REMEMBER_INVITED = sql<[organizationIds: readonly Uuid[], addresses: readonly string[]]>(`
  INSERT INTO former_members (organization_id, user_id)
  SELECT p.organization_id, u.id FROM unnest($1::uuid[], $2::text[]) AS p(organization_id, email)
    JOIN users u ON u.email = p.email AND u.email_verified
  ON CONFLICT DO NOTHING`);
