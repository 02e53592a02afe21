import { sql, type Uuid } from '#libs/database';
import { byAnother } from '../../accounts/identity/account-events/by-another.js';
import { isPresent } from '../../accounts/organizations/deleted/is-present.js';

// People who have left the organization do not see the present titles of its records, nor its name.
const createdRecords = (kind: string, table: string, title: string) =>
  `SELECT '${kind}' AS kind, r.organization_id AS "organizationId", CASE
    WHEN m.id IS NOT NULL THEN p.slug END AS "productSlug", r.number,
     CASE WHEN m.id IS NOT NULL THEN ${title} END AS title, r.created_at AS "createdAt", r.created_at AS "sortAt",
       r.id AS "sortId"
   FROM ${table} r JOIN products p ON p.organization_id = r.organization_id AND p.id = r.product_id
   LEFT JOIN members m ON m.organization_id = r.organization_id AND m.user_id = $1
   WHERE r.organization_id = $2 AND r.created_by_user_id = $1`;

const eventsOf = (organizationId: string, isOwn: string) =>
  `SELECT at, ${organizationId} AS "organizationId", type, subject_kind AS "subjectKind", subject_id AS "subjectId",
    subject_number AS "subjectNumber",
     subject_title AS "subjectTitle", changes, CASE WHEN ${isOwn} THEN address END AS address,
     CASE WHEN ${isOwn} THEN user_agent END AS "userAgent", at AS "sortAt", id AS "sortId"`;

// What is read for each list of the person alone. Never a secret, nor its hash.

export const SIGN_IN_METHODS = sql<[userId: Uuid], object>(`
  SELECT provider, issuer, CASE provider WHEN 'credential' THEN NULL ELSE subject END AS subject,
    created_at AS "createdAt", updated_at AS "updatedAt"
  FROM accounts WHERE user_id = $1 ORDER BY created_at, id`);

export const SESSIONS = sql<[userId: Uuid], object>(`
  SELECT id, ip_address AS "ipAddress", user_agent AS "userAgent", expires_at AS "expiresAt", created_at AS "createdAt",
    active_organization_id AS "activeOrganizationId", active_team_id AS "activeTeamId"
  FROM sessions WHERE user_id = $1 ORDER BY created_at, id`);

export const ADDRESS_CHANGES = sql<[userId: Uuid], object>(`
  SELECT former_email AS "formerEmail", email, requested_at AS "requestedAt", confirmed_at AS "confirmedAt",
    held_until AS "heldUntil"
  FROM address_changes WHERE user_id = $1 ORDER BY requested_at, id`);

export const MAILS = sql<[userId: Uuid], object>(`
  SELECT kind, requested_at AS "requestedAt", settled_at AS "settledAt"
  FROM mail_orders o JOIN users u ON u.email = o.recipient AND u.email_verified WHERE u.id = $1 ORDER BY requested_at,
    o.id`);

export const MEMBERSHIPS = sql<[userId: Uuid], object>(`
  SELECT m.id, m.organization_id AS "organizationId", o.name AS "organizationName", m.role, t.name AS "teamName",
    m.created_at AS "createdAt"
  FROM members m JOIN organizations o ON o.id = m.organization_id AND ${isPresent('o')} LEFT JOIN teams t ON t.id = m.team_id
  WHERE m.user_id = $1 ORDER BY m.created_at, m.id`);

export const INVITATIONS_SENT = sql<[userId: Uuid], object>(`
  SELECT id, organization_id AS "organizationId", email, role, status, expires_at AS "expiresAt",
    created_at AS "createdAt"
  FROM invitations WHERE inviter_id = $1 ORDER BY created_at, id`);

export const INVITATIONS_RECEIVED = sql<[userId: Uuid], object>(`
  SELECT i.id, i.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL OR i.status = 'pending'
    AND i.expires_at > now() THEN o.name END AS "organizationName", i.role, i.status, i.expires_at AS "expiresAt",
      i.created_at AS "createdAt"
  FROM users u JOIN invitations i ON i.email = u.email JOIN organizations o ON o.id = i.organization_id
    AND ${isPresent('o')}
  LEFT JOIN members m ON m.organization_id = i.organization_id AND m.user_id = u.id
  WHERE u.id = $1 AND u.email_verified ORDER BY i.created_at, i.id`);

