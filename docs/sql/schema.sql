-- The schema as PostgreSQL describes it. Written by npm run schema

CREATE TYPE activity_type AS ENUM ('automated_scan', 'manual_test', 'usability_test', 'user_research');
CREATE TYPE audit_status AS ENUM ('in_progress', 'completed');
CREATE TYPE audit_type AS ENUM ('full', 're_audit', 'small_scope');
CREATE TYPE delivery_status AS ENUM ('pending', 'delivered', 'failed');
CREATE TYPE dismissal_reason AS ENUM ('false_positive', 'accepted', 'third_party', 'not_applicable', 'duplicate');
CREATE TYPE finding_change AS ENUM ('new', 'known', 'regressed', 'dismissed', 'resolved');
CREATE TYPE finding_decision AS ENUM ('confirm', 'dismiss', 'reopen', 'release', 'edit');
CREATE TYPE finding_status AS ENUM ('pending', 'confirmed', 'dismissed', 'resolved');
CREATE TYPE invitation_status AS ENUM ('pending', 'accepted', 'rejected', 'canceled');
CREATE TYPE issue_priority AS ENUM ('low', 'medium', 'high', 'critical');
CREATE TYPE issue_source AS ENUM ('internal', 'external');
CREATE TYPE issue_state AS ENUM ('open', 'closed');
CREATE TYPE line_kind AS ENUM ('main', 'proposal');
CREATE TYPE member_role AS ENUM ('member', 'admin', 'owner');
CREATE TYPE page_answer AS ENUM ('accept', 'dismiss');
CREATE TYPE product_type AS ENUM ('website', 'web-app', 'mobile-app', 'desktop-app', 'design-system', 'document', 'other');
CREATE TYPE rating AS ENUM ('low', 'medium', 'high');
CREATE TYPE risk_status AS ENUM ('identified', 'mitigated', 'materialized', 'aged_out');

CREATE OR REPLACE FUNCTION public.criteria_of(metadata jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
        SELECT CASE jsonb_typeof(metadata -> 'wcag')
          WHEN 'string' THEN ARRAY[metadata ->> 'wcag']
          WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(metadata -> 'wcag'))
          ELSE '{}' END $function$
;

-- libs

CREATE TABLE migrations (
  id integer NOT NULL DEFAULT nextval('migrations_id_seq'::regclass),
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id)
);

-- platform/events

CREATE TABLE account_events (
  id uuid NOT NULL,
  organization_id uuid,
  at timestamp(3) with time zone NOT NULL DEFAULT now(),
  actor_kind text NOT NULL,
  actor_id uuid,
  actor_name text NOT NULL,
  type text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  subject_number integer,
  subject_title text,
  changes jsonb NOT NULL DEFAULT '[]'::jsonb,
  request_id text,
  account_id uuid,
  address text,
  user_agent text,
  kept_until timestamp(3) with time zone,
  CONSTRAINT pk_account_events PRIMARY KEY (id),
  CONSTRAINT ck_account_events_actor_kind CHECK ((actor_kind = ANY (ARRAY['user'::text, 'api_key'::text, 'system'::text])))
);
CREATE INDEX ix_account_events_account ON account_events USING btree (account_id, at DESC, id DESC) WHERE (account_id IS NOT NULL);
CREATE INDEX ix_account_events_actor ON account_events USING btree (actor_id, at) WHERE (actor_kind = 'user'::text);
CREATE INDEX ix_account_events_kept_until ON account_events USING btree (kept_until) WHERE (kept_until IS NOT NULL);
CREATE INDEX ix_account_events_organization ON account_events USING btree (organization_id) WHERE (organization_id IS NOT NULL);
COMMENT ON COLUMN account_events.account_id IS 'the person whose account it concerns; no key, for it may outlive the person';
COMMENT ON COLUMN account_events.kept_until IS 'of an organization that is gone: when it goes, too';
COMMENT ON COLUMN account_events.organization_id IS 'of the event that this is a copy of, as long as the organization exists';

CREATE TABLE event_counters (
  organization_id uuid NOT NULL,
  last bigint NOT NULL,
  CONSTRAINT pk_event_counters PRIMARY KEY (organization_id)
) WITH (fillfactor=50);
COMMENT ON TABLE event_counters IS 'how many positions the events of an organization have taken; of a deleted one too, whose security events are kept';

CREATE TABLE events (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  product_id uuid,
  at timestamp(3) with time zone NOT NULL DEFAULT now(),
  actor_kind text NOT NULL,
  actor_id uuid,
  actor_name text NOT NULL,
  type text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  subject_number integer,
  subject_title text,
  changes jsonb NOT NULL DEFAULT '[]'::jsonb,
  request_id text,
  account_id uuid,
  address text,
  user_agent text,
  kept_until timestamp(3) with time zone,
  "position" bigint,
  CONSTRAINT pk_events PRIMARY KEY (organization_id, id),
  CONSTRAINT ck_events_actor_kind CHECK ((actor_kind = ANY (ARRAY['user'::text, 'api_key'::text, 'system'::text])))
);
CREATE INDEX ix_events_kept_until ON events USING btree (kept_until) WHERE (kept_until IS NOT NULL);
CREATE INDEX ix_events_organization_actor ON events USING btree (organization_id, actor_id, at DESC, id DESC);
CREATE INDEX ix_events_organization_at ON events USING btree (organization_id, at DESC, id DESC);
CREATE INDEX ix_events_organization_record ON events USING btree (organization_id, subject_id, at DESC, id DESC) WHERE (subject_id IS NOT NULL);
CREATE INDEX ix_events_organization_subject ON events USING btree (organization_id, subject_kind, at DESC, id DESC);
CREATE INDEX ix_events_organization_type ON events USING btree (organization_id, type, at DESC, id DESC);
CREATE INDEX ix_events_product_actor ON events USING btree (organization_id, product_id, actor_id, at DESC, id DESC) WHERE (product_id IS NOT NULL);
CREATE INDEX ix_events_product_at ON events USING btree (organization_id, product_id, at DESC, id DESC) WHERE (product_id IS NOT NULL);
CREATE INDEX ix_events_product_subject ON events USING btree (organization_id, product_id, subject_kind, at DESC, id DESC) WHERE (product_id IS NOT NULL);
CREATE INDEX ix_events_product_type ON events USING btree (organization_id, product_id, type, at DESC, id DESC) WHERE (product_id IS NOT NULL);
CREATE INDEX ix_events_unplaced ON events USING btree (organization_id, at, id) WHERE ("position" IS NULL);
CREATE UNIQUE INDEX uq_events_position ON events USING btree (organization_id, "position") WHERE ("position" IS NOT NULL);
CREATE STATISTICS st_events_product (dependencies) ON organization_id, product_id FROM events;
COMMENT ON COLUMN events."position" IS 'in the order of commits; null: of before there were positions, and before all others';
COMMENT ON COLUMN events.account_id IS 'the person whose account it concerns; no key, for it may outlive the person';
COMMENT ON COLUMN events.kept_until IS 'of an organization that is gone: when it goes, too';

-- platform/limits

