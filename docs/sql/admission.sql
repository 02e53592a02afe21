-- The statements of admission, as they are sent. Written by `npm run sql`.

-- BY_SESSION
--   The caller of a session, with this organization, else with the session's active one if that counts.
--   $1 tokenHash: bytea
--   $2 organizationId: uuid
--   $3 orActive: boolean
--   returns s_id uuid, s_user_id uuid, s_token_hash bytea, s_expires_at timestamp with time zone, s_remembered boolean, s_factor_passed boolean, s_proved_at timestamp with time zone, s_ip_address text, s_user_agent text, s_written_to text, s_active_organization_id uuid, s_active_team_id uuid, s_created_at timestamp with time zone, s_updated_at timestamp with time zone, u_id uuid, u_name text, u_email text, u_email_verified boolean, u_image text, u_image_to_fetch text, u_two_factor_enabled boolean, u_disabled_at timestamp with time zone, u_created_at timestamp with time zone, u_updated_at timestamp with time zone, o_id uuid, o_name text, o_slug text, o_logo text, o_metadata jsonb, o_standard_id uuid, o_conformance_level_id uuid, o_audit_frequency smallint, o_enabled_modules text[], o_require_two_factor boolean, o_require_fresh_proof boolean, o_account uuid, o_account_network text, o_created_at timestamp with time zone, o_updated_at timestamp with time zone, m_id uuid, m_organization_id uuid, m_user_id uuid, m_role member_role, m_team_id uuid, m_created_at timestamp with time zone
/* admission */ SELECT s.id AS s_id, s.user_id AS s_user_id, s.token_hash AS s_token_hash, s.expires_at AS s_expires_at, s.remembered AS s_remembered, s.factor_passed AS s_factor_passed, s.proved_at AS s_proved_at, s.ip_address AS s_ip_address, s.user_agent AS s_user_agent, s.written_to AS s_written_to, s.active_organization_id AS s_active_organization_id, s.active_team_id AS s_active_team_id, s.created_at AS s_created_at, s.updated_at AS s_updated_at, u.id AS u_id, u.name AS u_name, u.email AS u_email, u.email_verified AS u_email_verified, u.image AS u_image, u.image_to_fetch AS u_image_to_fetch, u.two_factor_enabled AS u_two_factor_enabled, u.disabled_at AS u_disabled_at, u.created_at AS u_created_at, u.updated_at AS u_updated_at, o.id AS o_id, o.name AS o_name, o.slug AS o_slug, o.logo AS o_logo, o.metadata AS o_metadata, o.standard_id AS o_standard_id, o.conformance_level_id AS o_conformance_level_id, o.audit_frequency AS o_audit_frequency, o.enabled_modules AS o_enabled_modules, o.require_two_factor AS o_require_two_factor, o.require_fresh_proof AS o_require_fresh_proof, o.account AS o_account, o.account_network AS o_account_network, o.created_at AS o_created_at, o.updated_at AS o_updated_at, m.id AS m_id, m.organization_id AS m_organization_id, m.user_id AS m_user_id, m.role AS m_role, m.team_id AS m_team_id, m.created_at AS m_created_at
FROM sessions s JOIN users u ON u.id = s.user_id
LEFT JOIN organizations o ON o.id = coalesce($2, CASE WHEN $3 THEN s.active_organization_id END)
LEFT JOIN members m ON m.organization_id = o.id AND m.user_id = u.id
WHERE s.token_hash = $1 AND s.expires_at > now();

-- BY_KEY
--   $1 secretHash: bytea
--   returns id uuid, name text, organization_id uuid, product_id uuid, scopes text[], owner_user_id uuid, expires_at timestamp with time zone, allowed_addresses text[], written_to text, role member_role, o_id uuid, o_name text, o_slug text, o_logo text, o_metadata jsonb, o_standard_id uuid, o_conformance_level_id uuid, o_audit_frequency smallint, o_enabled_modules text[], o_require_two_factor boolean, o_require_fresh_proof boolean, o_account uuid, o_account_network text, o_created_at timestamp with time zone, o_updated_at timestamp with time zone, note_use boolean
/* admission */ SELECT k.id, k.name, k.organization_id, k.product_id, k.scopes, k.owner_user_id, k.expires_at, k.allowed_addresses,
  k.written_to, m.role, o.id AS o_id, o.name AS o_name, o.slug AS o_slug, o.logo AS o_logo, o.metadata AS o_metadata, o.standard_id AS o_standard_id, o.conformance_level_id AS o_conformance_level_id, o.audit_frequency AS o_audit_frequency, o.enabled_modules AS o_enabled_modules, o.require_two_factor AS o_require_two_factor, o.require_fresh_proof AS o_require_fresh_proof, o.account AS o_account, o.account_network AS o_account_network, o.created_at AS o_created_at, o.updated_at AS o_updated_at, (k.last_used_at IS NULL OR k.last_used_at < now() - interval '60 seconds') AS note_use