export const API_KEYS = sql<[userId: Uuid], object>(`
  SELECT k.id, k.organization_id AS "organizationId", k.product_id AS "productId", k.name,
    k.display_prefix AS "displayPrefix", k.scopes,
    k.expires_at AS "expiresAt", k.allowed_addresses AS "allowedAddresses", k.last_used_at AS "lastUsedAt",
      k.revoked_at AS "revokedAt", k.created_at AS "createdAt"
  FROM members m JOIN api_keys k ON k.organization_id = m.organization_id AND k.owner_user_id = m.user_id
  WHERE m.user_id = $1 ORDER BY k.created_at, k.id`);

export const TRUSTED_PUBLISHERS = sql<[userId: Uuid], object>(`
  SELECT p.id, p.organization_id AS "organizationId", p.product_id AS "productId", p.issuer, p.repository, p.claims,
    p.last_used_at AS "lastUsedAt", p.created_at AS "createdAt"
  FROM members m JOIN trusted_publishers p ON p.organization_id = m.organization_id AND p.owner_user_id = m.user_id
  WHERE m.user_id = $1 ORDER BY p.created_at, p.id`);

/** What happened to the account, wherever; as in `/v1/me/events`, where another known person sat is not told. */
export const ACCOUNT_EVENTS = sql<[userId: Uuid], object>(`
  ${eventsOf('organization_id', `NOT ${byAnother('$1::uuid')}`)}
  FROM account_events WHERE account_id = $1 OR (actor_kind = 'user' AND actor_id = $1)`);

// What is read in each organization that the person is or was a member of. `sortAt` and `sortId`, where they are, order
// the rows of all organizations.

export const PINNED_PRODUCTS = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT p.organization_id AS "organizationId", p.slug, p.name, n.created_at AS "pinnedAt", n.created_at AS "sortAt",
    p.id AS "sortId"
  FROM product_pins n JOIN products p ON p.organization_id = n.organization_id AND p.id = n.product_id
  WHERE n.organization_id = $2 AND n.user_id = $1`);

export const SAVED_VIEWS = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT v.organization_id AS "organizationId", v.name, v.kind, v.filters, v.sort, v.shared,
    v.created_at AS "createdAt", v.created_at AS "sortAt", v.id AS "sortId"
  FROM saved_views v WHERE v.organization_id = $2 AND v.owner_user_id = $1`);

export const RESPONSIBLE_FOR = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT p.organization_id AS "organizationId", p.slug, p.name, p.created_at AS "sortAt", p.id AS "sortId"
  FROM products p WHERE p.organization_id = $2 AND p.responsible_person_id = $1`);

export const ASSIGNED_ISSUES = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT i.organization_id AS "organizationId", p.slug AS "productSlug", i.number, i.title, i.due_at AS "dueAt",
    i.created_at AS "sortAt", i.id AS "sortId"
  FROM issues i JOIN products p ON p.organization_id = $2 AND p.id = i.product_id
  WHERE i.organization_id = $2 AND i.assignee_id = $1`);

export const WATCHED_ISSUES = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT i.organization_id AS "organizationId", p.slug AS "productSlug", i.number, i.title, w.created_at AS "watchedAt",
    w.created_at AS "sortAt", i.id AS "sortId"
  FROM issue_watches w JOIN issues i ON i.organization_id = $2 AND i.id = w.issue_id
  JOIN products p ON p.organization_id = $2 AND p.id = i.product_id
  WHERE w.organization_id = $2 AND w.user_id = $1`);

export const RECORDS = sql<[userId: Uuid, organizationId: Uuid], object>(`
  ${createdRecords('issue', 'issues', 'r.title')} UNION ALL ${createdRecords('risk', 'risks', 'r.title')}
  UNION ALL ${createdRecords('test_activity', 'test_activities', 'NULL')}`);

export const COMMENTS = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT c.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL THEN p.slug END AS "productSlug",
    c.record_kind AS "recordKind",
    c.record_id AS "recordId", c.number, c.body, c.created_at AS "createdAt", c.edited_at AS "editedAt",
    (SELECT coalesce(json_agg(json_build_object('body', v.body, 'writtenAt', v.written_at) ORDER BY v.revision), '[]')
      FROM comment_versions v WHERE v.organization_id = $2 AND v.comment_id = c.id) AS versions,
    c.created_at AS "sortAt", c.id AS "sortId"
  FROM comments c JOIN products p ON p.organization_id = $2 AND p.id = c.product_id
  LEFT JOIN members m ON m.organization_id = $2 AND m.user_id = $1
  WHERE c.organization_id = $2 AND c.author_user_id = $1`);