CREATE UNLOGGED TABLE rate_limits (
  key character varying(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  address character varying(64),
  CONSTRAINT pk_rate_limits PRIMARY KEY (key)
);
CREATE INDEX ix_rate_limits_address ON rate_limits USING btree (address, expire) WHERE (address IS NOT NULL);
CREATE INDEX ix_rate_limits_expire ON rate_limits USING btree (expire);

-- platform/lists

CREATE TABLE heartbeat (
  id integer NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT pk_heartbeat PRIMARY KEY (id),
  CONSTRAINT ck_heartbeat_id CHECK ((id = 1))
);

-- platform/mails

CREATE TABLE mail_orders (
  id uuid NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  subject_id uuid,
  organization_id uuid,
  network text,
  requested_at timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  settled_at timestamp(3) with time zone,
  CONSTRAINT pk_mail_orders PRIMARY KEY (id)
);
CREATE INDEX ix_mail_orders_organization ON mail_orders USING btree (organization_id, kind, requested_at) WHERE (organization_id IS NOT NULL);
CREATE INDEX ix_mail_orders_recipient ON mail_orders USING btree (recipient, kind, due_at);

-- platform/work

CREATE TABLE processes (
  id uuid NOT NULL,
  version text NOT NULL,
  kind text NOT NULL,
  key_ids text[] NOT NULL,
  started_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  seen_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_processes PRIMARY KEY (id)
);
COMMENT ON COLUMN processes.key_ids IS 'the keys that it reads stored secrets with';
COMMENT ON TABLE processes IS 'processes of the installation, each of which writes its row every five seconds';

CREATE TABLE service_state (
  id integer NOT NULL DEFAULT 1,
  read_only_since timestamp(3) with time zone,
  read_only_until timestamp(3) with time zone,
  read_only_reason text,
  backed_up_at timestamp(3) with time zone,
  key_id text,
  reencrypting boolean NOT NULL DEFAULT false,
  built_in_digest text,
  issuer text,
  prunes_from timestamp(3) with time zone NOT NULL DEFAULT (now() + '30 days'::interval),
  CONSTRAINT pk_service_state PRIMARY KEY (id),
  CONSTRAINT ck_service_state_id CHECK ((id = 1))
);
COMMENT ON COLUMN service_state.backed_up_at IS 'when the last backup by the command was whole';
COMMENT ON COLUMN service_state.built_in_digest IS 'of the built-in data that is in place; null: none yet';
COMMENT ON COLUMN service_state.issuer IS 'the provider that accounts of an unknown one were last given to; empty: none is set';
COMMENT ON COLUMN service_state.key_id IS 'the key that all processes seal secrets with; null: none yet';
COMMENT ON COLUMN service_state.prunes_from IS 'from then on the daily job ends what is old; before, it only tells';
COMMENT ON COLUMN service_state.reencrypting IS 'whether secrets that another key has sealed are being encrypted anew';
COMMENT ON TABLE service_state IS 'one row: what all processes of the installation go by';

-- accounts/identity

CREATE TABLE account_networks (
  user_id uuid NOT NULL,
  network_hash bytea NOT NULL,
  last_signed_in_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_account_networks PRIMARY KEY (user_id, network_hash),
  CONSTRAINT fk_account_networks_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_account_networks_last_signed_in_at ON account_networks USING btree (last_signed_in_at);

CREATE TABLE accounts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  password_hash text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  issuer text,
  suspended_by uuid,
  tells_auth_time boolean NOT NULL DEFAULT true,
  organization_id uuid,
  CONSTRAINT pk_accounts PRIMARY KEY (id),
  CONSTRAINT uq_accounts_provider_subject UNIQUE NULLS NOT DISTINCT (provider, organization_id, issuer, subject),
  CONSTRAINT ck_accounts_organization CHECK (((provider = 'organization'::text) = (organization_id IS NOT NULL))),
  CONSTRAINT fk_accounts_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_accounts_organization_id ON accounts USING btree (organization_id) WHERE (organization_id IS NOT NULL);
CREATE INDEX ix_accounts_user ON accounts USING btree (user_id);
COMMENT ON COLUMN accounts.issuer IS 'null: a password of ours; or a link from before, until the next start says whose it is';
COMMENT ON COLUMN accounts.organization_id IS 'of organization: whose provider it is';
COMMENT ON COLUMN accounts.tells_auth_time IS 'whether the provider says when it asked who is there; a proof by it needs that';

CREATE TABLE address_changes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  former_email text NOT NULL,
  former_verified boolean NOT NULL,
  email text NOT NULL,
  requested_at timestamp(3) with time zone NOT NULL,
  confirmed_at timestamp(3) with time zone,
  held_until timestamp(3) with time zone,
  CONSTRAINT pk_address_changes PRIMARY KEY (id),
  CONSTRAINT fk_address_changes_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_address_changes_held ON address_changes USING btree (former_email) WHERE (held_until IS NOT NULL);
CREATE INDEX ix_address_changes_user ON address_changes USING btree (user_id, requested_at);
CREATE UNIQUE INDEX uq_address_changes_pending ON address_changes USING btree (user_id) WHERE (confirmed_at IS NULL);
COMMENT ON COLUMN address_changes.confirmed_at IS 'null: the new address has not confirmed';
COMMENT ON COLUMN address_changes.held_until IS 'until then the former address can be restored, and nobody else can take it';

CREATE TABLE backup_codes (
  id uuid NOT NULL,
  factor_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT pk_backup_codes PRIMARY KEY (id),
  CONSTRAINT uq_backup_codes_factor_code UNIQUE (factor_id, code_hash),
  CONSTRAINT fk_backup_codes_factor FOREIGN KEY (factor_id) REFERENCES second_factors(id) ON DELETE CASCADE
);

CREATE TABLE made_access (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  record_id uuid NOT NULL,
  organization_id uuid,
  title text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  session_id uuid,
  network_hash bytea,
  fresh boolean NOT NULL,
  made_at timestamp(3) with time zone NOT NULL,
  recovery_id uuid,
  kept boolean NOT NULL DEFAULT false,
  answering_user_id uuid,
  answering_session_id uuid,
  answering_fresh boolean,
  answering_network_hash bytea,
  CONSTRAINT pk_made_access PRIMARY KEY (id),
  CONSTRAINT uq_made_access_record UNIQUE (kind, record_id),
  CONSTRAINT fk_made_access_recovery FOREIGN KEY (recovery_id) REFERENCES recoveries(id) ON DELETE CASCADE,
  CONSTRAINT fk_made_access_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_made_access_answering_user ON made_access USING btree (answering_user_id, made_at) WHERE (answering_user_id IS NOT NULL);
CREATE INDEX ix_made_access_member ON made_access USING btree (organization_id, ((details ->> 'userId'::text))) WHERE (kind = 'member'::text);
CREATE INDEX ix_made_access_recovery ON made_access USING btree (recovery_id) WHERE (recovery_id IS NOT NULL);
CREATE INDEX ix_made_access_user ON made_access USING btree (user_id, made_at);
COMMENT ON COLUMN made_access.answering_user_id IS 'who let the maker in; null: nobody, or longer ago than a session lives';
COMMENT ON COLUMN made_access.kept IS 'of what is suspended: the person has kept it';
COMMENT ON COLUMN made_access.recovery_id IS 'which suspended it; null: it is as it was made';

CREATE TABLE made_access_answerers (
  made_id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id uuid,
  fresh boolean NOT NULL,
  network_hash bytea,
  CONSTRAINT pk_made_access_answerers PRIMARY KEY (made_id, user_id),
  CONSTRAINT fk_made_access_answerers_made FOREIGN KEY (made_id) REFERENCES made_access(id) ON DELETE CASCADE,
  CONSTRAINT fk_made_access_answerers_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_made_access_answerers_user ON made_access_answerers USING btree (user_id);

CREATE TABLE preferences (
  user_id uuid NOT NULL,
  language text,
  time_zone text,
  shortcuts jsonb NOT NULL,
  mail_choices jsonb NOT NULL DEFAULT '{}'::jsonb,
  mail_hour smallint NOT NULL DEFAULT 8,
  unsubscribe_key bytea,
  CONSTRAINT pk_preferences PRIMARY KEY (user_id),
  CONSTRAINT ck_preferences_mail_hour CHECK (((mail_hour >= 0) AND (mail_hour <= 23))),
  CONSTRAINT fk_preferences_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
COMMENT ON COLUMN preferences.language IS 'null: that of the browser';
COMMENT ON COLUMN preferences.time_zone IS 'null: that of the browser';
COMMENT ON COLUMN preferences.unsubscribe_key IS 'what links in mails are made with; null: none was sent';

CREATE TABLE proof_codes (
  session_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  tries_left smallint NOT NULL,
  CONSTRAINT pk_proof_codes PRIMARY KEY (session_id),
  CONSTRAINT fk_proof_codes_session FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE TABLE provider_sign_ins (
  id uuid NOT NULL,
  secret_hash bytea NOT NULL,
  callback_url text NOT NULL,
  error_callback_url text,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  invitation_id text,
  invitation_token_hash bytea,
  proves_session_id uuid,
  CONSTRAINT pk_provider_sign_ins PRIMARY KEY (id),
  CONSTRAINT fk_provider_sign_ins_session FOREIGN KEY (proves_session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX ix_provider_sign_ins_expires_at ON provider_sign_ins USING btree (expires_at);
CREATE INDEX ix_provider_sign_ins_session ON provider_sign_ins USING btree (proves_session_id) WHERE (proves_session_id IS NOT NULL);
CREATE UNIQUE INDEX uq_provider_sign_ins_secret_hash ON provider_sign_ins USING btree (secret_hash);

CREATE TABLE recoveries (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  cause text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  keep_until timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  CONSTRAINT pk_recoveries PRIMARY KEY (id),
  CONSTRAINT fk_recoveries_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_recoveries_user ON recoveries USING btree (user_id, at);

CREATE TABLE second_factors (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  seed text NOT NULL,
  active boolean NOT NULL DEFAULT false,
  last_step bigint,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_second_factors PRIMARY KEY (id),
  CONSTRAINT uq_second_factors_user_active UNIQUE (user_id, active),
  CONSTRAINT fk_second_factors_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
COMMENT ON COLUMN second_factors.last_step IS 'the latest time step of which a code was used: no code is good twice';
COMMENT ON COLUMN second_factors.seed IS 'encrypted';
COMMENT ON TABLE second_factors IS 'of each person at most one that is on, and one that waits for its first right code';

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  ip_address text,
  user_agent text,
  active_organization_id uuid,
  active_team_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  remembered boolean NOT NULL DEFAULT true,
  factor_passed boolean NOT NULL DEFAULT false,
  written_to text,
  proved_at timestamp(3) with time zone DEFAULT now(),
  provider_organization_id uuid,
  provider_proved_at timestamp(3) with time zone,
  CONSTRAINT pk_sessions PRIMARY KEY (id),
  CONSTRAINT fk_sessions_active_organization FOREIGN KEY (active_organization_id) REFERENCES organizations(id),
  CONSTRAINT fk_sessions_active_team FOREIGN KEY (active_team_id) REFERENCES teams(id),
  CONSTRAINT fk_sessions_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_sessions_active_organization ON sessions USING btree (active_organization_id) WHERE (active_organization_id IS NOT NULL);
CREATE INDEX ix_sessions_active_team ON sessions USING btree (active_team_id) WHERE (active_team_id IS NOT NULL);
CREATE INDEX ix_sessions_expires_at ON sessions USING btree (expires_at);
CREATE INDEX ix_sessions_user ON sessions USING btree (user_id);
CREATE UNIQUE INDEX uq_sessions_token_hash ON sessions USING btree (token_hash);
COMMENT ON COLUMN sessions.proved_at IS 'when the person last proved who they are; null: a provider said so, nobody knows when it asked';
COMMENT ON COLUMN sessions.provider_organization_id IS 'the organization by whose provider it began';
COMMENT ON COLUMN sessions.provider_proved_at IS 'when that provider last asked who is there';

CREATE TABLE sign_in_challenges (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  secret_hash bytea NOT NULL,
  remembered boolean NOT NULL,
  former_session_id uuid,
  wrong_codes integer NOT NULL DEFAULT 0,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  method text,
  provider_organization_id uuid,
  CONSTRAINT pk_sign_in_challenges PRIMARY KEY (id),
  CONSTRAINT uq_sign_in_challenges_secret UNIQUE (secret_hash),
  CONSTRAINT fk_sign_in_challenges_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_sign_in_challenges_expires_at ON sign_in_challenges USING btree (expires_at);
CREATE INDEX ix_sign_in_challenges_user ON sign_in_challenges USING btree (user_id);
COMMENT ON COLUMN sign_in_challenges.method IS 'how the first factor was passed; null: before this was kept';
COMMENT ON COLUMN sign_in_challenges.provider_organization_id IS 'the organization by whose provider the first factor was passed';

CREATE TABLE used_tokens (
  token_hash bytea NOT NULL,
  uses integer NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_used_tokens PRIMARY KEY (token_hash)
);
COMMENT ON TABLE used_tokens IS 'tokens of issuers that were exchanged, until they would be too old anyway';

CREATE TABLE users (
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  two_factor_enabled boolean NOT NULL DEFAULT false,
  disabled_at timestamp(3) with time zone,
  image_to_fetch text,
  managed_by uuid,
  disabled_by uuid,
  CONSTRAINT pk_users PRIMARY KEY (id),
  CONSTRAINT ck_users_email_lower CHECK ((email = lower(email)))
);
CREATE INDEX ix_users_image_to_fetch ON users USING btree (id) WHERE (image_to_fetch IS NOT NULL);
CREATE UNIQUE INDEX uq_users_email ON users USING btree (email);
COMMENT ON COLUMN users.disabled_by IS 'the organization whose provider has disabled it; null: whoever runs the service';
COMMENT ON COLUMN users.image_to_fetch IS 'the address of a picture that is not fetched yet; shown to the person alone';
COMMENT ON COLUMN users.managed_by IS 'the organization by whose provider the account was made';

CREATE TABLE verifications (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  email text NOT NULL,
  address_change_id uuid,
  CONSTRAINT pk_verifications PRIMARY KEY (id),
  CONSTRAINT ck_verifications_purpose CHECK ((purpose = ANY (ARRAY['password_reset'::text, 'email'::text, 'change_email'::text, 'restore_address'::text, 'unlock_codes'::text]))),
  CONSTRAINT fk_verifications_address_change FOREIGN KEY (address_change_id) REFERENCES address_changes(id) ON DELETE CASCADE,
  CONSTRAINT fk_verifications_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_verifications_address_change ON verifications USING btree (address_change_id) WHERE (address_change_id IS NOT NULL);
CREATE INDEX ix_verifications_expires_at ON verifications USING btree (expires_at);
CREATE INDEX ix_verifications_user ON verifications USING btree (user_id, purpose);
CREATE UNIQUE INDEX uq_verifications_token_hash ON verifications USING btree (token_hash);

CREATE TABLE wrong_codes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL DEFAULT now(),
  followed boolean NOT NULL DEFAULT false,
  CONSTRAINT pk_wrong_codes PRIMARY KEY (id),
  CONSTRAINT fk_wrong_codes_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_wrong_codes_user ON wrong_codes USING btree (user_id, at);
COMMENT ON COLUMN wrong_codes.followed IS 'a right code came after it: it counts for the day alone';

-- accounts/organizations

CREATE TABLE former_members (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  member_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  CONSTRAINT pk_former_members PRIMARY KEY (user_id, organization_id)
);
COMMENT ON COLUMN former_members.member_ids IS 'of memberships that have ended, which events name';
COMMENT ON TABLE former_members IS 'whom records of an organization may name; no keys, for its events outlive it, and a key would lock the person';

CREATE TABLE invitations (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  email text NOT NULL,
  role member_role NOT NULL,
  team_id uuid,
  status invitation_status NOT NULL DEFAULT 'pending'::invitation_status,
  inviter_id uuid NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  token_hash bytea,
  suspended_by uuid,
  CONSTRAINT pk_invitations PRIMARY KEY (id),
  CONSTRAINT fk_invitations_inviter FOREIGN KEY (inviter_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT fk_invitations_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT fk_invitations_team FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id)
);
CREATE INDEX ix_invitations_email ON invitations USING btree (email);
CREATE INDEX ix_invitations_inviter ON invitations USING btree (inviter_id);
CREATE INDEX ix_invitations_organization ON invitations USING btree (organization_id, created_at, id);
CREATE INDEX ix_invitations_team ON invitations USING btree (organization_id, team_id);
CREATE UNIQUE INDEX uq_invitations_pending ON invitations USING btree (organization_id, email) WHERE (status = 'pending'::invitation_status);
COMMENT ON COLUMN invitations.token_hash IS 'SHA-256; null until the mail is sent';

CREATE TABLE members (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role member_role NOT NULL,
  team_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  recovery boolean NOT NULL DEFAULT false,
  role_provisioned boolean NOT NULL DEFAULT false,
  CONSTRAINT pk_members PRIMARY KEY (id),
  CONSTRAINT uq_members_organization_user UNIQUE (organization_id, user_id),
  CONSTRAINT fk_members_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT fk_members_team FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  CONSTRAINT fk_members_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_members_created_at ON members USING btree (organization_id, created_at, id);
CREATE INDEX ix_members_team ON members USING btree (organization_id, team_id);
CREATE INDEX ix_members_user ON members USING btree (user_id);
COMMENT ON COLUMN members.recovery IS 'an owner who comes in without the provider';
COMMENT ON COLUMN members.role_provisioned IS 'whether a group of the provider gives the role, which nobody changes by hand';

CREATE TABLE organization_locks (
  organization_id uuid NOT NULL,
  CONSTRAINT pk_organization_locks PRIMARY KEY (organization_id),
  CONSTRAINT fk_organization_locks_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE TABLE organization_quotas (
  organization_id uuid NOT NULL,
  limits jsonb NOT NULL,
  CONSTRAINT pk_organization_quotas PRIMARY KEY (organization_id),
  CONSTRAINT fk_organization_quotas_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
COMMENT ON TABLE organization_quotas IS 'how many records of a kind some organizations may have, in place of what the settings say';

CREATE TABLE organizations (
  id uuid NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  logo text,
  metadata jsonb,
  standard_id uuid,
  conformance_level_id uuid,
  audit_frequency smallint,
  enabled_modules text[] NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  require_two_factor boolean NOT NULL DEFAULT false,
  require_fresh_proof boolean,
  account uuid,
  account_network text,
  legal_disclaimer text,
  formula_notice_due boolean NOT NULL DEFAULT false,
  suspended_at timestamp(3) with time zone,
  deadlines jsonb,
  former_slugs text[] NOT NULL DEFAULT '{}'::text[],
  deleted_at timestamp(3) with time zone,
  deleted_slugs text[],
  require_provider boolean NOT NULL DEFAULT false,
  provider_counts_as_factor boolean NOT NULL DEFAULT false,
  time_zone text NOT NULL DEFAULT 'UTC'::text,
  CONSTRAINT pk_organizations PRIMARY KEY (id),
  CONSTRAINT uq_organizations_slug UNIQUE (slug),
  CONSTRAINT ck_organizations_audit_frequency CHECK ((audit_frequency = ANY (ARRAY[3, 6, 12]))),
  CONSTRAINT ck_organizations_deleted CHECK (((deleted_at IS NULL) = (deleted_slugs IS NULL))),
  CONSTRAINT ck_organizations_former_slugs CHECK ((cardinality(former_slugs) <= 5)),
  CONSTRAINT fk_organizations_conformance_level FOREIGN KEY (standard_id, conformance_level_id) REFERENCES standard_levels(standard_id, id),
  CONSTRAINT fk_organizations_standard FOREIGN KEY (standard_id) REFERENCES standards(id)
);
CREATE INDEX ix_organizations_account_network ON organizations USING btree (account) WHERE (account_network IS NOT NULL);
CREATE INDEX ix_organizations_deleted ON organizations USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX ix_organizations_former_slugs ON organizations USING gin (former_slugs) WHERE (former_slugs <> '{}'::text[]);
CREATE INDEX ix_organizations_standard ON organizations USING btree (standard_id, conformance_level_id) WHERE (standard_id IS NOT NULL);
COMMENT ON COLUMN organizations.account IS 'of the person who made it, written once; null: its own';
COMMENT ON COLUMN organizations.account_network IS 'counts in place of account until that person has proved an address; hashed';
COMMENT ON COLUMN organizations.deleted_at IS 'since when it is as good as gone: nobody reaches it, until it is erased or brought back';
COMMENT ON COLUMN organizations.deleted_slugs IS 'the slug that it had then and the former ones; slug is its id meanwhile, so that others may have them';
COMMENT ON COLUMN organizations.former_slugs IS 'slugs that it had and that nobody else gets, the newest first';
COMMENT ON COLUMN organizations.formula_notice_due IS 'its admins are to be told which letters another formula has changed';
COMMENT ON COLUMN organizations.legal_disclaimer IS 'what its conformance reports end with';
COMMENT ON COLUMN organizations.provider_counts_as_factor IS 'whether who has needs no second factor in it';
COMMENT ON COLUMN organizations.require_fresh_proof IS 'null: as FRESH_PROOF_DEFAULT says';
COMMENT ON COLUMN organizations.require_provider IS 'whether people must have come in by its provider';
COMMENT ON COLUMN organizations.suspended_at IS 'since when an operator lets nothing be changed in it; null: not';
COMMENT ON COLUMN organizations.time_zone IS 'in which its days begin and end, such as Europe/Berlin';

CREATE TABLE teams (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_teams PRIMARY KEY (id),
  CONSTRAINT uq_teams_organization_id UNIQUE (organization_id, id),
  CONSTRAINT fk_teams_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

-- accounts/single-sign-on

CREATE TABLE organization_sign_in (
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  issuer text NOT NULL,
  client_id text,
  client_secret text,
  sign_in_url text,
  certificates text[] NOT NULL DEFAULT '{}'::text[],
  idp_initiated boolean NOT NULL DEFAULT false,
  create_role member_role,
  attributes jsonb NOT NULL,
  groups jsonb NOT NULL,
  suspended_by uuid,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  told_certificates text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT pk_organization_sign_in PRIMARY KEY (organization_id),
  CONSTRAINT ck_organization_sign_in_create_role CHECK ((create_role <> 'owner'::member_role)),
  CONSTRAINT ck_organization_sign_in_kind CHECK (
CASE kind
    WHEN 'oidc'::text THEN ((client_id IS NOT NULL) AND (client_secret IS NOT NULL) AND (sign_in_url IS NULL) AND (certificates = '{}'::text[]) AND (NOT idp_initiated))
    WHEN 'saml'::text THEN ((client_id IS NULL) AND (client_secret IS NULL) AND (sign_in_url IS NOT NULL) AND ((cardinality(certificates) >= 1) AND (cardinality(certificates) <= 3)))
    ELSE false
END),
  CONSTRAINT fk_organization_sign_in_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
COMMENT ON COLUMN organization_sign_in.certificates IS 'PEM; who signs assertions';
COMMENT ON COLUMN organization_sign_in.client_secret IS 'encrypted';
COMMENT ON COLUMN organization_sign_in.create_role IS 'the role of whom no group gives one; null: they are not let in';
COMMENT ON COLUMN organization_sign_in.issuer IS 'the issuer of OpenID Connect, the entity id of SAML';
COMMENT ON COLUMN organization_sign_in.suspended_by IS 'the recovery that has suspended it';
COMMENT ON COLUMN organization_sign_in.told_certificates IS 'fingerprints of certificates whose end people were told of';
COMMENT ON TABLE organization_sign_in IS 'the provider by which people of an organization come in';

CREATE TABLE organization_sign_in_attempts (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  secret_hash bytea NOT NULL,
  purpose text NOT NULL,
  session_id uuid,
  request_id text,
  callback_url text NOT NULL,
  error_callback_url text,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_organization_sign_in_attempts PRIMARY KEY (id),
  CONSTRAINT uq_organization_sign_in_attempts_secret UNIQUE (secret_hash),
  CONSTRAINT ck_organization_sign_in_attempts_purpose CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'prove'::text, 'link'::text, 'try'::text]))),
  CONSTRAINT ck_organization_sign_in_attempts_session CHECK (((purpose = 'sign_in'::text) = (session_id IS NULL))),
  CONSTRAINT fk_organization_sign_in_attempts_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX ix_organization_sign_in_attempts_expires_at ON organization_sign_in_attempts USING btree (expires_at);
CREATE INDEX ix_organization_sign_in_attempts_organization_id ON organization_sign_in_attempts USING btree (organization_id);
COMMENT ON COLUMN organization_sign_in_attempts.request_id IS 'of SAML: the request that must be answered';
COMMENT ON COLUMN organization_sign_in_attempts.secret_hash IS 'SHA-256 of what only the browser knows';
COMMENT ON COLUMN organization_sign_in_attempts.session_id IS 'the session that proves, links or tries something';
COMMENT ON TABLE organization_sign_in_attempts IS 'sign-ins under way at the providers of organizations';

CREATE TABLE sign_in_domains (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  domain text NOT NULL,
  token text NOT NULL,
  verified_at timestamp(3) with time zone,
  verified_by text,
  missing_since timestamp(3) with time zone,
  code_hash bytea,
  code_expires_at timestamp(3) with time zone,
  code_tries_left integer NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_sign_in_domains PRIMARY KEY (id),
  CONSTRAINT uq_sign_in_domains_organization_domain UNIQUE (organization_id, domain),
  CONSTRAINT ck_sign_in_domains_domain CHECK ((domain = lower(domain))),
  CONSTRAINT ck_sign_in_domains_verified CHECK (((verified_at IS NULL) = (verified_by IS NULL))),
  CONSTRAINT ck_sign_in_domains_verified_by CHECK ((verified_by = ANY (ARRAY['dns'::text, 'mail'::text]))),
  CONSTRAINT fk_sign_in_domains_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX uq_sign_in_domains_verified ON sign_in_domains USING btree (domain) WHERE (verified_at IS NOT NULL);
COMMENT ON COLUMN sign_in_domains.code_hash IS 'SHA-256 of the id and the code that was mailed last';
COMMENT ON COLUMN sign_in_domains.missing_since IS 'since when the TXT record has not been found';
COMMENT ON COLUMN sign_in_domains.token IS 'what the TXT record must say; public';
COMMENT ON TABLE sign_in_domains IS 'domains that organizations claim; one that is proved is one organization''s';

CREATE TABLE sign_in_keys (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  private_key text NOT NULL,
  certificate text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_sign_in_keys PRIMARY KEY (organization_id, id),
  CONSTRAINT fk_sign_in_keys_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
COMMENT ON COLUMN sign_in_keys.certificate IS 'PEM';
COMMENT ON COLUMN sign_in_keys.private_key IS 'PEM, encrypted';
COMMENT ON TABLE sign_in_keys IS 'by which requests to the SAML provider of an organization are signed, and for which it encrypts';

-- standards/standards

CREATE TABLE requirement_groups (
  id uuid NOT NULL,
  standard_id uuid NOT NULL,
  parent_id uuid,
  name text NOT NULL,
  description text,
  sort_order integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT pk_requirement_groups PRIMARY KEY (id),
  CONSTRAINT uq_requirement_groups_standard_id UNIQUE (standard_id, id),
  CONSTRAINT ck_requirement_groups_not_own_parent CHECK ((parent_id <> id)),
  CONSTRAINT fk_requirement_groups_parent FOREIGN KEY (standard_id, parent_id) REFERENCES requirement_groups(standard_id, id),
  CONSTRAINT fk_requirement_groups_standard FOREIGN KEY (standard_id) REFERENCES standards(id) ON DELETE CASCADE
);
CREATE INDEX ix_requirement_groups_parent ON requirement_groups USING btree (standard_id, parent_id);

CREATE TABLE requirements (
  id uuid NOT NULL,
  standard_id uuid NOT NULL,
  group_id uuid,
  level_id uuid,
  name text NOT NULL,
  description text,
  url text,
  versions text[] NOT NULL DEFAULT '{}'::text[],
  ai_testable boolean NOT NULL DEFAULT false,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  sort_order integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  wcag text[] NOT NULL GENERATED ALWAYS AS (criteria_of(metadata)) STORED,
  revision integer NOT NULL DEFAULT 1,
  applies_to jsonb,
  procedure text,
  CONSTRAINT pk_requirements PRIMARY KEY (id),
  CONSTRAINT fk_requirements_group FOREIGN KEY (standard_id, group_id) REFERENCES requirement_groups(standard_id, id),
  CONSTRAINT fk_requirements_level FOREIGN KEY (standard_id, level_id) REFERENCES standard_levels(standard_id, id),
  CONSTRAINT fk_requirements_standard FOREIGN KEY (standard_id) REFERENCES standards(id) ON DELETE CASCADE
);
CREATE INDEX ix_requirements_group ON requirements USING btree (standard_id, group_id);
CREATE INDEX ix_requirements_level ON requirements USING btree (standard_id, level_id);
CREATE INDEX ix_requirements_standard ON requirements USING btree (standard_id, sort_order, id);
COMMENT ON COLUMN requirements.applies_to IS 'types, features, and what is to be with them; null: every product';
COMMENT ON COLUMN requirements.procedure IS 'how it is examined, in Markdown; null: as the criteria of WCAG are that it stands for';

CREATE TABLE standard_levels (
  id uuid NOT NULL,
  standard_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  sort_order integer NOT NULL,
  CONSTRAINT pk_standard_levels PRIMARY KEY (id),
  CONSTRAINT uq_standard_levels_standard_id UNIQUE (standard_id, id),
  CONSTRAINT fk_standard_levels_standard FOREIGN KEY (standard_id) REFERENCES standards(id) ON DELETE CASCADE
);

CREATE TABLE standards (
  id uuid NOT NULL,
  organization_id uuid,
  name text NOT NULL,
  slug text NOT NULL,
  description text,
  source text NOT NULL,
  cumulative boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  former_slugs text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT pk_standards PRIMARY KEY (id),
  CONSTRAINT uq_standards_organization_slug UNIQUE NULLS NOT DISTINCT (organization_id, slug),
  CONSTRAINT ck_standards_former_slugs CHECK ((cardinality(former_slugs) <= 5)),
  CONSTRAINT ck_standards_source CHECK ((((source = 'built_in'::text) AND (organization_id IS NULL)) OR ((source = 'custom'::text) AND (organization_id IS NOT NULL)))),
  CONSTRAINT fk_standards_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX ix_standards_former_slugs ON standards USING gin (former_slugs) WHERE (former_slugs <> '{}'::text[]);
COMMENT ON COLUMN standards.former_slugs IS 'slugs that it had and that nobody else gets, the newest first';

-- standards/taxonomy

CREATE TABLE functional_needs (
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  sort_order integer NOT NULL,
  CONSTRAINT pk_functional_needs PRIMARY KEY (id),
  CONSTRAINT uq_functional_needs_slug UNIQUE (slug)
);

-- products/api-keys

CREATE TABLE api_keys (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  product_id uuid,
  name text NOT NULL,
  display_prefix text NOT NULL,
  secret_hash bytea NOT NULL,
  scopes text[] NOT NULL,
  owner_user_id uuid,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  parent_id uuid,
  expires_at timestamp(3) with time zone,
  allowed_addresses text[],
  written_to text,
  suspended_by uuid,
  CONSTRAINT pk_api_keys PRIMARY KEY (id),
  CONSTRAINT uq_api_keys_secret_hash UNIQUE (secret_hash),
  CONSTRAINT ck_api_keys_allowed_addresses CHECK ((cardinality(allowed_addresses) > 0)),
  CONSTRAINT ck_api_keys_ownerless_ingest CHECK (((owner_user_id IS NOT NULL) OR (scopes = ARRAY['ingest'::text]))),
  CONSTRAINT ck_api_keys_scopes CHECK (((scopes <@ ARRAY['read'::text, 'write'::text, 'ingest'::text]) AND (cardinality(scopes) > 0))),
  CONSTRAINT fk_api_keys_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT fk_api_keys_owner FOREIGN KEY (organization_id, owner_user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE,
  CONSTRAINT fk_api_keys_parent FOREIGN KEY (parent_id) REFERENCES api_keys(id) ON DELETE CASCADE
);
CREATE INDEX ix_api_keys_organization ON api_keys USING btree (organization_id, created_at, id);
CREATE INDEX ix_api_keys_owner ON api_keys USING btree (organization_id, owner_user_id);
CREATE INDEX ix_api_keys_parent ON api_keys USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX ix_api_keys_product ON api_keys USING btree (organization_id, product_id);
COMMENT ON COLUMN api_keys.allowed_addresses IS 'addresses and CIDR blocks; null: from anywhere';
COMMENT ON COLUMN api_keys.parent_id IS 'the key that made this one; null: a person did';

CREATE TABLE ingest_passes (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  publisher_id uuid NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  proposals_only boolean NOT NULL,
  allowed_addresses text[],
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  proposal_number integer,
  CONSTRAINT pk_ingest_passes PRIMARY KEY (id),
  CONSTRAINT uq_ingest_passes_secret_hash UNIQUE (secret_hash),
  CONSTRAINT fk_ingest_passes_publisher FOREIGN KEY (publisher_id) REFERENCES trusted_publishers(id) ON DELETE CASCADE
);
CREATE INDEX ix_ingest_passes_publisher ON ingest_passes USING btree (publisher_id);
COMMENT ON COLUMN ingest_passes.proposal_number IS 'the only proposal that it reports for; null: its token named none';

CREATE TABLE trusted_publishers (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  issuer text NOT NULL,
  source_id text,
  claims jsonb NOT NULL,
  owner_user_id uuid NOT NULL,
  parent_key_id uuid,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  suspended_by uuid,
  repository text,
  presented jsonb,
  CONSTRAINT pk_trusted_publishers PRIMARY KEY (id),
  CONSTRAINT ck_trusted_publishers_claims CHECK (((source_id IS NOT NULL) OR ((repository IS NOT NULL) AND (claims = '{}'::jsonb)))),
  CONSTRAINT fk_trusted_publishers_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT fk_trusted_publishers_owner FOREIGN KEY (organization_id, owner_user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE,
  CONSTRAINT fk_trusted_publishers_parent_key FOREIGN KEY (parent_key_id) REFERENCES api_keys(id) ON DELETE CASCADE
);
CREATE INDEX ix_trusted_publishers_owner ON trusted_publishers USING btree (organization_id, owner_user_id);
CREATE INDEX ix_trusted_publishers_parent_key ON trusted_publishers USING btree (parent_key_id);
CREATE INDEX ix_trusted_publishers_source ON trusted_publishers USING btree (issuer, source_id);
CREATE UNIQUE INDEX uq_trusted_publishers_claims ON trusted_publishers USING btree (organization_id, product_id, issuer, claims) WHERE (source_id IS NOT NULL);
CREATE UNIQUE INDEX uq_trusted_publishers_repository ON trusted_publishers USING btree (organization_id, product_id, issuer, lower(repository)) WHERE (source_id IS NULL);
COMMENT ON COLUMN trusted_publishers.parent_key_id IS 'the key that made this one; null: a person did';
COMMENT ON COLUMN trusted_publishers.presented IS 'the ids that its last token showed, until they are accepted';
COMMENT ON COLUMN trusted_publishers.repository IS 'the name that it was made by; null: by its ids';
COMMENT ON COLUMN trusted_publishers.source_id IS 'the repository or project that the claims name; null: its ids have not been accepted';

-- products/products

CREATE TABLE areas (
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  description text,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  organization_id uuid NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  former_slugs text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT pk_areas PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_areas_product_id UNIQUE (organization_id, product_id, id),
  CONSTRAINT uq_areas_product_slug UNIQUE (organization_id, product_id, slug),
  CONSTRAINT ck_areas_former_slugs CHECK ((cardinality(former_slugs) <= 5)),
  CONSTRAINT fk_areas_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_areas_former_slugs ON areas USING gin (organization_id, former_slugs) WHERE (former_slugs <> '{}'::text[]);
CREATE INDEX ix_areas_product_name ON areas USING btree (organization_id, product_id, lower(name), id);
COMMENT ON COLUMN areas.former_slugs IS 'slugs that it had and that nobody else gets, the newest first';

CREATE TABLE current_grades (
  product_id uuid NOT NULL,
  grade jsonb,
  valid_until timestamp(3) with time zone,
  organization_id uuid NOT NULL,
  former_letter text,
  changed_at timestamp(3) with time zone,
  CONSTRAINT pk_current_grades PRIMARY KEY (organization_id, product_id),
  CONSTRAINT fk_current_grades_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_current_grades_valid_until ON current_grades USING btree (valid_until) WHERE (valid_until IS NOT NULL);
COMMENT ON COLUMN current_grades.changed_at IS 'since when it has the present letter';
COMMENT ON COLUMN current_grades.former_letter IS 'the letter before the present one; null: none, or nothing had been tested';

CREATE TABLE deleted_product_numbers (
  organization_id uuid NOT NULL,
  slug text NOT NULL,
  kind text NOT NULL,
  value integer NOT NULL,
  CONSTRAINT pk_deleted_product_numbers PRIMARY KEY (organization_id, slug, kind),
  CONSTRAINT fk_deleted_product_numbers_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
COMMENT ON TABLE deleted_product_numbers IS 'the last numbers that records had under each slug of a deleted product';

CREATE TABLE product_counters (
  product_id uuid NOT NULL,
  kind text NOT NULL,
  value integer NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT pk_product_counters PRIMARY KEY (organization_id, product_id, kind),
  CONSTRAINT fk_product_counters_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE product_pins (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  product_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_product_pins PRIMARY KEY (organization_id, user_id, product_id),
  CONSTRAINT fk_product_pins_member FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE,
  CONSTRAINT fk_product_pins_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_product_pins_product ON product_pins USING btree (organization_id, product_id);

CREATE TABLE products (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  description text,
  type product_type NOT NULL,
  standard_id uuid,
  conformance_level_id uuid,
  audit_frequency smallint,
  responsible_person_id uuid,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  features text[] NOT NULL DEFAULT '{support}'::text[],
  drawn_in uuid[] NOT NULL DEFAULT '{}'::uuid[],
  page_rules jsonb NOT NULL DEFAULT '[]'::jsonb,
  team_id uuid,
  deadlines jsonb,
  former_slugs text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT pk_products PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_products_organization_slug UNIQUE (organization_id, slug),
  CONSTRAINT ck_products_audit_frequency CHECK ((audit_frequency = ANY (ARRAY[0, 3, 6, 12]))),
  CONSTRAINT ck_products_former_slugs CHECK ((cardinality(former_slugs) <= 5)),
  CONSTRAINT fk_products_conformance_level FOREIGN KEY (conformance_level_id) REFERENCES standard_levels(id),
  CONSTRAINT fk_products_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT fk_products_responsible_person FOREIGN KEY (organization_id, responsible_person_id) REFERENCES members(organization_id, user_id),
  CONSTRAINT fk_products_standard FOREIGN KEY (standard_id) REFERENCES standards(id),
  CONSTRAINT fk_products_team FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id)
);
CREATE INDEX ix_products_conformance_level ON products USING btree (conformance_level_id) WHERE (conformance_level_id IS NOT NULL);
CREATE INDEX ix_products_former_slugs ON products USING gin (organization_id, former_slugs) WHERE (former_slugs <> '{}'::text[]);
CREATE INDEX ix_products_organization_name ON products USING btree (organization_id, lower(name), id);
CREATE INDEX ix_products_responsible_person ON products USING btree (organization_id, responsible_person_id);
CREATE INDEX ix_products_standard ON products USING btree (standard_id) WHERE (standard_id IS NOT NULL);
CREATE INDEX ix_products_team ON products USING btree (organization_id, team_id) WHERE (team_id IS NOT NULL);
COMMENT ON COLUMN products.former_slugs IS 'slugs that it had and that nobody else gets, the newest first';
COMMENT ON COLUMN products.page_rules IS 'path, and the names of the query that count; the first that fits';

CREATE TABLE record_totals (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  kind text NOT NULL,
  value integer NOT NULL,
  CONSTRAINT pk_record_totals PRIMARY KEY (organization_id, product_id, kind),
  CONSTRAINT fk_record_totals_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);

-- records/audits

CREATE TABLE audits (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  number integer NOT NULL,
  type audit_type NOT NULL,
  status audit_status NOT NULL,
  title text,
  description text,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  occurred_at timestamp(3) with time zone GENERATED ALWAYS AS (COALESCE(completed_at, started_at, created_at)) STORED,
  standard_id uuid,
  conformance_level_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  standard_removed boolean NOT NULL DEFAULT false,
  scope_text text,
  baseline jsonb NOT NULL DEFAULT '[]'::jsonb,
  method text,
  evaluators jsonb NOT NULL DEFAULT '[]'::jsonb,
  executive_summary text,
  due_at timestamp(3) with time zone,
  lead_id uuid,
  accept_untested boolean NOT NULL DEFAULT false,
  retest_of integer,
  last_entry integer NOT NULL DEFAULT 0,
  entry_count integer NOT NULL DEFAULT 0,
  outcome_count integer NOT NULL DEFAULT 0,
  untested_count integer NOT NULL DEFAULT 0,
  CONSTRAINT pk_audits PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_audits_product_id UNIQUE (organization_id, id, product_id),
  CONSTRAINT uq_audits_product_number UNIQUE (organization_id, product_id, number),
  CONSTRAINT fk_audits_conformance_level FOREIGN KEY (conformance_level_id) REFERENCES standard_levels(id),
  CONSTRAINT fk_audits_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_audits_standard FOREIGN KEY (standard_id) REFERENCES standards(id)
);
CREATE INDEX ix_audits_completed ON audits USING btree (organization_id, product_id, completed_at) WHERE (status = 'completed'::audit_status);
CREATE INDEX ix_audits_completed_full ON audits USING btree (organization_id, product_id, completed_at DESC) WHERE ((type = 'full'::audit_type) AND (status = 'completed'::audit_status));
CREATE INDEX ix_audits_conformance_level ON audits USING btree (conformance_level_id) WHERE (conformance_level_id IS NOT NULL);
CREATE INDEX ix_audits_newest_completed ON audits USING btree (organization_id, product_id, completed_at, number) WHERE ((status = 'completed'::audit_status) AND (outcome_count > 0));
CREATE INDEX ix_audits_open_full ON audits USING btree (organization_id, product_id) WHERE ((type = 'full'::audit_type) AND (status = 'in_progress'::audit_status));
CREATE INDEX ix_audits_organization_completed_at_desc ON audits USING btree (organization_id, completed_at DESC NULLS LAST, id DESC) INCLUDE (product_id);
CREATE INDEX ix_audits_organization_created ON audits USING btree (organization_id, created_at, id) INCLUDE (product_id);
CREATE INDEX ix_audits_organization_occurred ON audits USING btree (organization_id, occurred_at DESC, id DESC) INCLUDE (product_id);
CREATE INDEX ix_audits_organization_started_at_desc ON audits USING btree (organization_id, started_at DESC NULLS LAST, id DESC) INCLUDE (product_id);
CREATE INDEX ix_audits_organization_text ON audits USING gin (organization_id, title gin_trgm_ops);
CREATE INDEX ix_audits_product_completed_at_desc ON audits USING btree (organization_id, product_id, completed_at DESC NULLS LAST, id DESC);
CREATE INDEX ix_audits_product_created ON audits USING btree (organization_id, product_id, created_at, id);
CREATE INDEX ix_audits_product_occurred ON audits USING btree (organization_id, product_id, occurred_at DESC, id DESC);
CREATE INDEX ix_audits_product_started_at_desc ON audits USING btree (organization_id, product_id, started_at DESC NULLS LAST, id DESC);
CREATE INDEX ix_audits_standard ON audits USING btree (standard_id) WHERE (standard_id IS NOT NULL);
CREATE STATISTICS st_audits_product (dependencies) ON organization_id, product_id FROM audits;
COMMENT ON COLUMN audits.last_entry IS 'the highest number that an entry of its sample has had';
COMMENT ON COLUMN audits.lead_id IS 'the user id of a member';
COMMENT ON COLUMN audits.outcome_count IS 'outcomes of requirements that there still are, but for untested ones';
COMMENT ON COLUMN audits.retest_of IS 'the number of the audit whose failures it looks at again';
COMMENT ON COLUMN audits.untested_count IS 'requirements whose verdict is untested; 0 where it has neither sample nor outcomes';

-- records/comments

CREATE TABLE comment_versions (
  organization_id uuid NOT NULL,
  comment_id uuid NOT NULL,
  revision integer NOT NULL,
  body text NOT NULL,
  html text NOT NULL,
  written_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_comment_versions PRIMARY KEY (organization_id, comment_id, revision),
  CONSTRAINT fk_comment_versions_comment FOREIGN KEY (organization_id, comment_id) REFERENCES comments(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE comment_versions IS 'the words that comments had before, of each the last fifty';

CREATE TABLE comments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  record_kind text NOT NULL,
  record_id uuid NOT NULL,
  number integer NOT NULL,
  requirement_id uuid,
  entry integer,
  body text,
  html text,
  author_user_id uuid,
  author_key_id uuid,
  author_key_name text,
  mentioned_user_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  mentioned_issues jsonb NOT NULL DEFAULT '[]'::jsonb,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL,
  edited_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  tracker_kind text,
  author_tracker_name text,
  external_id text,
  tracker_user_id uuid,
  CONSTRAINT pk_comments PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_comments_number UNIQUE (organization_id, record_id, number),
  CONSTRAINT ck_comments_cell CHECK (((requirement_id IS NULL) = (entry IS NULL))),
  CONSTRAINT ck_comments_deleted CHECK ((((deleted_at IS NULL) = (body IS NOT NULL)) AND ((body IS NULL) = (html IS NULL)))),
  CONSTRAINT ck_comments_record_kind CHECK ((record_kind = ANY (ARRAY['issue'::text, 'finding'::text, 'audit'::text, 'conformance_report'::text]))),
  CONSTRAINT fk_comments_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_comments_author ON comments USING btree (organization_id, author_user_id) WHERE (author_user_id IS NOT NULL);
CREATE INDEX ix_comments_product ON comments USING btree (organization_id, product_id);
CREATE INDEX ix_comments_record ON comments USING btree (organization_id, record_id, created_at, id);
CREATE INDEX ix_comments_text ON comments USING gin (organization_id, body gin_trgm_ops) WHERE (record_kind = 'issue'::text);
CREATE INDEX ix_comments_tracker_user ON comments USING btree (organization_id, tracker_user_id) WHERE (tracker_user_id IS NOT NULL);
CREATE UNIQUE INDEX uq_comments_external ON comments USING btree (organization_id, record_id, external_id) WHERE (external_id IS NOT NULL);
COMMENT ON COLUMN comments.entry IS '0: each entry without an outcome of its own';
COMMENT ON COLUMN comments.external_id IS 'by which a comment of a tracker is known again';
COMMENT ON COLUMN comments.record_id IS 'no key: the owner of the record deletes them with it';
COMMENT ON COLUMN comments.tracker_kind IS 'the kind of the tracker that it is from; null: somebody wrote it here';
COMMENT ON COLUMN comments.tracker_user_id IS 'the member who is said to have the account in the tracker; null: nobody, or their account is gone';
COMMENT ON TABLE comments IS 'what people say about records; one that was deleted stays without its text and its author';

-- records/evidence

CREATE TABLE evidence (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  media_type text NOT NULL,
  title text,
  alt text,
  bytes integer NOT NULL,
  sha256 text NOT NULL,
  uploaded_by_user_id uuid,
  uploaded_by_key_name text,
  created_at timestamp(3) with time zone NOT NULL,
  unused_since timestamp(3) with time zone,
  CONSTRAINT pk_evidence PRIMARY KEY (organization_id, id),
  CONSTRAINT ck_evidence_alt CHECK (((alt IS NOT NULL) OR (media_type !~~ 'image/%'::text))),
  CONSTRAINT fk_evidence_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_evidence_product ON evidence USING btree (organization_id, product_id, created_at, id);
CREATE INDEX ix_evidence_unused ON evidence USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX ix_evidence_uploader ON evidence USING btree (organization_id, uploaded_by_user_id) WHERE (uploaded_by_user_id IS NOT NULL);
COMMENT ON COLUMN evidence.alt IS 'the text alternative';
COMMENT ON COLUMN evidence.unused_since IS 'since when it is at no record; null: it is at one';
COMMENT ON TABLE evidence IS 'files that show what records say; the storage has them by their id';

CREATE TABLE evidence_bytes (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT pk_evidence_bytes PRIMARY KEY (organization_id, product_id),
  CONSTRAINT fk_evidence_bytes_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);
COMMENT ON TABLE evidence_bytes IS 'the sizes of the evidence of each product, added up';

CREATE TABLE evidence_links (
  organization_id uuid NOT NULL,
  record_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  entry integer NOT NULL,
  evidence_id uuid NOT NULL,
  CONSTRAINT pk_evidence_links PRIMARY KEY (organization_id, record_id, requirement_id, entry, evidence_id),
  CONSTRAINT fk_evidence_links_evidence FOREIGN KEY (organization_id, evidence_id) REFERENCES evidence(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_evidence_links_evidence ON evidence_links USING btree (organization_id, evidence_id);
COMMENT ON COLUMN evidence_links.record_id IS 'an audit, an issue, a finding or a comment; no key: the owner of the record ends them with it';
COMMENT ON COLUMN evidence_links.requirement_id IS 'of an outcome of an audit; of other records all zeros';
COMMENT ON TABLE evidence_links IS 'the records that evidence is at';

-- records/issues

CREATE TABLE closed_issue_counts (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  closed date NOT NULL,
  opened date NOT NULL,
  value integer NOT NULL,
  CONSTRAINT pk_closed_issue_counts PRIMARY KEY (organization_id, product_id, closed, opened),
  CONSTRAINT fk_closed_issue_counts_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=90);

CREATE TABLE external_events (
  issue_id uuid NOT NULL,
  source_url text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  action text NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT pk_external_events PRIMARY KEY (organization_id, issue_id),
  CONSTRAINT fk_external_events_issue FOREIGN KEY (organization_id, issue_id) REFERENCES issues(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE external_events IS 'the last event of an external tracker that was applied to an issue';

CREATE TABLE issue_areas (
  product_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  area_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT pk_issue_areas PRIMARY KEY (organization_id, issue_id, product_id, area_id),
  CONSTRAINT fk_issue_areas_area FOREIGN KEY (organization_id, product_id, area_id) REFERENCES areas(organization_id, product_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_issue_areas_issue FOREIGN KEY (organization_id, product_id, issue_id) REFERENCES issues(organization_id, product_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_issue_areas_area ON issue_areas USING btree (organization_id, area_id, product_id);

CREATE TABLE issue_days (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  day date NOT NULL,
  opened integer NOT NULL,
  closed integer NOT NULL,
  removed integer NOT NULL,
  CONSTRAINT pk_issue_days PRIMARY KEY (organization_id, product_id, day),
  CONSTRAINT fk_issue_days_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=90);

CREATE TABLE issue_functional_needs (
  issue_id uuid NOT NULL,
  functional_need_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT pk_issue_functional_needs PRIMARY KEY (organization_id, issue_id, functional_need_id),
  CONSTRAINT fk_issue_functional_needs_issue FOREIGN KEY (organization_id, issue_id) REFERENCES issues(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_issue_functional_needs_need FOREIGN KEY (functional_need_id) REFERENCES functional_needs(id) ON DELETE CASCADE
);
CREATE INDEX ix_issue_functional_needs_need ON issue_functional_needs USING btree (functional_need_id);

CREATE TABLE issue_requirements (
  issue_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT pk_issue_requirements PRIMARY KEY (organization_id, issue_id, requirement_id),
  CONSTRAINT fk_issue_requirements_issue FOREIGN KEY (organization_id, issue_id) REFERENCES issues(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_issue_requirements_requirement FOREIGN KEY (requirement_id) REFERENCES requirements(id) ON DELETE CASCADE
);
CREATE INDEX ix_issue_requirements_requirement ON issue_requirements USING btree (requirement_id);

CREATE TABLE issue_watches (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_issue_watches PRIMARY KEY (organization_id, user_id, issue_id),
  CONSTRAINT fk_issue_watches_issue FOREIGN KEY (organization_id, issue_id) REFERENCES issues(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_issue_watches_member FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX ix_issue_watches_issue ON issue_watches USING btree (organization_id, issue_id, user_id);

CREATE TABLE issues (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  number integer NOT NULL,
  title text NOT NULL,
  description text,
  state issue_state NOT NULL DEFAULT 'open'::issue_state,
  severity rating,
  impact rating,
  effort rating,
  priority issue_priority,
  source issue_source NOT NULL DEFAULT 'internal'::issue_source,
  source_url text,
  source_id text,
  wcag text[] NOT NULL DEFAULT '{}'::text[],
  audit_id uuid,
  test_activity_id uuid,
  created_by_user_id uuid,
  closed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  requirement_set bytea NOT NULL DEFAULT sha256('\x'::bytea),
  revision integer NOT NULL DEFAULT 1,
  functional_need_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  assignee_id uuid,
  team_id uuid,
  due_at timestamp(3) with time zone,
  due_set_by text,
  reopened_at timestamp(3) with time zone,
  extended_until timestamp(3) with time zone,
  extended_at timestamp(3) with time zone,
  extended_by_user_id uuid,
  extension_reason text,
  untouched_revision integer NOT NULL DEFAULT 1,
  closed_by_user_id uuid,
  CONSTRAINT pk_issues PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_issues_product_id UNIQUE (organization_id, id, product_id),
  CONSTRAINT uq_issues_product_number UNIQUE (organization_id, product_id, number),
  CONSTRAINT ck_issues_closed_at CHECK (((state = 'closed'::issue_state) = (closed_at IS NOT NULL))),
  CONSTRAINT ck_issues_due CHECK (((due_at IS NULL) = (due_set_by IS NULL))),
  CONSTRAINT ck_issues_due_set_by CHECK ((due_set_by = ANY (ARRAY['person'::text, 'rule'::text]))),
  CONSTRAINT ck_issues_extension CHECK ((((extended_until IS NULL) = (extended_at IS NULL)) AND ((extended_until IS NULL) = (extension_reason IS NULL)))),
  CONSTRAINT fk_issues_assignee FOREIGN KEY (organization_id, assignee_id) REFERENCES members(organization_id, user_id),
  CONSTRAINT fk_issues_audit FOREIGN KEY (organization_id, product_id, audit_id) REFERENCES audits(organization_id, product_id, id),
  CONSTRAINT fk_issues_closer FOREIGN KEY (closed_by_user_id) REFERENCES users(id),
  CONSTRAINT fk_issues_creator FOREIGN KEY (created_by_user_id) REFERENCES users(id),
  CONSTRAINT fk_issues_extender FOREIGN KEY (extended_by_user_id) REFERENCES users(id),
  CONSTRAINT fk_issues_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_issues_team FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id),
  CONSTRAINT fk_issues_test_activity FOREIGN KEY (organization_id, product_id, test_activity_id) REFERENCES test_activities(organization_id, product_id, id)
);
CREATE INDEX ix_issues_assignee ON issues USING btree (organization_id, assignee_id, created_at, id) INCLUDE (product_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX ix_issues_audit ON issues USING btree (organization_id, audit_id, product_id) WHERE (audit_id IS NOT NULL);
CREATE INDEX ix_issues_closer ON issues USING btree (closed_by_user_id) WHERE (closed_by_user_id IS NOT NULL);
CREATE INDEX ix_issues_creator ON issues USING btree (created_by_user_id) WHERE (created_by_user_id IS NOT NULL);
CREATE INDEX ix_issues_due ON issues USING btree (due_at) INCLUDE (organization_id) WHERE ((state = 'open'::issue_state) AND (assignee_id IS NOT NULL) AND (due_at IS NOT NULL));
CREATE INDEX ix_issues_extender ON issues USING btree (extended_by_user_id) WHERE (extended_by_user_id IS NOT NULL);
CREATE INDEX ix_issues_open_blocking ON issues USING btree (organization_id, product_id, number) INCLUDE (requirement_set) WHERE ((state = 'open'::issue_state) AND (severity = 'high'::rating) AND (impact = 'high'::rating));
CREATE INDEX ix_issues_open_critical ON issues USING btree (organization_id, product_id, number) INCLUDE (requirement_set) WHERE ((state = 'open'::issue_state) AND (priority = 'critical'::issue_priority));
CREATE INDEX ix_issues_open_due ON issues USING btree (organization_id, due_at, id) INCLUDE (product_id) WHERE ((state = 'open'::issue_state) AND (due_at IS NOT NULL));
CREATE INDEX ix_issues_open_heaviest ON issues USING btree (organization_id, product_id, requirement_set, functional_need_ids, severity DESC NULLS LAST, created_at, number) WHERE (state = 'open'::issue_state);
CREATE INDEX ix_issues_open_high ON issues USING btree (organization_id, product_id, number) INCLUDE (requirement_set) WHERE ((state = 'open'::issue_state) AND (severity = 'high'::rating));
CREATE INDEX ix_issues_open_linked ON issues USING btree (organization_id, product_id, number) INCLUDE (requirement_set) WHERE ((state = 'open'::issue_state) AND (requirement_set <> sha256('\x'::bytea)));
CREATE INDEX ix_issues_open_unlinked ON issues USING btree (organization_id, product_id, number) INCLUDE (requirement_set) WHERE ((state = 'open'::issue_state) AND (requirement_set = sha256('\x'::bytea)));
CREATE INDEX ix_issues_organization_closed_at_desc ON issues USING btree (organization_id, closed_at DESC NULLS LAST, id DESC) INCLUDE (product_id, created_at);
CREATE INDEX ix_issues_organization_created ON issues USING btree (organization_id, created_at, id) INCLUDE (product_id);
CREATE INDEX ix_issues_organization_due_at_desc ON issues USING btree (organization_id, due_at DESC NULLS LAST, id DESC) INCLUDE (product_id);
CREATE INDEX ix_issues_organization_effort_desc ON issues USING btree (organization_id, effort DESC NULLS LAST, id DESC) INCLUDE (product_id);
CREATE INDEX ix_issues_organization_impact_desc ON issues USING btree (organization_id, impact DESC NULLS LAST, id DESC) INCLUDE (product_id);
CREATE INDEX ix_issues_organization_number ON issues USING btree (organization_id, number, id) INCLUDE (product_id);
CREATE INDEX ix_issues_organization_priority_desc ON issues USING btree (organization_id, priority DESC NULLS LAST, id DESC) INCLUDE (product_id);
CREATE INDEX ix_issues_organization_severity_desc ON issues USING btree (organization_id, severity DESC NULLS LAST, id DESC) INCLUDE (product_id);
CREATE INDEX ix_issues_organization_state ON issues USING btree (organization_id, state, id) INCLUDE (product_id);
CREATE INDEX ix_issues_organization_text ON issues USING gin (organization_id, title gin_trgm_ops, description gin_trgm_ops);
CREATE INDEX ix_issues_organization_title ON issues USING btree (organization_id, title, id) INCLUDE (product_id);
CREATE INDEX ix_issues_organization_updated ON issues USING btree (organization_id, updated_at, id) INCLUDE (product_id);
CREATE INDEX ix_issues_product_closed_at_desc ON issues USING btree (organization_id, product_id, closed_at DESC NULLS LAST, id DESC) INCLUDE (created_at);
CREATE INDEX ix_issues_product_created ON issues USING btree (organization_id, product_id, created_at, id);
CREATE INDEX ix_issues_product_due_at_desc ON issues USING btree (organization_id, product_id, due_at DESC NULLS LAST, id DESC);
CREATE INDEX ix_issues_product_effort_desc ON issues USING btree (organization_id, product_id, effort DESC NULLS LAST, id DESC);
CREATE INDEX ix_issues_product_impact_desc ON issues USING btree (organization_id, product_id, impact DESC NULLS LAST, id DESC);
CREATE INDEX ix_issues_product_priority_desc ON issues USING btree (organization_id, product_id, priority DESC NULLS LAST, id DESC);
CREATE INDEX ix_issues_product_severity_desc ON issues USING btree (organization_id, product_id, severity DESC NULLS LAST, id DESC);
CREATE INDEX ix_issues_product_state ON issues USING btree (organization_id, product_id, state, id);
CREATE INDEX ix_issues_product_title ON issues USING btree (organization_id, product_id, title, id);
CREATE INDEX ix_issues_product_updated ON issues USING btree (organization_id, product_id, updated_at, id);
CREATE INDEX ix_issues_source_id ON issues USING btree (organization_id, source_id) WHERE (source_id IS NOT NULL);
CREATE INDEX ix_issues_source_text ON issues USING gin (organization_id, source_url gin_trgm_ops) WHERE (source_url IS NOT NULL);
CREATE INDEX ix_issues_source_url ON issues USING btree (organization_id, md5(source_url)) WHERE (source_url IS NOT NULL);
CREATE INDEX ix_issues_team ON issues USING btree (organization_id, team_id, created_at, id) INCLUDE (product_id) WHERE (team_id IS NOT NULL);
CREATE INDEX ix_issues_test_activity ON issues USING btree (organization_id, test_activity_id, product_id) WHERE (test_activity_id IS NOT NULL);
CREATE STATISTICS st_issues_product (dependencies) ON organization_id, product_id FROM issues;
COMMENT ON COLUMN issues.closed_by_user_id IS 'who is told that it came back; null: no person closed it';
COMMENT ON COLUMN issues.due_set_by IS 'person, or rule: a deadline of the settings';
COMMENT ON COLUMN issues.reopened_at IS 'when it was last reopened: deadlines begin with that moment';

CREATE TABLE open_issue_counts (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  requirement_set bytea NOT NULL,
  requirement_ids uuid[] NOT NULL,
  value integer NOT NULL,
  high integer NOT NULL,
  critical integer NOT NULL,
  functional_need_ids uuid[] NOT NULL,
  medium integer NOT NULL,
  low integer NOT NULL,
  blocking integer NOT NULL DEFAULT 0,
  CONSTRAINT pk_open_issue_counts PRIMARY KEY (organization_id, product_id, requirement_set, functional_need_ids),
  CONSTRAINT fk_open_issue_counts_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);
COMMENT ON COLUMN open_issue_counts.blocking IS 'of severity high and impact high';

-- records/risks

CREATE TABLE risk_areas (
  product_id uuid NOT NULL,
  risk_id uuid NOT NULL,
  area_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT pk_risk_areas PRIMARY KEY (organization_id, risk_id, product_id, area_id),
  CONSTRAINT fk_risk_areas_area FOREIGN KEY (organization_id, product_id, area_id) REFERENCES areas(organization_id, product_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_risk_areas_risk FOREIGN KEY (organization_id, product_id, risk_id) REFERENCES risks(organization_id, product_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_risk_areas_area ON risk_areas USING btree (organization_id, area_id, product_id);

CREATE TABLE risk_functional_needs (
  risk_id uuid NOT NULL,
  functional_need_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT pk_risk_functional_needs PRIMARY KEY (organization_id, risk_id, functional_need_id),
  CONSTRAINT fk_risk_functional_needs_need FOREIGN KEY (functional_need_id) REFERENCES functional_needs(id) ON DELETE CASCADE,
  CONSTRAINT fk_risk_functional_needs_risk FOREIGN KEY (organization_id, risk_id) REFERENCES risks(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_risk_functional_needs_need ON risk_functional_needs USING btree (functional_need_id);

CREATE TABLE risks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  number integer NOT NULL,
  title text NOT NULL,
  description text,
  likelihood rating,
  impact rating,
  mitigation text,
  status risk_status NOT NULL DEFAULT 'identified'::risk_status,
  issue_id uuid,
  created_by_user_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT pk_risks PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_risks_product_id UNIQUE (organization_id, id, product_id),
  CONSTRAINT uq_risks_product_number UNIQUE (organization_id, product_id, number),
  CONSTRAINT ck_risks_issue_of_materialized CHECK (((issue_id IS NULL) OR (status = 'materialized'::risk_status))),
  CONSTRAINT fk_risks_creator FOREIGN KEY (created_by_user_id) REFERENCES users(id),
  CONSTRAINT fk_risks_issue FOREIGN KEY (organization_id, product_id, issue_id) REFERENCES issues(organization_id, product_id, id),
  CONSTRAINT fk_risks_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_risks_creator ON risks USING btree (created_by_user_id) WHERE (created_by_user_id IS NOT NULL);
CREATE INDEX ix_risks_issue ON risks USING btree (organization_id, issue_id, product_id) WHERE (issue_id IS NOT NULL);
CREATE INDEX ix_risks_organization_created ON risks USING btree (organization_id, created_at, id) INCLUDE (product_id);
CREATE INDEX ix_risks_organization_impact_desc ON risks USING btree (organization_id, impact DESC NULLS LAST, id DESC);
CREATE INDEX ix_risks_organization_insights ON risks USING btree (organization_id, product_id, status, likelihood, impact);
CREATE INDEX ix_risks_organization_likelihood_desc ON risks USING btree (organization_id, likelihood DESC NULLS LAST, id DESC);
CREATE INDEX ix_risks_organization_number ON risks USING btree (organization_id, number, id) INCLUDE (product_id);
CREATE INDEX ix_risks_organization_status ON risks USING btree (organization_id, status, id);
CREATE INDEX ix_risks_organization_text ON risks USING gin (organization_id, title gin_trgm_ops, description gin_trgm_ops);
CREATE INDEX ix_risks_organization_title ON risks USING btree (organization_id, title, id) INCLUDE (product_id);
CREATE INDEX ix_risks_organization_updated ON risks USING btree (organization_id, updated_at, id) INCLUDE (product_id);
CREATE INDEX ix_risks_product_created ON risks USING btree (organization_id, product_id, created_at, id);
CREATE INDEX ix_risks_product_impact_desc ON risks USING btree (organization_id, product_id, impact DESC NULLS LAST, id DESC);
CREATE INDEX ix_risks_product_likelihood_desc ON risks USING btree (organization_id, product_id, likelihood DESC NULLS LAST, id DESC);
CREATE INDEX ix_risks_product_status ON risks USING btree (organization_id, product_id, status, id);
CREATE INDEX ix_risks_product_title ON risks USING btree (organization_id, product_id, title, id);
CREATE INDEX ix_risks_product_updated ON risks USING btree (organization_id, product_id, updated_at, id);
CREATE STATISTICS st_risks_product (dependencies) ON organization_id, product_id FROM risks;

-- records/test-activities

CREATE TABLE activity_counts (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  type activity_type NOT NULL,
  tool text NOT NULL,
  trigger text NOT NULL,
  environment text NOT NULL,
  value integer NOT NULL,
  CONSTRAINT pk_activity_counts PRIMARY KEY (organization_id, product_id, type, tool, trigger, environment),
  CONSTRAINT fk_activity_counts_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);
COMMENT ON COLUMN activity_counts.environment IS 'empty where none was named; * for one that a pull request named';

CREATE TABLE activity_weeks (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  week date NOT NULL,
  value integer NOT NULL,
  CONSTRAINT pk_activity_weeks PRIMARY KEY (organization_id, product_id, week),
  CONSTRAINT fk_activity_weeks_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE preview_counts (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  environment text NOT NULL,
  value integer NOT NULL,
  CONSTRAINT pk_preview_counts PRIMARY KEY (organization_id, product_id, environment),
  CONSTRAINT fk_preview_counts_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);
COMMENT ON TABLE preview_counts IS 'environments that pull requests named, real ones included';

CREATE TABLE test_activities (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  number integer NOT NULL,
  type activity_type NOT NULL,
  title text NOT NULL,
  tool text,
  target text,
  external_url text,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone NOT NULL,
  context jsonb,
  context_trigger text GENERATED ALWAYS AS ((context ->> 'trigger'::text)) STORED,
  context_environment text GENERATED ALWAYS AS ((context ->> 'environment'::text)) STORED,
  idempotency_key text,
  issue_count integer NOT NULL DEFAULT 0,
  finding_count integer NOT NULL DEFAULT 0,
  resolved_count integer NOT NULL DEFAULT 0,
  delta jsonb,
  created_by_user_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  line integer,
  line_kind line_kind,
  track integer,
  set_id uuid,
  answer_id uuid,
  complete boolean NOT NULL DEFAULT false,
  also_ends integer[],
  sweep_key text,
  part integer,
  parts integer,
  piece integer,
  pieces integer,
  introduced jsonb,
  fixes integer,
  is_evidence boolean GENERATED ALWAYS AS (
CASE
    WHEN (line_kind IS NULL) THEN ((context ->> 'trigger'::text) IS DISTINCT FROM 'pull_request'::text)
    ELSE (line_kind = 'main'::line_kind)
END) STORED,
  content_id uuid,
  pages_id uuid,
  compared json,
  omissions text[],
  failed boolean NOT NULL DEFAULT false,
  CONSTRAINT pk_test_activities PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_test_activities_product_id UNIQUE (organization_id, id, product_id),
  CONSTRAINT uq_test_activities_product_number UNIQUE (organization_id, product_id, number),
  CONSTRAINT fk_test_activities_creator FOREIGN KEY (created_by_user_id) REFERENCES users(id),
  CONSTRAINT fk_test_activities_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_test_activities_commit ON test_activities USING btree (organization_id, product_id, line, ((context ->> 'commitSha'::text))) WHERE (line_kind = 'main'::line_kind);
CREATE INDEX ix_test_activities_creator ON test_activities USING btree (created_by_user_id) WHERE (created_by_user_id IS NOT NULL);
CREATE INDEX ix_test_activities_evidence ON test_activities USING btree (organization_id, product_id, type, completed_at) WHERE is_evidence;
CREATE INDEX ix_test_activities_human_evidence ON test_activities USING btree (organization_id, product_id, type, completed_at) WHERE (is_evidence AND (type <> 'automated_scan'::activity_type) AND ((finding_count > 0) OR (tool ~ '\S'::text) OR (target ~ '\S'::text) OR (external_url ~ '\S'::text)));
CREATE INDEX ix_test_activities_line ON test_activities USING btree (organization_id, line, product_id, number) WHERE (line IS NOT NULL);
CREATE INDEX ix_test_activities_organization_completed ON test_activities USING btree (organization_id, completed_at DESC, id DESC) INCLUDE (product_id);
CREATE INDEX ix_test_activities_organization_created ON test_activities USING btree (organization_id, created_at, id) INCLUDE (product_id);
CREATE INDEX ix_test_activities_organization_environment ON test_activities USING btree (organization_id, context_environment, completed_at DESC, id DESC) INCLUDE (product_id);
CREATE INDEX ix_test_activities_organization_started_desc ON test_activities USING btree (organization_id, started_at DESC NULLS LAST, id DESC) INCLUDE (product_id);
CREATE INDEX ix_test_activities_organization_trigger ON test_activities USING btree (organization_id, context_trigger, completed_at DESC, id DESC) INCLUDE (product_id);
CREATE INDEX ix_test_activities_product_completed ON test_activities USING btree (organization_id, product_id, completed_at DESC, id DESC);
CREATE INDEX ix_test_activities_product_created ON test_activities USING btree (organization_id, product_id, created_at, id);
CREATE INDEX ix_test_activities_product_environment ON test_activities USING btree (organization_id, product_id, context_environment, completed_at DESC, id DESC);
CREATE INDEX ix_test_activities_product_started_desc ON test_activities USING btree (organization_id, product_id, started_at DESC NULLS LAST, id DESC);
CREATE INDEX ix_test_activities_product_trigger ON test_activities USING btree (organization_id, product_id, context_trigger, completed_at DESC, id DESC);
CREATE INDEX ix_test_activities_sweep ON test_activities USING btree (organization_id, line, product_id, sweep_key, number) WHERE (sweep_key IS NOT NULL);
CREATE UNIQUE INDEX uq_test_activities_product_idempotency ON test_activities USING btree (organization_id, product_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE STATISTICS st_test_activities_product (dependencies) ON organization_id, product_id FROM test_activities;
COMMENT ON COLUMN test_activities.compared IS 'what a proposal was compared with, as it was answered';
COMMENT ON COLUMN test_activities.content_id IS 'what its line had after it; null: the set of the run alone';
COMMENT ON COLUMN test_activities.failed IS 'it examined nothing, so that it is evidence of nothing';
COMMENT ON COLUMN test_activities.omissions IS 'what its scanner did not examine, each a sentence; null: it says nothing of that';
COMMENT ON COLUMN test_activities.pages_id IS 'the pages that it was complete for';

CREATE TABLE test_activity_areas (
  product_id uuid NOT NULL,
  test_activity_id uuid NOT NULL,
  area_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT pk_test_activity_areas PRIMARY KEY (organization_id, test_activity_id, product_id, area_id),
  CONSTRAINT fk_test_activity_areas_activity FOREIGN KEY (organization_id, product_id, test_activity_id) REFERENCES test_activities(organization_id, product_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_test_activity_areas_area FOREIGN KEY (organization_id, product_id, area_id) REFERENCES areas(organization_id, product_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_test_activity_areas_area ON test_activity_areas USING btree (organization_id, area_id, product_id);

CREATE TABLE thinned_runs (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  seen_until integer NOT NULL,
  numbers int4multirange NOT NULL DEFAULT '{}'::int4multirange,
  CONSTRAINT pk_thinned_runs PRIMARY KEY (organization_id, product_id),
  CONSTRAINT fk_thinned_runs_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN thinned_runs.seen_until IS 'the newest run that thinning has judged: up to it nothing can be undone';

-- findings/evaluation

CREATE TABLE audit_assignments (
  organization_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  user_id uuid NOT NULL,
  requirement_ids uuid[] NOT NULL,
  entries integer[],
  CONSTRAINT pk_audit_assignments PRIMARY KEY (organization_id, audit_id, user_id),
  CONSTRAINT fk_audit_assignments_audit FOREIGN KEY (organization_id, audit_id) REFERENCES audits(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN audit_assignments.entries IS 'null: on all of them';
COMMENT ON TABLE audit_assignments IS 'who examines what in an audit';

CREATE TABLE audit_entries (
  organization_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  url text,
  description text,
  kind text NOT NULL,
  process text,
  area_id uuid,
  "position" integer NOT NULL,
  copied_from integer,
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT pk_audit_entries PRIMARY KEY (organization_id, audit_id, number),
  CONSTRAINT uq_audit_entries_name UNIQUE (organization_id, audit_id, name),
  CONSTRAINT fk_audit_entries_audit FOREIGN KEY (organization_id, audit_id) REFERENCES audits(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN audit_entries.copied_from IS 'the number of the entry of the audit that it was copied from';
COMMENT ON TABLE audit_entries IS 'the sample of an audit';

CREATE TABLE audit_outcome_changes (
  organization_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  entry integer NOT NULL,
  revision integer NOT NULL,
  outcome text NOT NULL,
  note text,
  user_id uuid,
  user_name text,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_audit_outcome_changes PRIMARY KEY (organization_id, audit_id, requirement_id, entry, revision),
  CONSTRAINT fk_audit_outcome_changes_audit FOREIGN KEY (organization_id, audit_id) REFERENCES audits(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE audit_outcome_changes IS 'the history of outcomes';

CREATE TABLE audit_outcome_issues (
  organization_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  entry integer NOT NULL,
  issue_id uuid NOT NULL,
  CONSTRAINT pk_audit_outcome_issues PRIMARY KEY (organization_id, audit_id, requirement_id, entry, issue_id),
  CONSTRAINT fk_audit_outcome_issues_issue FOREIGN KEY (organization_id, issue_id) REFERENCES issues(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_audit_outcome_issues_outcome FOREIGN KEY (organization_id, audit_id, requirement_id, entry) REFERENCES audit_outcomes(organization_id, audit_id, requirement_id, entry) ON DELETE CASCADE
);
CREATE INDEX ix_audit_outcome_issues_issue ON audit_outcome_issues USING btree (organization_id, issue_id);
COMMENT ON TABLE audit_outcome_issues IS 'the issues of an outcome';

CREATE TABLE audit_outcomes (
  organization_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  entry integer NOT NULL,
  outcome text NOT NULL,
  note text,
  derogation text,
  user_id uuid,
  user_name text,
  at timestamp(3) with time zone NOT NULL,
  copied_from integer,
  former text,
  from_proposal boolean NOT NULL DEFAULT false,
  proposal text,
  proposed_by text,
  proposed_at timestamp(3) with time zone,
  revision integer NOT NULL,
  CONSTRAINT pk_audit_outcomes PRIMARY KEY (organization_id, audit_id, requirement_id, entry),
  CONSTRAINT fk_audit_outcomes_audit FOREIGN KEY (organization_id, audit_id) REFERENCES audits(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN audit_outcomes.copied_from IS 'the number of the entry that it was copied from';
COMMENT ON COLUMN audit_outcomes.entry IS '0: on each entry without an outcome of its own';
COMMENT ON COLUMN audit_outcomes.former IS 'the outcome in the audit whose failures this one looks at again';
COMMENT ON TABLE audit_outcomes IS 'the outcome of a requirement on an entry of the sample';

CREATE TABLE audit_requirements (
  organization_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  "position" integer NOT NULL,
  number text NOT NULL,
  name text NOT NULL,
  level text,
  wcag text[] NOT NULL,
  verdict text,
  CONSTRAINT pk_audit_requirements PRIMARY KEY (organization_id, audit_id, requirement_id),
  CONSTRAINT fk_audit_requirements_audit FOREIGN KEY (organization_id, audit_id) REFERENCES audits(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN audit_requirements.verdict IS 'over the sample, as it was when the audit was last completed';
COMMENT ON TABLE audit_requirements IS 'what an audit asks for, as it was at its first outcome';

-- findings/triage

CREATE TABLE finding_answers (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  raised uuid[] STORAGE EXTERNAL NOT NULL,
  regressed uuid[] STORAGE EXTERNAL NOT NULL,
  dismissed uuid[] STORAGE EXTERNAL NOT NULL,
  resolved uuid[] STORAGE EXTERNAL NOT NULL,
  spread uuid[] NOT NULL DEFAULT '{}'::uuid[],
  CONSTRAINT pk_finding_answers PRIMARY KEY (organization_id, product_id, id),
  CONSTRAINT fk_finding_answers_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN finding_answers.spread IS 'identities of findings on more pages; what main lines have is not read one by one';

CREATE TABLE finding_contents (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  sets uuid[] NOT NULL,
  rest text NOT NULL,
  CONSTRAINT pk_finding_contents PRIMARY KEY (organization_id, product_id, id),
  CONSTRAINT fk_finding_contents_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE finding_contents IS 'what a line had after a run: whole sets, and pairs of identity and address';

CREATE TABLE finding_days (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  day date NOT NULL,
  raised integer NOT NULL,
  regressed integer NOT NULL,
  resolved integer NOT NULL,
  CONSTRAINT pk_finding_days PRIMARY KEY (organization_id, product_id, day),
  CONSTRAINT fk_finding_days_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=90);

CREATE TABLE finding_decisions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  finding_id uuid NOT NULL,
  after_number integer NOT NULL,
  action finding_decision NOT NULL,
  until timestamp(3) with time zone,
  decided_at timestamp with time zone NOT NULL,
  decision_id uuid,
  before jsonb,
  issue_id uuid,
  undone_after integer,
  undone_at timestamp with time zone,
  CONSTRAINT pk_finding_decisions PRIMARY KEY (organization_id, id),
  CONSTRAINT ck_finding_decisions_undone CHECK ((((undone_at IS NULL) = (undone_after IS NULL)) AND ((undone_at IS NULL) OR (before IS NOT NULL)))),
  CONSTRAINT fk_finding_decisions_decision FOREIGN KEY (organization_id, decision_id) REFERENCES triage_decisions(organization_id, id),
  CONSTRAINT fk_finding_decisions_finding FOREIGN KEY (organization_id, finding_id) REFERENCES findings(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_finding_decisions_decision ON finding_decisions USING btree (organization_id, decision_id) WHERE (decision_id IS NOT NULL);
CREATE INDEX ix_finding_decisions_finding ON finding_decisions USING btree (organization_id, finding_id, decided_at);
COMMENT ON COLUMN finding_decisions.before IS 'what the finding had of people before the decision';
COMMENT ON COLUMN finding_decisions.issue_id IS 'the issue that the decision made, which may be gone';
COMMENT ON COLUMN finding_decisions.undone_after IS 'the run of the product after which it was taken back';

CREATE TABLE finding_page_answers (
  organization_id uuid NOT NULL,
  finding_id uuid NOT NULL,
  page_id uuid NOT NULL,
  page text NOT NULL,
  action page_answer NOT NULL,
  reason dismissal_reason,
  comment text,
  until timestamp(3) with time zone,
  answered_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_finding_page_answers PRIMARY KEY (organization_id, finding_id, page_id),
  CONSTRAINT fk_finding_page_answers_finding FOREIGN KEY (organization_id, finding_id) REFERENCES findings(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN finding_page_answers.page_id IS 'the digest of the page, which may be too long for an index';

CREATE TABLE finding_picture_files (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  sha256 text NOT NULL,
  bytes integer NOT NULL,
  wanted_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_finding_picture_files PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_finding_picture_files_digest UNIQUE (organization_id, product_id, sha256),
  CONSTRAINT ck_finding_picture_files_digest CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT fk_finding_picture_files_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_finding_picture_files_wanted ON finding_picture_files USING btree (wanted_at);
COMMENT ON COLUMN finding_picture_files.wanted_at IS 'when a run named it last';
COMMENT ON TABLE finding_picture_files IS 'pictures of what was found, each once in a product; the storage has them by their id';

CREATE TABLE finding_pictures (
  organization_id uuid NOT NULL,
  finding_id uuid NOT NULL,
  picture_id uuid NOT NULL,
  alt text NOT NULL,
  taken_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_finding_pictures PRIMARY KEY (organization_id, finding_id),
  CONSTRAINT fk_finding_pictures_file FOREIGN KEY (organization_id, picture_id) REFERENCES finding_picture_files(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_finding_pictures_finding FOREIGN KEY (organization_id, finding_id) REFERENCES findings(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_finding_pictures_picture ON finding_pictures USING btree (organization_id, picture_id);
COMMENT ON COLUMN finding_pictures.alt IS 'the text alternative';
COMMENT ON TABLE finding_pictures IS 'the newest picture of a finding';

CREATE TABLE finding_sets (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  base_id uuid,
  depth integer NOT NULL,
  added uuid[] NOT NULL,
  removed uuid[] NOT NULL,
  pages text NOT NULL,
  marks text,
  CONSTRAINT pk_finding_sets PRIMARY KEY (organization_id, product_id, id),
  CONSTRAINT fk_finding_sets_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN finding_sets.marks IS 'JSON: of each of added what tells it apart beside its identity; null: nothing of any';

CREATE TABLE finding_spellings (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  tool text NOT NULL,
  line integer NOT NULL,
  spelling uuid NOT NULL,
  identity uuid NOT NULL,
  CONSTRAINT pk_finding_spellings PRIMARY KEY (organization_id, product_id, tool, line, spelling),
  CONSTRAINT fk_finding_spellings_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE finding_spellings IS 'which finding last had a selector, where that is not the one of this identity; line 0 is all main lines';

CREATE TABLE finding_tracks (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  number integer NOT NULL,
  line integer NOT NULL,
  set_id uuid NOT NULL,
  moment timestamp(3) with time zone NOT NULL,
  arrived_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_finding_tracks PRIMARY KEY (organization_id, product_id, number),
  CONSTRAINT fk_finding_tracks_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);
CREATE INDEX ix_finding_tracks_line ON finding_tracks USING btree (organization_id, product_id, line, set_id);

CREATE TABLE finding_words (
  organization_id uuid NOT NULL,
  finding_id uuid NOT NULL,
  line integer NOT NULL,
  from_number integer NOT NULL,
  digest uuid NOT NULL,
  title text NOT NULL,
  description text,
  severity rating,
  impact rating,
  wcag text[] NOT NULL,
  criteria text[] NOT NULL,
  snippet text,
  help_url text,
  group_key uuid,
  CONSTRAINT pk_finding_words PRIMARY KEY (organization_id, finding_id, line, from_number),
  CONSTRAINT fk_finding_words_finding FOREIGN KEY (organization_id, finding_id) REFERENCES findings(organization_id, id) ON DELETE CASCADE
);

CREATE TABLE findings (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  tool text NOT NULL,
  rule_id text NOT NULL,
  selector text,
  identity uuid NOT NULL,
  title text NOT NULL,
  description text,
  severity rating,
  impact rating,
  wcag text[] NOT NULL DEFAULT '{}'::text[],
  criteria text[] NOT NULL DEFAULT '{}'::text[],
  status finding_status NOT NULL DEFAULT 'pending'::finding_status,
  issue_id uuid,
  dismissal_reason dismissal_reason,
  dismissal_comment text,
  dismissed_until timestamp(3) with time zone,
  duplicate_of_id uuid,
  regression_count integer NOT NULL DEFAULT 0,
  first_activity_id uuid,
  first_seen_at timestamp(3) with time zone NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  resolved_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  triaged_at timestamp(3) with time zone,
  edited text[] NOT NULL DEFAULT '{}'::text[],
  last_reported_at timestamp(3) with time zone NOT NULL,
  landed boolean NOT NULL DEFAULT true,
  present integer[] NOT NULL DEFAULT '{}'::integer[],
  tracks integer[] NOT NULL DEFAULT '{}'::integer[],
  seen_in integer[],
  seen_at timestamp(3) with time zone[],
  held boolean NOT NULL DEFAULT false,
  absent_at timestamp(3) with time zone,
  words uuid,
  varied boolean NOT NULL DEFAULT false,
  raised_number integer NOT NULL DEFAULT 0,
  revision integer NOT NULL DEFAULT 1,
  needs_review boolean NOT NULL DEFAULT false,
  waits_from timestamp(3) with time zone,
  spelling uuid,
  aliases text[] NOT NULL DEFAULT '{}'::text[],
  snippet text,
  help_url text,
  group_key uuid,
  commented boolean NOT NULL DEFAULT false,
  CONSTRAINT pk_findings PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_findings_identity UNIQUE (organization_id, product_id, tool, identity),
  CONSTRAINT uq_findings_product_id UNIQUE (organization_id, id, product_id),
  CONSTRAINT ck_findings_dismissal CHECK (((status <> 'dismissed'::finding_status) OR (dismissal_reason IS NOT NULL))),
  CONSTRAINT ck_findings_not_own_duplicate CHECK ((duplicate_of_id <> id)),
  CONSTRAINT fk_findings_duplicate_of FOREIGN KEY (organization_id, product_id, duplicate_of_id) REFERENCES findings(organization_id, product_id, id),
  CONSTRAINT fk_findings_issue FOREIGN KEY (organization_id, product_id, issue_id) REFERENCES issues(organization_id, product_id, id),
  CONSTRAINT fk_findings_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_findings_duplicate_of ON findings USING btree (organization_id, duplicate_of_id, product_id) WHERE (duplicate_of_id IS NOT NULL);
CREATE INDEX ix_findings_first_activity ON findings USING btree (organization_id, first_activity_id);
CREATE INDEX ix_findings_issue ON findings USING btree (organization_id, issue_id, product_id) WHERE (issue_id IS NOT NULL);
CREATE INDEX ix_findings_organization_created ON findings USING btree (organization_id, created_at, id) INCLUDE (product_id, severity, impact, status, first_seen_at, needs_review);
CREATE INDEX ix_findings_product_created ON findings USING btree (organization_id, product_id, created_at, id) INCLUDE (severity, impact, status, first_seen_at, needs_review);
CREATE INDEX ix_findings_rule ON findings USING btree (organization_id, rule_id, product_id) INCLUDE (severity, status, dismissed_until, absent_at, needs_review, landed);
CREATE INDEX ix_findings_unresolved ON findings USING btree (organization_id, product_id, tool) WHERE ((status <> 'resolved'::finding_status) OR held);
CREATE INDEX ix_findings_waiting ON findings USING btree (organization_id, product_id, GREATEST(first_seen_at, waits_from, dismissed_until), id) WHERE ((NOT needs_review) AND landed AND (absent_at IS NULL) AND ((status = 'pending'::finding_status) OR ((status = 'dismissed'::finding_status) AND (dismissed_until IS NOT NULL))));
CREATE STATISTICS st_findings_product (dependencies) ON organization_id, product_id FROM findings;
COMMENT ON COLUMN findings.aliases IS 'former selectors, the latest first';
COMMENT ON COLUMN findings.commented IS 'somebody has commented on it: it stays as if it had been edited';
COMMENT ON COLUMN findings.edited IS 'fields that a person has edited: scans leave them alone';
COMMENT ON COLUMN findings.group_key IS 'of its element and criterion: several tools may report one barrier';
COMMENT ON COLUMN findings.last_reported_at IS 'when we heard of it last, whatever moment the run says of itself';
COMMENT ON COLUMN findings.needs_review IS 'its tool could not decide; part of the identity';
COMMENT ON COLUMN findings.spelling IS 'of rule and selector, where that is not the identity';
COMMENT ON COLUMN findings.waits_from IS 'it waits for triage no longer than since then: when people last opened it, its issue was deleted, or this column came';

CREATE TABLE lines (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  tool text NOT NULL,
  number integer NOT NULL,
  kind line_kind NOT NULL,
  key text NOT NULL,
  name text,
  repository text,
  pr_number integer,
  first_number integer,
  first_at timestamp(3) with time zone,
  last_number integer,
  last_at timestamp(3) with time zone,
  arrived_at timestamp(3) with time zone,
  last_track integer,
  ended_at timestamp(3) with time zone,
  ended_number integer,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  layers json NOT NULL DEFAULT '[]'::json,
  rest text NOT NULL DEFAULT '[]'::text,
  CONSTRAINT pk_lines PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_lines_number UNIQUE (organization_id, product_id, number),
  CONSTRAINT fk_lines_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);
CREATE UNIQUE INDEX uq_lines_key ON lines USING btree (organization_id, product_id, tool, kind, key) WHERE (ended_at IS NULL);
COMMENT ON COLUMN lines.layers IS 'sets of what it has, each with the moment in milliseconds when it was seen last';
COMMENT ON COLUMN lines.rest IS 'JSON: identity, address and moment of what is left of other sets';

CREATE TABLE ownership_rules (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  rules jsonb NOT NULL DEFAULT '[]'::jsonb,
  turns uuid[] NOT NULL DEFAULT '{}'::uuid[],
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT pk_ownership_rules PRIMARY KEY (organization_id, product_id),
  CONSTRAINT fk_ownership_rules_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN ownership_rules.turns IS 'members of teams that take turns, who was taken last at the end';

CREATE TABLE pending_counts (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  pending_from timestamp(3) with time zone NOT NULL,
  criteria_key bytea NOT NULL,
  criteria text[] NOT NULL,
  value integer NOT NULL,
  high integer NOT NULL,
  blocking integer NOT NULL DEFAULT 0,
  CONSTRAINT pk_pending_counts PRIMARY KEY (organization_id, product_id, pending_from, criteria_key),
  CONSTRAINT fk_pending_counts_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);
CREATE INDEX ix_pending_counts_ending ON pending_counts USING btree (pending_from) WHERE (pending_from > '-infinity'::timestamp with time zone);
COMMENT ON COLUMN pending_counts.blocking IS 'of severity high and impact high';

CREATE TABLE pending_days (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  waiting_day date NOT NULL,
  criteria_key bytea NOT NULL,
  value integer NOT NULL,
  high integer NOT NULL,
  CONSTRAINT pk_pending_days PRIMARY KEY (organization_id, product_id, waiting_day, criteria_key),
  CONSTRAINT fk_pending_days_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE scanned_pages (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  addresses text NOT NULL,
  CONSTRAINT pk_scanned_pages PRIMARY KEY (organization_id, product_id, id),
  CONSTRAINT fk_scanned_pages_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE scanned_pages IS 'JSON: the addresses that a scan was complete for';

CREATE TABLE triage_decisions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  made_by_user_id uuid,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  undone_at timestamp with time zone,
  CONSTRAINT pk_triage_decisions PRIMARY KEY (organization_id, id),
  CONSTRAINT fk_triage_decisions_maker FOREIGN KEY (made_by_user_id) REFERENCES users(id),
  CONSTRAINT fk_triage_decisions_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX ix_triage_decisions_maker ON triage_decisions USING btree (made_by_user_id) WHERE (made_by_user_id IS NOT NULL);
COMMENT ON COLUMN triage_decisions.made_by_user_id IS 'null: a key without an owner, or a person whose account was deleted';

-- reporting/audit-files

CREATE TABLE audit_import_mappings (
  organization_id uuid NOT NULL,
  headings bytea NOT NULL,
  mapping jsonb NOT NULL,
  said_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_audit_import_mappings PRIMARY KEY (organization_id, headings),
  CONSTRAINT ck_audit_import_mappings_headings CHECK ((octet_length(headings) = 32)),
  CONSTRAINT fk_audit_import_mappings_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
COMMENT ON COLUMN audit_import_mappings.headings IS 'the SHA-256 of the headings';
COMMENT ON TABLE audit_import_mappings IS 'how people of an organization have said that tables with these headings are read';

CREATE TABLE audit_import_slices (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  place integer NOT NULL,
  cells jsonb NOT NULL,
  made jsonb,
  problems jsonb NOT NULL DEFAULT '[]'::jsonb,
  issue_ids uuid[],
  CONSTRAINT pk_audit_import_slices PRIMARY KEY (organization_id, import_id, place),
  CONSTRAINT fk_audit_import_slices_import FOREIGN KEY (organization_id, import_id) REFERENCES audit_imports(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN audit_import_slices.issue_ids IS 'the issues that were opened; null: none, or it is not written';
COMMENT ON COLUMN audit_import_slices.made IS 'the outcomes that were decided or proposed; null: it is not written';
COMMENT ON COLUMN audit_import_slices.problems IS 'what becomes an issue where one of its outcomes was decided';
COMMENT ON TABLE audit_import_slices IS 'what an import that is under way has written, and has yet to write';

CREATE TABLE audit_imports (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  format text NOT NULL,
  made_by_user_id uuid,
  made_by_key_name text,
  created_at timestamp(3) with time zone NOT NULL,
  entries jsonb NOT NULL,
  decided integer NOT NULL,
  cells jsonb,
  undone_at timestamp(3) with time zone,
  state text NOT NULL DEFAULT 'finished'::text,
  failure text,
  total integer NOT NULL DEFAULT 0,
  written integer NOT NULL DEFAULT 0,
  left_out text[] NOT NULL DEFAULT '{}'::text[],
  fields jsonb,
  made_audit boolean NOT NULL DEFAULT false,
  issue_count integer NOT NULL DEFAULT 0,
  issue_ids uuid[],
  CONSTRAINT pk_audit_imports PRIMARY KEY (organization_id, id),
  CONSTRAINT ck_audit_imports_state CHECK ((state = ANY (ARRAY['running'::text, 'finished'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT fk_audit_imports_audit FOREIGN KEY (organization_id, audit_id, product_id) REFERENCES audits(organization_id, id, product_id) ON DELETE CASCADE
);
CREATE INDEX ix_audit_imports_audit ON audit_imports USING btree (organization_id, audit_id, product_id);
CREATE INDEX ix_audit_imports_cells ON audit_imports USING btree (organization_id, created_at) WHERE (cells IS NOT NULL);
CREATE INDEX ix_audit_imports_maker ON audit_imports USING btree (organization_id, made_by_user_id) WHERE (made_by_user_id IS NOT NULL);
CREATE INDEX ix_audit_imports_product ON audit_imports USING btree (organization_id, product_id, created_at, id);
CREATE UNIQUE INDEX uq_audit_imports_running ON audit_imports USING btree (organization_id) WHERE (state = 'running'::text);
COMMENT ON COLUMN audit_imports.cells IS 'the outcomes that were decided or proposed, with their revisions and what was there before; null: it is taken back, or too old for that';
COMMENT ON COLUMN audit_imports.entries IS 'the entries that were added: their numbers and names';
COMMENT ON COLUMN audit_imports.failure IS 'why it failed: the code of a refusal';
COMMENT ON COLUMN audit_imports.fields IS 'what was filled of the audit; null: nothing, it is taken back, or too old for that';
COMMENT ON COLUMN audit_imports.issue_count IS 'how many issues it has opened';
COMMENT ON COLUMN audit_imports.issue_ids IS 'the issues that it has opened; null: none, it is taken back, or too old for that';
COMMENT ON COLUMN audit_imports.made_by_user_id IS 'of an API key its owner; null: their account is gone';
COMMENT ON COLUMN audit_imports.total IS 'how many outcomes are to be written; 0: they were at once';
COMMENT ON COLUMN audit_imports.written IS 'of how many of these it was decided whether they are';
COMMENT ON TABLE audit_imports IS 'files whose outcomes were taken into audits';

-- reporting/conformance

CREATE TABLE conformance_contradictions (
  organization_id uuid NOT NULL,
  report_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  reason text NOT NULL,
  reasoned_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_conformance_contradictions PRIMARY KEY (organization_id, report_id, issue_id),
  CONSTRAINT fk_conformance_contradictions_issue FOREIGN KEY (organization_id, issue_id) REFERENCES issues(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_conformance_contradictions_report FOREIGN KEY (organization_id, report_id) REFERENCES conformance_reports(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_conformance_contradictions_issue ON conformance_contradictions USING btree (organization_id, issue_id);
COMMENT ON TABLE conformance_contradictions IS 'why an issue does not contradict a published report';

CREATE TABLE conformance_documents (
  organization_id uuid NOT NULL,
  report_id uuid NOT NULL,
  document text NOT NULL,
  requirement_ids uuid[] NOT NULL,
  pages text,
  CONSTRAINT pk_conformance_documents PRIMARY KEY (organization_id, report_id),
  CONSTRAINT fk_conformance_documents_report FOREIGN KEY (organization_id, report_id) REFERENCES conformance_reports(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN conformance_documents.document IS 'canonical JSON, of which conformance_reports.sha256 is the digest';
COMMENT ON COLUMN conformance_documents.pages IS 'JSON: what its audits found on the pages of their samples when it was published, which is for members; null: nothing, or an earlier version published it';
COMMENT ON COLUMN conformance_documents.requirement_ids IS 'those of the requirements of the document, in its order';

CREATE TABLE conformance_gone_issues (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  opened_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone NOT NULL,
  was_closed boolean NOT NULL,
  CONSTRAINT pk_conformance_gone_issues PRIMARY KEY (organization_id, product_id, requirement_id, opened_at),
  CONSTRAINT fk_conformance_gone_issues_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN conformance_gone_issues.ended_at IS 'when it was closed, else when it was deleted or unlinked';
COMMENT ON TABLE conformance_gone_issues IS 'issues that were linked to a requirement and are gone';

CREATE TABLE conformance_reports (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  number integer NOT NULL,
  title text NOT NULL,
  status text NOT NULL,
  language text NOT NULL,
  standard_id uuid,
  conformance_level_id uuid,
  audit_id uuid,
  product_version text,
  scope text,
  methods text,
  notes text,
  sample jsonb NOT NULL,
  contact jsonb,
  author jsonb,
  feedback_url text,
  enforcement jsonb,
  legislation jsonb,
  technologies text[] NOT NULL,
  test_environments text[] NOT NULL,
  tools text[] NOT NULL,
  prepared_by text,
  valid_until timestamp(3) with time zone,
  revision_of integer,
  superseded_at timestamp(3) with time zone,
  published_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  reviewed_at timestamp(3) with time zone,
  sha256 text,
  public_token text,
  taken_back integer NOT NULL DEFAULT 0,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  untriaged_reason text,
  product_description text,
  country text,
  service_operation text,
  schema_url text,
  action_plan_url text,
  further_standards jsonb NOT NULL DEFAULT '[]'::jsonb,
  further_audit_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  outcomes_reason text,
  CONSTRAINT pk_conformance_reports PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_conformance_reports_product_number UNIQUE (organization_id, product_id, number),
  CONSTRAINT ck_conformance_reports_further_audits CHECK ((cardinality(further_audit_ids) <= 3)),
  CONSTRAINT ck_conformance_reports_further_standards CHECK ((jsonb_array_length(further_standards) <= 3)),
  CONSTRAINT ck_conformance_reports_prepared_by CHECK ((prepared_by = ANY (ARRAY['self'::text, 'third_party'::text]))),
  CONSTRAINT ck_conformance_reports_published CHECK (((status = 'draft'::text) OR ((published_at IS NOT NULL) AND (valid_until IS NOT NULL) AND (sha256 IS NOT NULL)))),
  CONSTRAINT ck_conformance_reports_status CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text]))),
  CONSTRAINT fk_conformance_reports_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_conformance_reports_audit ON conformance_reports USING btree (organization_id, audit_id) WHERE (status = 'draft'::text);
CREATE INDEX ix_conformance_reports_further_audits ON conformance_reports USING btree (organization_id) WHERE ((status = 'draft'::text) AND (further_audit_ids <> '{}'::uuid[]));
CREATE INDEX ix_conformance_reports_standard ON conformance_reports USING btree (organization_id, standard_id) WHERE (status = 'draft'::text);
COMMENT ON COLUMN conformance_reports.country IS 'ISO 3166-1 alpha-2; of the European Union';
COMMENT ON COLUMN conformance_reports.further_audit_ids IS 'audits that it rests on beside audit_id';
COMMENT ON COLUMN conformance_reports.further_standards IS 'built-in standards that it covers beside standard_id, with their levels; each verdict has a row at the requirement of every standard that has its criterion';
COMMENT ON COLUMN conformance_reports.outcomes_reason IS 'why it says "supports" of what its audits have as failed or undecided; exports print it';
COMMENT ON COLUMN conformance_reports.public_token IS 'encrypted; where it leads is in conformance_tokens';
COMMENT ON COLUMN conformance_reports.schema_url IS 'where the multi-year accessibility scheme of the RGAA stands';
COMMENT ON COLUMN conformance_reports.standard_id IS 'without a foreign key, as conformance_level_id and audit_id: what is published keeps them where their rows are gone';
COMMENT ON COLUMN conformance_reports.taken_back IS 'the highest revision of a verdict that was taken back: no revision comes twice';
COMMENT ON COLUMN conformance_reports.untriaged_reason IS 'why pending findings that speak against "supports" are not triaged; exports print it';

CREATE TABLE conformance_tokens (
  token_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  number integer NOT NULL,
  CONSTRAINT pk_conformance_tokens PRIMARY KEY (token_hash),
  CONSTRAINT uq_conformance_tokens_report UNIQUE (organization_id, product_id, number),
  CONSTRAINT fk_conformance_tokens_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
COMMENT ON TABLE conformance_tokens IS 'where public addresses lead: looked up before an organization is known';

CREATE TABLE conformance_verdicts (
  organization_id uuid NOT NULL,
  report_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  component text NOT NULL,
  verdict text NOT NULL,
  remarks text,
  reason text NOT NULL,
  alternative text,
  evidence jsonb NOT NULL,
  from_group boolean NOT NULL,
  stated_by_user_id uuid,
  stated_by_name text,
  stated_at timestamp(3) with time zone NOT NULL,
  revision integer NOT NULL,
  plain_description text,
  burden_assessment text,
  CONSTRAINT pk_conformance_verdicts PRIMARY KEY (organization_id, report_id, requirement_id, component),
  CONSTRAINT ck_conformance_verdicts_verdict CHECK ((verdict = ANY (ARRAY['supports'::text, 'partially_supports'::text, 'does_not_support'::text, 'not_applicable'::text, 'not_evaluated'::text]))),
  CONSTRAINT fk_conformance_verdicts_report FOREIGN KEY (organization_id, report_id) REFERENCES conformance_reports(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_conformance_verdicts_stated_by ON conformance_verdicts USING btree (organization_id, stated_by_user_id) WHERE (stated_by_user_id IS NOT NULL);
COMMENT ON COLUMN conformance_verdicts.burden_assessment IS 'why meeting the requirement is a disproportionate burden';
COMMENT ON COLUMN conformance_verdicts.stated_by_name IS 'as it was; null: stated with an API key';

-- reporting/grading

CREATE TABLE grades (
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  computed_at timestamp(3) with time zone NOT NULL,
  letter text,
  score integer,
  grade jsonb NOT NULL,
  organization_id uuid NOT NULL,
  CONSTRAINT pk_grades PRIMARY KEY (organization_id, id),
  CONSTRAINT fk_grades_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_grades_product ON grades USING btree (organization_id, product_id, computed_at DESC, id DESC);

-- reporting/saved-views

CREATE TABLE saved_views (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  filters jsonb NOT NULL,
  sort jsonb,
  shared boolean NOT NULL,
  owner_user_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  CONSTRAINT pk_saved_views PRIMARY KEY (organization_id, id),
  CONSTRAINT ck_saved_views_kind CHECK ((kind = ANY (ARRAY['issues'::text, 'risks'::text, 'findings'::text]))),
  CONSTRAINT ck_saved_views_owner CHECK ((shared OR (owner_user_id IS NOT NULL))),
  CONSTRAINT fk_saved_views_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT fk_saved_views_owner FOREIGN KEY (organization_id, owner_user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX ix_saved_views_owner ON saved_views USING btree (organization_id, owner_user_id);
COMMENT ON COLUMN saved_views.owner_user_id IS 'null: shared by somebody who has left';

-- integrations/monitors

CREATE TABLE agent_queue (
  run_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  labels text[] NOT NULL,
  due_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  attempt integer NOT NULL DEFAULT 0,
  agent_id uuid,
  lease uuid,
  lease_until timestamp(3) with time zone,
  is_cancelled boolean NOT NULL DEFAULT false,
  ends_at timestamp(3) with time zone,
  CONSTRAINT pk_agent_queue PRIMARY KEY (run_id),
  CONSTRAINT ck_agent_queue_lease CHECK ((((lease IS NULL) = (lease_until IS NULL)) AND ((lease IS NULL) = (agent_id IS NULL)))),
  CONSTRAINT fk_agent_queue_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
) WITH (fillfactor=50);
CREATE INDEX ix_agent_queue_due ON agent_queue USING btree (organization_id, due_at);
COMMENT ON COLUMN agent_queue.ends_at IS 'no lease of this agent holds longer';
COMMENT ON TABLE agent_queue IS 'runs that wait for an agent or are in the hand of one: looked up before an organization is known';

CREATE TABLE agent_turns (
  account text NOT NULL,
  taken_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_agent_turns PRIMARY KEY (account)
);
COMMENT ON TABLE agent_turns IS 'when agents of the operator took a run of an account of work last';

CREATE TABLE agents (
  id uuid NOT NULL,
  organization_id uuid,
  name text NOT NULL,
  labels text[] NOT NULL,
  token_hash bytea NOT NULL,
  version text,
  last_seen_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  suspended_by uuid,
  created_by_user_id uuid,
  CONSTRAINT pk_agents PRIMARY KEY (id),
  CONSTRAINT uq_agents_token UNIQUE (token_hash),
  CONSTRAINT fk_agents_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX ix_agents_organization ON agents USING btree (organization_id);
COMMENT ON COLUMN agents.created_by_user_id IS 'null: an operator, or it was made before this was noted';
COMMENT ON COLUMN agents.organization_id IS 'null: of the operator, for all organizations that have none of their own';
COMMENT ON COLUMN agents.suspended_by IS 'the recovery of its maker that has suspended it';

CREATE TABLE inventory_pages (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  url text NOT NULL,
  address_key uuid NOT NULL,
  title text,
  kind text NOT NULL,
  area_id uuid,
  state text NOT NULL,
  origin text NOT NULL,
  first_seen_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  looked_at timestamp(3) with time zone,
  template text,
  finding_count integer,
  gone_runs integer NOT NULL DEFAULT 0,
  CONSTRAINT pk_inventory_pages PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_inventory_pages_address UNIQUE (organization_id, product_id, address_key),
  CONSTRAINT ck_inventory_pages_kind CHECK ((kind = ANY (ARRAY['page'::text, 'document'::text]))),
  CONSTRAINT ck_inventory_pages_origin CHECK ((origin = ANY (ARRAY['sitemap'::text, 'crawl'::text, 'person'::text]))),
  CONSTRAINT ck_inventory_pages_state CHECK ((state = ANY (ARRAY['active'::text, 'ignored'::text, 'gone'::text]))),
  CONSTRAINT fk_inventory_pages_area FOREIGN KEY (organization_id, product_id, area_id) REFERENCES areas(organization_id, product_id, id),
  CONSTRAINT fk_inventory_pages_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_inventory_pages_area ON inventory_pages USING btree (organization_id, product_id, area_id) WHERE (area_id IS NOT NULL);
CREATE INDEX ix_inventory_pages_findings ON inventory_pages USING btree (organization_id, product_id, finding_count DESC NULLS LAST, id DESC);
CREATE INDEX ix_inventory_pages_first_seen ON inventory_pages USING btree (organization_id, product_id, first_seen_at, id);
CREATE INDEX ix_inventory_pages_looked ON inventory_pages USING btree (organization_id, product_id, looked_at DESC NULLS LAST, id DESC);
CREATE INDEX ix_inventory_pages_state ON inventory_pages USING btree (organization_id, product_id, state, kind, origin);
CREATE INDEX ix_inventory_pages_text ON inventory_pages USING gin (organization_id, url gin_trgm_ops, title gin_trgm_ops);
CREATE INDEX ix_inventory_pages_url ON inventory_pages USING btree (organization_id, product_id, url, id);
COMMENT ON COLUMN inventory_pages.address_key IS 'a digest of the address in its normal form, before the rules of the product';
COMMENT ON COLUMN inventory_pages.gone_runs IS 'in how many runs, one after the other, it was gone';
COMMENT ON TABLE inventory_pages IS 'the pages of products';

CREATE TABLE monitor_run_pages (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  url text NOT NULL,
  address_key uuid NOT NULL,
  depth integer NOT NULL,
  state text NOT NULL,
  reason text,
  final_url text,
  title text,
  template text,
  ms integer,
  finding_count integer,
  findings text,
  CONSTRAINT pk_monitor_run_pages PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_monitor_run_pages_address UNIQUE (organization_id, run_id, address_key),
  CONSTRAINT ck_monitor_run_pages_state CHECK ((state = ANY (ARRAY['open'::text, 'in_hand'::text, 'looked'::text, 'failed'::text, 'gone'::text]))),
  CONSTRAINT fk_monitor_run_pages_run FOREIGN KEY (organization_id, run_id) REFERENCES monitor_runs(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_monitor_run_pages_state ON monitor_run_pages USING btree (organization_id, run_id, state, depth, id);
COMMENT ON COLUMN monitor_run_pages.findings IS 'JSON: what was found there, until it is reported';

CREATE TABLE monitor_runs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  monitor_id uuid NOT NULL,
  state text NOT NULL,
  reason text,
  message text,
  trigger text NOT NULL,
  attempt integer NOT NULL DEFAULT 0,
  was_cut boolean NOT NULL DEFAULT false,
  tool_versions jsonb NOT NULL DEFAULT '{}'::jsonb,
  reports jsonb NOT NULL DEFAULT '[]'::jsonb,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  picture_count integer NOT NULL DEFAULT 0,
  looked_pages integer NOT NULL DEFAULT 0,
  found_pages integer NOT NULL DEFAULT 0,
  finished_at timestamp(3) with time zone,
  CONSTRAINT pk_monitor_runs PRIMARY KEY (organization_id, id),
  CONSTRAINT ck_monitor_runs_ended CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'running'::text, 'finishing'::text])))),
  CONSTRAINT ck_monitor_runs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'finishing'::text, 'done'::text, 'partial'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT ck_monitor_runs_trigger CHECK ((trigger = ANY (ARRAY['schedule'::text, 'manual'::text]))),
  CONSTRAINT fk_monitor_runs_monitor FOREIGN KEY (organization_id, product_id, monitor_id) REFERENCES monitors(organization_id, product_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_monitor_runs_finishing ON monitor_runs USING btree (finished_at) WHERE (state = 'finishing'::text);
CREATE INDEX ix_monitor_runs_monitor ON monitor_runs USING btree (organization_id, monitor_id, created_at, id);
CREATE INDEX ix_monitor_runs_product ON monitor_runs USING btree (organization_id, product_id, monitor_id);
CREATE UNIQUE INDEX uq_monitor_runs_under_way ON monitor_runs USING btree (organization_id, monitor_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text, 'finishing'::text]));
COMMENT ON COLUMN monitor_runs.finished_at IS 'when its agent had looked at all that it could';
COMMENT ON COLUMN monitor_runs.found_pages IS 'pages on which something was found';
COMMENT ON COLUMN monitor_runs.picture_count IS 'pictures that came with it';
COMMENT ON COLUMN monitor_runs.was_cut IS 'pages were left out: the budget has ended, or there were too many findings';

CREATE TABLE monitor_secrets (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  name text NOT NULL,
  value text NOT NULL,
  origins text[] NOT NULL,
  operator_agents boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_monitor_secrets PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_monitor_secrets_name UNIQUE (organization_id, product_id, name),
  CONSTRAINT ck_monitor_secrets_origins CHECK ((cardinality(origins) > 0)),
  CONSTRAINT fk_monitor_secrets_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN monitor_secrets.operator_agents IS 'agents of the operator get it too';
COMMENT ON COLUMN monitor_secrets.origins IS 'where alone it is filled in';
COMMENT ON COLUMN monitor_secrets.value IS 'encrypted';

CREATE TABLE monitors (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  environment text,
  source jsonb NOT NULL,
  schedule jsonb,
  labels text[] NOT NULL,
  tools jsonb NOT NULL,
  viewports jsonb NOT NULL,
  colour_scheme text,
  wait_for text,
  steps jsonb NOT NULL,
  budget jsonb NOT NULL,
  pace jsonb NOT NULL,
  state text NOT NULL,
  next_at timestamp(3) with time zone,
  failures integer NOT NULL DEFAULT 0,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  evidence boolean NOT NULL DEFAULT false,
  CONSTRAINT pk_monitors PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_monitors_number UNIQUE (organization_id, product_id, number),
  CONSTRAINT uq_monitors_product_id UNIQUE (organization_id, product_id, id),
  CONSTRAINT ck_monitors_colour_scheme CHECK ((colour_scheme = ANY (ARRAY['light'::text, 'dark'::text]))),
  CONSTRAINT ck_monitors_state CHECK ((state = ANY (ARRAY['on'::text, 'resting'::text]))),
  CONSTRAINT fk_monitors_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_monitors_due ON monitors USING btree (next_at) WHERE ((next_at IS NOT NULL) AND (state = 'on'::text));
COMMENT ON COLUMN monitors.evidence IS 'whether agents take pictures of what they find';
COMMENT ON COLUMN monitors.failures IS 'runs that have failed, one after the other';

-- integrations/notifications

CREATE TABLE notifications (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  read_at timestamp(3) with time zone,
  count integer NOT NULL DEFAULT 1,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  subject_number integer,
  subject_title text,
  product_slug text,
  actor_user_id uuid,
  actor_name text,
  comment_id uuid,
  excerpt text,
  mail_at timestamp(3) with time zone,
  mail_order_id uuid,
  CONSTRAINT pk_notifications PRIMARY KEY (user_id, id),
  CONSTRAINT ck_notifications_kind CHECK ((kind = ANY (ARRAY['mentioned'::text, 'commented'::text, 'assigned'::text, 'due_soon'::text, 'overdue'::text, 'grade_dropped'::text, 'regressed'::text, 'review_waiting'::text, 'audit_due'::text, 'invited'::text, 'connection_failing'::text, 'monitor_failing'::text, 'certificate_ending'::text]))),
  CONSTRAINT fk_notifications_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT fk_notifications_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_notifications_actor ON notifications USING btree (actor_user_id) WHERE (actor_user_id IS NOT NULL);
CREATE INDEX ix_notifications_at ON notifications USING btree (user_id, at DESC, id DESC);
CREATE INDEX ix_notifications_comment ON notifications USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX ix_notifications_mail_at ON notifications USING btree (mail_at) WHERE (mail_at IS NOT NULL);
CREATE INDEX ix_notifications_organization ON notifications USING btree (organization_id);
CREATE INDEX ix_notifications_unread ON notifications USING btree (user_id, organization_id) WHERE (read_at IS NULL);
COMMENT ON COLUMN notifications.actor_user_id IS 'null: an API key, or somebody whose account is gone';
COMMENT ON COLUMN notifications.count IS 'how many of one kind and subject within ten minutes are one';
COMMENT ON COLUMN notifications.mail_at IS 'null: it is not to be mailed any more';
COMMENT ON TABLE notifications IS 'what people are told; of whoever is no member any more it is not shown';

-- integrations/provisioning

CREATE TABLE provisioned_group_members (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  provisioned_id uuid NOT NULL,
  CONSTRAINT pk_provisioned_group_members PRIMARY KEY (organization_id, group_id, provisioned_id),
  CONSTRAINT fk_provisioned_group_members_group FOREIGN KEY (organization_id, group_id) REFERENCES provisioned_groups(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_provisioned_group_members_person FOREIGN KEY (organization_id, provisioned_id) REFERENCES provisioned_people(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_provisioned_group_members_provisioned ON provisioned_group_members USING btree (organization_id, provisioned_id);
COMMENT ON TABLE provisioned_group_members IS 'who is in which group';

CREATE TABLE provisioned_groups (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  display_name text NOT NULL,
  external_id text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_provisioned_groups PRIMARY KEY (organization_id, id),
  CONSTRAINT fk_provisioned_groups_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX uq_provisioned_groups_display_name ON provisioned_groups USING btree (organization_id, lower(display_name));
COMMENT ON TABLE provisioned_groups IS 'groups of people at the provider of an organization (SCIM)';

CREATE TABLE provisioned_people (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid,
  user_name text NOT NULL,
  external_id text,
  email text NOT NULL,
  display_name text,
  formatted text,
  given_name text,
  family_name text,
  emails jsonb NOT NULL,
  active boolean NOT NULL,
  given_role member_role,
  given_team_id uuid,
  kept_role member_role,
  kept_team_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_provisioned_people PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_provisioned_people_user UNIQUE (organization_id, user_id),
  CONSTRAINT ck_provisioned_people_email CHECK ((email = lower(email))),
  CONSTRAINT ck_provisioned_people_given CHECK ((given_role <> 'owner'::member_role)),
  CONSTRAINT fk_provisioned_people_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT fk_provisioned_people_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ix_provisioned_people_email ON provisioned_people USING btree (organization_id, email);
CREATE INDEX ix_provisioned_people_external ON provisioned_people USING btree (organization_id, external_id);
CREATE INDEX ix_provisioned_people_user ON provisioned_people USING btree (user_id);
CREATE UNIQUE INDEX uq_provisioned_people_user_name ON provisioned_people USING btree (organization_id, lower(user_name));
COMMENT ON COLUMN provisioned_people.email IS 'the address of the account';
COMMENT ON COLUMN provisioned_people.given_role IS 'what groups have given, and take away when they go';
COMMENT ON COLUMN provisioned_people.kept_role IS 'of who is switched off: what they come back with';
COMMENT ON COLUMN provisioned_people.user_id IS 'null: the account of this address is somebody''s who has not come in yet, or there is none';
COMMENT ON TABLE provisioned_people IS 'what the provider of an organization says of people (SCIM)';

CREATE TABLE provisioning_tokens (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  display_prefix text NOT NULL,
  token_hash bytea NOT NULL,
  last_used_at timestamp(3) with time zone,
  suspended_by uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by_user_id uuid,
  CONSTRAINT pk_provisioning_tokens PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_provisioning_tokens_hash UNIQUE (organization_id, token_hash),
  CONSTRAINT fk_provisioning_tokens_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
COMMENT ON COLUMN provisioning_tokens.created_by_user_id IS 'null: it was made before this was noted';
COMMENT ON COLUMN provisioning_tokens.suspended_by IS 'the recovery of its maker that has suspended it';
COMMENT ON COLUMN provisioning_tokens.token_hash IS 'SHA-256';
COMMENT ON TABLE provisioning_tokens IS 'by which the provider of an organization says who belongs to it (SCIM)';

-- integrations/trackers

CREATE TABLE tracker_connections (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  project_key text NOT NULL,
  project_id text,
  project_name text,
  credentials text NOT NULL,
  webhook_secret text,
  labels text[] NOT NULL DEFAULT '{}'::text[],
  severities jsonb NOT NULL DEFAULT '{}'::jsonb,
  priorities jsonb NOT NULL DEFAULT '{}'::jsonb,
  people jsonb NOT NULL DEFAULT '[]'::jsonb,
  push_by text NOT NULL DEFAULT 'hand'::text,
  push_min_severity text,
  follow text[] NOT NULL DEFAULT '{state}'::text[],
  when_closed_there text NOT NULL DEFAULT 'close'::text,
  state text NOT NULL DEFAULT 'on'::text,
  problem text,
  failing_since timestamp(3) with time zone,
  paused_until timestamp(3) with time zone,
  last_answer_at timestamp(3) with time zone,
  last_answer_status integer,
  suspended_by uuid,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  polled_until timestamp(3) with time zone,
  reopen_there boolean NOT NULL DEFAULT false,
  issue_type text,
  states jsonb NOT NULL DEFAULT '{}'::jsonb,
  template jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT pk_tracker_connections PRIMARY KEY (organization_id, id),
  CONSTRAINT ck_tracker_connections_state CHECK ((state = ANY (ARRAY['on'::text, 'failing'::text, 'off'::text]))),
  CONSTRAINT fk_tracker_connections_product FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_tracker_connections_product ON tracker_connections USING btree (organization_id, product_id, created_at, id);
COMMENT ON COLUMN tracker_connections.credentials IS 'encrypted with SECRET_KEY';
COMMENT ON COLUMN tracker_connections.issue_type IS 'what a new issue is there; null: they are all of one type';
COMMENT ON COLUMN tracker_connections.polled_until IS 'what changed there until then has been heard of';
COMMENT ON COLUMN tracker_connections.states IS 'what the states of issues are called there';
COMMENT ON COLUMN tracker_connections.template IS 'how what is sent reads there; what is absent as by itself';
COMMENT ON COLUMN tracker_connections.webhook_secret IS 'encrypted with SECRET_KEY; null: deliveries are refused';

CREATE TABLE tracker_links (
  organization_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  marker uuid NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  external_id text,
  external_key text,
  external_url text,
  last jsonb,
  seen_revision integer NOT NULL DEFAULT 0,
  to_retest boolean NOT NULL DEFAULT false,
  problem text,
  attempted_at timestamp(3) with time zone,
  attempts integer NOT NULL DEFAULT 0,
  missing integer NOT NULL DEFAULT 0,
  next_at timestamp(3) with time zone,
  synced_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  regressed_in integer,
  regressed_at timestamp(3) with time zone,
  decided jsonb NOT NULL DEFAULT '{}'::jsonb,
  heard jsonb,
  heard_at timestamp(3) with time zone,
  doubted_since timestamp(3) with time zone,
  CONSTRAINT pk_tracker_links PRIMARY KEY (organization_id, issue_id),
  CONSTRAINT uq_tracker_links_external UNIQUE (organization_id, connection_id, external_id),
  CONSTRAINT ck_tracker_links_state CHECK ((state = ANY (ARRAY['pending'::text, 'linked'::text, 'failed'::text, 'gone'::text]))),
  CONSTRAINT fk_tracker_links_connection FOREIGN KEY (organization_id, connection_id) REFERENCES tracker_connections(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_tracker_links_issue FOREIGN KEY (organization_id, issue_id) REFERENCES issues(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_tracker_links_next ON tracker_links USING btree (next_at) WHERE (next_at IS NOT NULL);
COMMENT ON COLUMN tracker_links.attempted_at IS 'since when an issue may have been made there of which no answer arrived';
COMMENT ON COLUMN tracker_links.decided IS 'which side holds of which field, at the next comparison';
COMMENT ON COLUMN tracker_links.doubted_since IS 'since when a second one may have been made there; null: none may';
COMMENT ON COLUMN tracker_links.heard IS 'what the tracker has told since both were compared; null: nothing';
COMMENT ON COLUMN tracker_links.heard_at IS 'when the tracker sent what was heard last';
COMMENT ON COLUMN tracker_links.last IS 'what both sides had when they were compared last';
COMMENT ON COLUMN tracker_links.regressed_at IS 'when a scan found it again last, as far as it was told there';
COMMENT ON COLUMN tracker_links.regressed_in IS 'the run by which it is still to be told there; null: none';

-- integrations/webhooks

CREATE TABLE github_deliveries (
  organization_id uuid NOT NULL,
  id text NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pk_github_deliveries PRIMARY KEY (organization_id, id),
  CONSTRAINT fk_github_deliveries_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX ix_github_deliveries_received ON github_deliveries USING btree (received_at);

CREATE TABLE github_secrets (
  organization_id uuid NOT NULL,
  secret text NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  suspended_by uuid,
  CONSTRAINT pk_github_secrets PRIMARY KEY (organization_id),
  CONSTRAINT fk_github_secrets_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
COMMENT ON COLUMN github_secrets.secret IS 'encrypted with SECRET_KEY';

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid,
  type text NOT NULL,
  payload text NOT NULL,
  status delivery_status NOT NULL DEFAULT 'pending'::delivery_status,
  attempts integer NOT NULL DEFAULT 0,
  response_status integer,
  error text,
  next_attempt_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  organization_id uuid NOT NULL,
  sequence integer,
  part integer NOT NULL DEFAULT 0,
  CONSTRAINT pk_webhook_deliveries PRIMARY KEY (organization_id, id),
  CONSTRAINT uq_webhook_deliveries_event UNIQUE (organization_id, webhook_id, event_id, type, part),
  CONSTRAINT uq_webhook_deliveries_sequence UNIQUE (organization_id, webhook_id, sequence),
  CONSTRAINT fk_webhook_deliveries_webhook FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_webhook_deliveries_created ON webhook_deliveries USING btree (webhook_id, created_at DESC, id DESC);
CREATE INDEX ix_webhook_deliveries_due ON webhook_deliveries USING btree (next_attempt_at) WHERE (status = 'pending'::delivery_status);
CREATE INDEX ix_webhook_deliveries_ended ON webhook_deliveries USING btree (created_at) WHERE (status <> 'pending'::delivery_status);
CREATE INDEX ix_webhook_deliveries_pending ON webhook_deliveries USING btree (webhook_id) WHERE (status = 'pending'::delivery_status);
COMMENT ON COLUMN webhook_deliveries.part IS 'which of the messages of this type that the event makes, from 0';
COMMENT ON COLUMN webhook_deliveries.sequence IS 'its number among the messages to the webhook; null: of before they had numbers';

CREATE TABLE webhooks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  url text NOT NULL,
  description text,
  types text[] NOT NULL DEFAULT '{}'::text[],
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  suspended_by uuid,
  secret_suspended_by uuid,
  last_sequence integer NOT NULL DEFAULT 0,
  format text NOT NULL DEFAULT 'standard'::text,
  address text,
  CONSTRAINT pk_webhooks PRIMARY KEY (organization_id, id),
  CONSTRAINT ck_webhooks_address CHECK (((format = 'standard'::text) = (address IS NULL))),
  CONSTRAINT ck_webhooks_format CHECK ((format = ANY (ARRAY['standard'::text, 'slack'::text, 'teams'::text, 'mattermost'::text]))),
  CONSTRAINT fk_webhooks_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX ix_webhooks_organization ON webhooks USING btree (organization_id, created_at, id);
COMMENT ON COLUMN webhooks.address IS 'of a chat: its address, encrypted with SECRET_KEY; url has the host alone';
COMMENT ON COLUMN webhooks.last_sequence IS 'the number of the last message that was made for it';
COMMENT ON COLUMN webhooks.secret IS 'encrypted with SECRET_KEY, or whsec_ where it was stored before there was one';
COMMENT ON COLUMN webhooks.types IS 'empty: all of them';

-- service/app

CREATE TABLE secret_key_check (
  only_row boolean NOT NULL DEFAULT true,
  sealed text NOT NULL,
  CONSTRAINT pk_secret_key_check PRIMARY KEY (only_row),
  CONSTRAINT ck_secret_key_check_only_row CHECK (only_row)
);

-- service/idempotency

CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL,
  hash bytea NOT NULL,
  digest bytea NOT NULL,
  claim uuid,
  claimed_at timestamp with time zone NOT NULL DEFAULT now(),
  made_at timestamp with time zone,
  status smallint,
  location text,
  etag text,
  body text,
  CONSTRAINT pk_idempotency_keys PRIMARY KEY (organization_id, hash),
  CONSTRAINT ck_idempotency_keys_claim CHECK ((claim IS NOT NULL)),
  CONSTRAINT fk_idempotency_keys_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
) WITH (fillfactor=60);
CREATE INDEX ix_idempotency_keys_claimed ON idempotency_keys USING btree (claimed_at);
COMMENT ON COLUMN idempotency_keys.body IS 'null: none, or not kept';
COMMENT ON COLUMN idempotency_keys.claim IS 'who carries the request out';
COMMENT ON COLUMN idempotency_keys.digest IS 'SHA-256 of body and query, as canonical JSON';
COMMENT ON COLUMN idempotency_keys.hash IS 'SHA-256 of caller, verb, path and key';
COMMENT ON COLUMN idempotency_keys.made_at IS 'when the change was committed that the request asked for';