FROM api_keys k JOIN organizations o ON o.id = k.organization_id
LEFT JOIN members m ON m.organization_id = k.organization_id AND m.user_id = k.owner_user_id
WHERE k.secret_hash = $1 AND (k.revoked_at IS NULL AND k.suspended_by IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())) AND (k.owner_user_id IS NULL OR m.id IS NOT NULL)
  AND NOT EXISTS (SELECT FROM users u WHERE u.id = k.owner_user_id AND u.disabled_at IS NOT NULL);

-- BY_PASS
--   The caller of a pass that a pipeline got for its token.
--   $1 secretHash: bytea
--   returns id uuid, name text, organization_id uuid, product_id uuid, scopes text[], owner_user_id uuid, expires_at timestamp with time zone, allowed_addresses text[], proposals_only boolean, role member_role, o_id uuid, o_name text, o_slug text, o_logo text, o_metadata jsonb, o_standard_id uuid, o_conformance_level_id uuid, o_audit_frequency smallint, o_enabled_modules text[], o_require_two_factor boolean, o_require_fresh_proof boolean, o_account uuid, o_account_network text, o_created_at timestamp with time zone, o_updated_at timestamp with time zone, note_use boolean
/* admission */ SELECT k.id, k.name, k.organization_id, k.product_id, ARRAY['ingest'] AS scopes, p.owner_user_id, k.expires_at,
  k.allowed_addresses, k.proposals_only, m.role, o.id AS o_id, o.name AS o_name, o.slug AS o_slug, o.logo AS o_logo, o.metadata AS o_metadata, o.standard_id AS o_standard_id, o.conformance_level_id AS o_conformance_level_id, o.audit_frequency AS o_audit_frequency, o.enabled_modules AS o_enabled_modules, o.require_two_factor AS o_require_two_factor, o.require_fresh_proof AS o_require_fresh_proof, o.account AS o_account, o.account_network AS o_account_network, o.created_at AS o_created_at, o.updated_at AS o_updated_at, false AS note_use
FROM ingest_passes k JOIN trusted_publishers p ON p.id = k.publisher_id JOIN organizations o ON o.id = k.organization_id
JOIN members m ON m.organization_id = k.organization_id AND m.user_id = p.owner_user_id
JOIN users u ON u.id = p.owner_user_id AND u.disabled_at IS NULL
WHERE k.secret_hash = $1 AND k.expires_at > now() AND p.suspended_by IS NULL;

-- PRODUCT_OF_PATH
--   The product of the path.
--   $1 organizationId: uuid
--   $2 slug: text
--   returns p_organization_id uuid, p_id uuid, p_name text, p_slug text, p_description text, p_type product_type, p_features text[], p_drawn_in uuid[], p_standard_id uuid, p_conformance_level_id uuid, p_audit_frequency smallint, p_page_rules jsonb, p_responsible_person_id uuid, p_archived_at timestamp with time zone, p_revision integer, p_created_at timestamp with time zone, p_updated_at timestamp with time zone
/* admission */ SELECT p.organization_id AS p_organization_id, p.id AS p_id, p.name AS p_name, p.slug AS p_slug, p.description AS p_description, p.type AS p_type, p.features AS p_features, p.drawn_in AS p_drawn_in, p.standard_id AS p_standard_id, p.conformance_level_id AS p_conformance_level_id, p.audit_frequency AS p_audit_frequency, p.page_rules AS p_page_rules, p.responsible_person_id AS p_responsible_person_id, p.archived_at AS p_archived_at, p.revision AS p_revision, p.created_at AS p_created_at, p.updated_at AS p_updated_at FROM products p WHERE p.organization_id = $1 AND p.slug = $2;
