-- The statements of me, as they are sent. Written by `npm run sql`.

-- SIGN_IN_METHODS
--   $1 userId: uuid
--   returns provider text, issuer text, subject text, createdAt timestamp with time zone, updatedAt timestamp with time zone
SELECT provider, issuer, CASE provider WHEN 'credential' THEN NULL ELSE subject END AS subject, created_at AS "createdAt", updated_at AS "updatedAt"
FROM accounts WHERE user_id = $1 ORDER BY created_at, id;

-- SESSIONS
--   $1 userId: uuid
--   returns id uuid, ipAddress text, userAgent text, expiresAt timestamp with time zone, createdAt timestamp with time zone, activeOrganizationId uuid, activeTeamId uuid
SELECT id, ip_address AS "ipAddress", user_agent AS "userAgent", expires_at AS "expiresAt", created_at AS "createdAt",
  active_organization_id AS "activeOrganizationId", active_team_id AS "activeTeamId"
FROM sessions WHERE user_id = $1 ORDER BY created_at, id;

-- ADDRESS_CHANGES
--   $1 userId: uuid
--   returns formerEmail text, email text, requestedAt timestamp with time zone, confirmedAt timestamp with time zone, heldUntil timestamp with time zone
SELECT former_email AS "formerEmail", email, requested_at AS "requestedAt", confirmed_at AS "confirmedAt", held_until AS "heldUntil"
FROM address_changes WHERE user_id = $1 ORDER BY requested_at, id;

-- MAILS
--   $1 userId: uuid
--   returns kind text, requestedAt timestamp with time zone, settledAt timestamp with time zone
SELECT kind, requested_at AS "requestedAt", settled_at AS "settledAt"
FROM mail_orders o JOIN users u ON u.email = o.recipient AND u.email_verified WHERE u.id = $1 ORDER BY requested_at, o.id;

-- MEMBERSHIPS
--   $1 userId: uuid
--   returns id uuid, organizationId uuid, organizationName text, role member_role, teamName text, createdAt timestamp with time zone
SELECT m.id, m.organization_id AS "organizationId", o.name AS "organizationName", m.role, t.name AS "teamName", m.created_at AS "createdAt"
FROM members m JOIN organizations o ON o.id = m.organization_id LEFT JOIN teams t ON t.id = m.team_id WHERE m.user_id = $1 ORDER BY m.created_at, m.id;

-- INVITATIONS_SENT
--   $1 userId: uuid
--   returns id uuid, organizationId uuid, email text, role member_role, status invitation_status, expiresAt timestamp with time zone, createdAt timestamp with time zone
SELECT id, organization_id AS "organizationId", email, role, status, expires_at AS "expiresAt", created_at AS "createdAt"
FROM invitations WHERE inviter_id = $1 ORDER BY created_at, id;

-- INVITATIONS_RECEIVED
--   $1 userId: uuid
--   returns id uuid, organizationId uuid, organizationName text, role member_role, status invitation_status, expiresAt timestamp with time zone, createdAt timestamp with time zone
SELECT i.id, i.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL OR i.status = 'pending' AND i.expires_at > now() THEN o.name END AS "organizationName", i.role, i.status, i.expires_at AS "expiresAt", i.created_at AS "createdAt"
FROM users u JOIN invitations i ON i.email = u.email JOIN organizations o ON o.id = i.organization_id
LEFT JOIN members m ON m.organization_id = i.organization_id AND m.user_id = u.id
WHERE u.id = $1 AND u.email_verified ORDER BY i.created_at, i.id;

-- API_KEYS
--   $1 userId: uuid
--   returns id uuid, organizationId uuid, productId uuid, name text, displayPrefix text, scopes text[], expiresAt timestamp with time zone, allowedAddresses text[], lastUsedAt timestamp with time zone, revokedAt timestamp with time zone, createdAt timestamp with time zone
SELECT k.id, k.organization_id AS "organizationId", k.product_id AS "productId", k.name, k.display_prefix AS "displayPrefix", k.scopes,
  k.expires_at AS "expiresAt", k.allowed_addresses AS "allowedAddresses", k.last_used_at AS "lastUsedAt", k.revoked_at AS "revokedAt", k.created_at AS "createdAt"
FROM members m JOIN api_keys k ON k.organization_id = m.organization_id AND k.owner_user_id = m.user_id WHERE m.user_id = $1 ORDER BY k.created_at, k.id;