export const EVIDENCE = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT e.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL THEN p.slug END AS "productSlug", e.id,
    e.media_type AS "mediaType",
    e.title, e.alt, e.bytes, e.sha256, e.created_at AS "createdAt", e.created_at AS "sortAt", e.id AS "sortId"
  FROM evidence e JOIN products p ON p.organization_id = $2 AND p.id = e.product_id
  LEFT JOIN members m ON m.organization_id = $2 AND m.user_id = $1
  WHERE e.organization_id = $2 AND e.uploaded_by_user_id = $1`);

export const OUTCOMES = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT o.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL THEN p.slug END AS "productSlug",
    a.number AS "auditNumber",
    o.requirement_id AS "requirementId", o.entry, o.outcome, o.note, o.derogation, o.user_name AS "userName",
      o.at AS "decidedAt",
    o.at AS "sortAt", o.audit_id || ' ' || o.requirement_id || ' ' || o.entry AS "sortId"
  FROM audit_outcomes o JOIN audits a ON a.organization_id = $2 AND a.id = o.audit_id
  JOIN products p ON p.organization_id = $2 AND p.id = a.product_id
  LEFT JOIN members m ON m.organization_id = $2 AND m.user_id = $1
  WHERE o.organization_id = $2 AND o.user_id = $1`);

export const IMPORTS = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT i.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL THEN p.slug END AS "productSlug",
    a.number AS "auditNumber", i.id, i.format, i.entries, i.decided, i.created_at AS "createdAt",
    i.undone_at AS "undoneAt", i.created_at AS "sortAt", i.id AS "sortId"
  FROM audit_imports i JOIN audits a ON a.organization_id = $2 AND a.id = i.audit_id
  JOIN products p ON p.organization_id = $2 AND p.id = i.product_id
  LEFT JOIN members m ON m.organization_id = $2 AND m.user_id = $1
  WHERE i.organization_id = $2 AND i.made_by_user_id = $1`);

export const AUDIT_ASSIGNMENTS = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT s.organization_id AS "organizationId", p.slug AS "productSlug", a.number AS "auditNumber",
    s.requirement_ids AS "requirementIds",
    s.entries, a.created_at AS "sortAt", a.id AS "sortId"
  FROM audit_assignments s JOIN audits a ON a.organization_id = $2 AND a.id = s.audit_id
  JOIN products p ON p.organization_id = $2 AND p.id = a.product_id
  WHERE s.organization_id = $2 AND s.user_id = $1`);

export const VERDICTS = sql<[userId: Uuid, organizationId: Uuid], object>(`
  SELECT v.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL THEN p.slug END AS "productSlug",
    r.number AS "reportNumber",
    v.requirement_id AS "requirementId", v.component, v.verdict, v.remarks, v.stated_by_name AS "statedByName",
      v.stated_at AS "statedAt",
    v.stated_at AS "sortAt", v.report_id || ' ' || v.requirement_id || ' ' || v.component AS "sortId"
  FROM conformance_verdicts v JOIN conformance_reports r ON r.organization_id = $2 AND r.id = v.report_id
  JOIN products p ON p.organization_id = $2 AND p.id = r.product_id
  LEFT JOIN members m ON m.organization_id = $2 AND m.user_id = $1
  WHERE v.organization_id = $2 AND v.stated_by_user_id = $1`);

/** A deleted organization is not named. */
export const EVENTS = sql<[userId: Uuid, organizationId: Uuid], object>(`
  ${eventsOf('CASE WHEN kept_until IS NULL THEN organization_id END', 'true')}
  FROM events WHERE organization_id = $2 AND actor_kind = 'user' AND actor_id = $1`);