-- TRUSTED_PUBLISHERS
--   $1 userId: uuid
--   returns id uuid, organizationId uuid, productId uuid, issuer text, claims jsonb, lastUsedAt timestamp with time zone, createdAt timestamp with time zone
SELECT p.id, p.organization_id AS "organizationId", p.product_id AS "productId", p.issuer, p.claims, p.last_used_at AS "lastUsedAt", p.created_at AS "createdAt"
FROM members m JOIN trusted_publishers p ON p.organization_id = m.organization_id AND p.owner_user_id = m.user_id WHERE m.user_id = $1 ORDER BY p.created_at, p.id;

-- ACCOUNT_EVENTS
--   What happened to the account, wherever; as in `/v1/me/events`, where another known person sat is not told.
--   $1 userId: uuid
--   returns at timestamp with time zone, organizationId uuid, type text, subjectKind text, subjectId uuid, subjectNumber integer, subjectTitle text, changes jsonb, address text, userAgent text, sortAt timestamp with time zone, sortId uuid
SELECT at, organization_id AS "organizationId", type, subject_kind AS "subjectKind", subject_id AS "subjectId", subject_number AS "subjectNumber",
   subject_title AS "subjectTitle", changes, CASE WHEN NOT CASE actor_kind WHEN 'user' THEN actor_id IS DISTINCT FROM $1::uuid WHEN 'api_key' THEN type <> 'api_key.created' ELSE false END THEN address END AS address,
   CASE WHEN NOT CASE actor_kind WHEN 'user' THEN actor_id IS DISTINCT FROM $1::uuid WHEN 'api_key' THEN type <> 'api_key.created' ELSE false END THEN user_agent END AS "userAgent", at AS "sortAt", id AS "sortId"
FROM account_events WHERE account_id = $1 OR (actor_kind = 'user' AND actor_id = $1);

-- PINNED_PRODUCTS
--   $1 userId: uuid
--   $2 organizationId: uuid
--   returns organizationId uuid, slug text, name text, pinnedAt timestamp with time zone, sortAt timestamp with time zone, sortId uuid
SELECT p.organization_id AS "organizationId", p.slug, p.name, n.created_at AS "pinnedAt", n.created_at AS "sortAt", p.id AS "sortId"
FROM product_pins n JOIN products p ON p.organization_id = n.organization_id AND p.id = n.product_id
WHERE n.organization_id = $2 AND n.user_id = $1;

-- SAVED_VIEWS
--   $1 userId: uuid
--   $2 organizationId: uuid
--   returns organizationId uuid, name text, kind text, filters jsonb, sort jsonb, shared boolean, createdAt timestamp with time zone, sortAt timestamp with time zone, sortId uuid
SELECT v.organization_id AS "organizationId", v.name, v.kind, v.filters, v.sort, v.shared, v.created_at AS "createdAt", v.created_at AS "sortAt", v.id AS "sortId"
FROM saved_views v WHERE v.organization_id = $2 AND v.owner_user_id = $1;

-- RESPONSIBLE_FOR
--   $1 userId: uuid
--   $2 organizationId: uuid
--   returns organizationId uuid, slug text, name text, sortAt timestamp with time zone, sortId uuid
SELECT p.organization_id AS "organizationId", p.slug, p.name, p.created_at AS "sortAt", p.id AS "sortId"
FROM products p WHERE p.organization_id = $2 AND p.responsible_person_id = $1;

-- RECORDS
--   $1 userId: uuid
--   $2 organizationId: uuid
--   returns kind text, organizationId uuid, productSlug text, number integer, title text, createdAt timestamp with time zone, sortAt timestamp with time zone, sortId uuid
SELECT 'issue' AS kind, r.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL THEN p.slug END AS "productSlug", r.number,
   CASE WHEN m.id IS NOT NULL THEN r.title END AS title, r.created_at AS "createdAt", r.created_at AS "sortAt", r.id AS "sortId"
 FROM issues r JOIN products p ON p.organization_id = r.organization_id AND p.id = r.product_id
 LEFT JOIN members m ON m.organization_id = r.organization_id AND m.user_id = $1
 WHERE r.organization_id = $2 AND r.created_by_user_id = $1 UNION ALL SELECT 'risk' AS kind, r.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL THEN p.slug END AS "productSlug", r.number,
   CASE WHEN m.id IS NOT NULL THEN r.title END AS title, r.created_at AS "createdAt", r.created_at AS "sortAt", r.id AS "sortId"
 FROM risks r JOIN products p ON p.organization_id = r.organization_id AND p.id = r.product_id
 LEFT JOIN members m ON m.organization_id = r.organization_id AND m.user_id = $1
 WHERE r.organization_id = $2 AND r.created_by_user_id = $1
UNION ALL SELECT 'test_activity' AS kind, r.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL THEN p.slug END AS "productSlug", r.number,
   CASE WHEN m.id IS NOT NULL THEN NULL END AS title, r.created_at AS "createdAt", r.created_at AS "sortAt", r.id AS "sortId"
 FROM test_activities r JOIN products p ON p.organization_id = r.organization_id AND p.id = r.product_id
 LEFT JOIN members m ON m.organization_id = r.organization_id AND m.user_id = $1
 WHERE r.organization_id = $2 AND r.created_by_user_id = $1;

-- VERDICTS
--   $1 userId: uuid
--   $2 organizationId: uuid
--   returns organizationId uuid, productSlug text, reportNumber integer, requirementId uuid, component text, verdict text, remarks text, statedByName text, statedAt timestamp with time zone, sortAt timestamp with time zone, sortId text
SELECT v.organization_id AS "organizationId", CASE WHEN m.id IS NOT NULL THEN p.slug END AS "productSlug", r.number AS "reportNumber",
  v.requirement_id AS "requirementId", v.component, v.verdict, v.remarks, v.stated_by_name AS "statedByName", v.stated_at AS "statedAt",
  v.stated_at AS "sortAt", v.report_id || ' ' || v.requirement_id || ' ' || v.component AS "sortId"
FROM conformance_verdicts v JOIN conformance_reports r ON r.organization_id = $2 AND r.id = v.report_id
JOIN products p ON p.organization_id = $2 AND p.id = r.product_id
LEFT JOIN members m ON m.organization_id = $2 AND m.user_id = $1
WHERE v.organization_id = $2 AND v.stated_by_user_id = $1;

-- EVENTS
--   A deleted organization is not named.
--   $1 userId: uuid
--   $2 organizationId: uuid
--   returns at timestamp with time zone, organizationId uuid, type text, subjectKind text, subjectId uuid, subjectNumber integer, subjectTitle text, changes jsonb, address text, userAgent text, sortAt timestamp with time zone, sortId uuid
SELECT at, CASE WHEN kept_until IS NULL THEN organization_id END AS "organizationId", type, subject_kind AS "subjectKind", subject_id AS "subjectId", subject_number AS "subjectNumber",
   subject_title AS "subjectTitle", changes, CASE WHEN true THEN address END AS address,
   CASE WHEN true THEN user_agent END AS "userAgent", at AS "sortAt", id AS "sortId"
FROM events WHERE organization_id = $2 AND actor_kind = 'user' AND actor_id = $1;

-- OWN_ORGANIZATIONS
--   The organizations of a person, by name, with the membership.
--   $1 userId: uuid
--   returns o_id uuid, o_name text, o_slug text, o_logo text, o_metadata jsonb, o_standard_id uuid, o_conformance_level_id uuid, o_audit_frequency smallint, o_enabled_modules text[], o_require_two_factor boolean, o_require_fresh_proof boolean, o_account uuid, o_account_network text, o_created_at timestamp with time zone, o_updated_at timestamp with time zone, m_id uuid, m_organization_id uuid, m_user_id uuid, m_role member_role, m_team_id uuid, m_created_at timestamp with time zone
SELECT o.id AS o_id, o.name AS o_name, o.slug AS o_slug, o.logo AS o_logo, o.metadata AS o_metadata, o.standard_id AS o_standard_id, o.conformance_level_id AS o_conformance_level_id, o.audit_frequency AS o_audit_frequency, o.enabled_modules AS o_enabled_modules, o.require_two_factor AS o_require_two_factor, o.require_fresh_proof AS o_require_fresh_proof, o.account AS o_account, o.account_network AS o_account_network, o.created_at AS o_created_at, o.updated_at AS o_updated_at, m.id AS m_id, m.organization_id AS m_organization_id, m.user_id AS m_user_id, m.role AS m_role, m.team_id AS m_team_id, m.created_at AS m_created_at FROM members m JOIN organizations o ON o.id = m.organization_id
WHERE m.user_id = $1 ORDER BY lower(o.name), o.id;
