import { MAX_ENTRIES } from '../evaluation/sample/audit-entry.js';
import { ourCodeOf } from '../identity/wire-codes.js';
import { MAX_REASON_BYTES } from '../conformance/contradictions/contradictions.service.js';
import { MAX_REPORT_BYTES } from '../conformance/verdicts/store-verdicts.js';
import { EVIDENCE_BYTES } from '../conformance/verdicts/verdicts.sql.js';

/**
 * Every `code` that a refusal may have, and what it means. Whoever adds a code adds a line here; codes are never renamed. Those in
 * capitals are of `/api/auth`, whose clients compare with constants of their own.
 */
const DECLARED: Readonly<Record<string, string>> = {
  // Of any call.
  invalid_input: 'The body, the query or the path is faulty; `errors` names each fault.',
  unauthenticated: 'No credential was sent, or it is unknown, revoked or expired.',
  credentials_ambiguous: 'The request has both `Authorization` and `X-API-Key`, and they differ.',
  origin_not_allowed: 'A browser sent a cookie from a site that is not ours.',
  not_found: 'There is no such record or path within reach.',
  method_not_allowed: 'The path exists, but not with this method; `Allow` lists those it has.',
  payload_too_large: 'The body is larger than the operation accepts.',
  unsupported_media_type: 'The body is of a type or in an encoding that the operation does not read.',
  rate_limited: 'Too many requests; `Retry-After` says in how many seconds to come back.',
  temporarily_unavailable: 'The database or another part is out of reach; `Retry-After` says when to come back.',
  internal_error: 'Something went wrong on our side; `requestId` finds it in the log.',
  // Of rights.
  not_a_member: 'You are not a member of this organization.',
  role_too_low: 'The call needs the role admin or owner.',
  two_factor_required: 'The organization asks for a second factor, and this session has not passed one.',
  fresh_proof_required: 'The call needs a proof of the last ten minutes of who you are; `ways` says by which means.',
  session_required: 'The operation is for people: sign in instead of sending an API key.',
  module_disabled: 'The module that `module` names is switched off in this organization.',
  key_address_not_allowed: 'The API key may not be used from this address.',
  forwarded_address_untrusted:
    'The API key is limited to certain addresses, and the request came through a proxy that the service does not trust.',
  key_wrong_organization: 'The API key belongs to another organization.',
  key_scope_missing: 'The API key lacks the scope that `scope` names.',
  key_scope_exceeded: 'A key cannot make what may do more than itself.',
  key_product_mismatch: 'The API key is limited to one product, and this call is not about that product.',
  proposal_only: 'The API key is of a pull or merge request, and reports scans of proposals only.',
  token_refused: 'The token is not accepted; the log of the service has the reason.',
  product_ambiguous:
    'Name `productRef`, where several products trust this repository; or `organizationId`, until a token of it was exchanged with one, and where that was so with several.',
  issuer_unavailable: 'The keys of the issuer cannot be read just now; the token was not used up.',
  metrics_closed: 'Metrics are shown to who has the token for them.',
  // Of records.
  idempotency_under_way: 'The same request is being carried out; send it again shortly.',
  idempotency_answer_not_kept:
    'The request was carried out once, and its answer is not kept; `Location` leads to what it made.',
  idempotency_key_reused: 'The same `Idempotency-Key` came with another body or query.',
  already_exists: 'There is such a record already, perhaps made at the same moment.',
  search_too_broad: 'More than 20,000 records have the text of `q`: search for a longer one, or filter.',
  proof_refused: 'The password or the code does not prove who you are.',
  proof_by_other_ways: 'This account proves who is there by other means than a mailed code.',
  limit_reached: 'There may be no more records of this kind; whoever runs the service can raise the limit.',
  changed_meanwhile:
    'The record is no longer of the revision that `If-Match` names; the answer has it as it is now, under its own name.',
  product_archived: 'The product is archived: unarchive it to add records.',
  audit_has_outcomes: 'The audit has outcomes of its standard and level, which stay until these are gone.',
  audit_incomplete:
    'Requirements are untested; `requirements` has the first. `acceptUntested` completes the audit all the same.',
  audit_completed:
    'The audit is completed: set it in progress to change its sample, its outcomes or who examines what.',
  entry_has_outcomes: 'The entry has outcomes: `withOutcomes=true` deletes them with it.',
  sample_full: `A sample has ${MAX_ENTRIES} entries at most.`,
  outcome_changed: 'Somebody has changed outcomes since they were read; `outcomes` has them as they are.',
  report_published: 'The report was published and stays as it is: make a revision of it.',
  report_superseded: 'A revision has replaced the report, and has its public address.',
  report_too_long: `Remarks, alternatives and evidence of a report may take ${MAX_REPORT_BYTES / 1024} KiB together, the evidence ${EVIDENCE_BYTES} bytes each; the reasons why issues do not contradict it ${MAX_REASON_BYTES / 1024} KiB.`,
  issue_contradicts_nothing: 'The issue is closed, or speaks against nothing that the report says.',
  report_draft: 'The report is a draft, of which nothing leaves: publish it first.',
  export_not_available: 'No catalogue of this form has the standard of the report.',
  statement_incomplete: 'The report says too little for this form of statement; `problems` says what it lacks.',
  statement_of_another_standard: 'The model of this statement is not for the standard of the report.',
  report_incomplete: 'Something keeps the report from being published; `problems` says what.',
  cursor_invalid: 'What `after` names was never in this list.',
  position_gone:
    'The event that `after` names is no longer kept, nor perhaps some that came after it: begin anew without it.',
  decision_undone: 'The decision was taken back before.',
  decision_too_old: 'The decision was made more than 24 hours ago: decide anew.',
  count_changed: 'Another number of findings meets the filter than was expected.',
  finding_confirmed: 'The finding is confirmed: its issue says what becomes of it.',
  finding_not_confirmed: 'Only a page of a confirmed finding can be accepted: it belongs to its issue.',
  finding_resolved: 'The finding is resolved: no scan reports it any more.',
  line_ended: 'The line has ended; a later run of the same name begins it anew.',
  risk_materialized: 'The risk has materialized: its status follows its issue.',
  standard_read_only: 'Built-in standards cannot be changed; duplicate one to change the copy.',
  last_owner: 'The organization would be left without an owner.',
  two_factor_missing: 'Turn on a second factor for yourself before the organization asks for one.',
  secret_key_missing: 'The service cannot keep secrets, because it runs without `SECRET_KEY`.',
  picture_undecodable: 'The file is no picture, or of a kind that is not read.',
  private_address: 'The address of the webhook leads into a private network.',
  delivery_pending: 'The message has not arrived yet and will be tried again by itself.',
  webhook_disabled: 'The webhook is off: turn it on to send the message again.',
  invalid_signature: 'The delivery is not signed with the secret of this organization.',
  // Of signing in with a provider.
  access_denied: 'The provider was told not to let us know who you are.',
  account_not_linked: 'An account with this address exists that the provider may not open.',
  auth_time_missing: 'The provider does not say when it asked who is there: have a code mailed instead.',
  email_not_found: 'The provider does not say your mail address.',
  identity_not_proved: 'What the provider answered does not prove who you are.',
  provider_refused: 'The provider refused the sign-in.',
  provider_unavailable: 'The provider does not answer just now.',
  state_mismatch: 'This browser has no such sign-in under way.',
  PROVIDER_NOT_FOUND: 'No such provider is set up.',
  // Of `/api/auth`.
  VALIDATION_ERROR: 'The same as `invalid_input`.',
  BAD_REQUEST: 'The body is not JSON.',
  UNAUTHORIZED: 'The same as `unauthenticated`.',
  UNSUPPORTED_MEDIA_TYPE: 'The same as `unsupported_media_type`.',
  INVALID_EMAIL_OR_PASSWORD: 'The address or the password is wrong.',
  INVALID_PASSWORD: 'The password is wrong.',
  INVALID_TOKEN: 'The link is unknown, used or too old.',
  INVALID_CALLBACK_URL: 'The callback address leads to an origin that is not ours.',
  PASSWORD_TOO_SHORT: 'The password is too short.',
  PASSWORD_TOO_LONG: 'The password is too long.',
  PASSWORD_COMPROMISED: 'The password is too easy to guess.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is an account with this address.',
  EMAIL_CAN_NOT_BE_UPDATED: 'The address cannot be changed here.',
  ACCOUNT_DISABLED: 'The account is disabled; whoever runs the service can enable it again.',
  SIGN_UP_CLOSED: 'Accounts are made by invitation only.',
  SESSION_NOT_FRESH: 'The call needs a proof of the last ten minutes of who you are; `ways` says by which means.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes for this account; `Retry-After` says when to come back.',
  INVALID_CODE: 'The code is wrong, used or too old.',
  INVALID_BACKUP_CODE: 'The backup code is wrong or used.',
  INVALID_TWO_FACTOR_COOKIE: 'No sign-in waits for a code; sign in first.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes: sign in again from the start.',
  TOTP_NOT_ENABLED: 'The account has no authenticator.',
  TWO_FACTOR_NOT_ENABLED: 'The second factor is not on.',
  NO_ACTIVE_ORGANIZATION: 'Name an organization, or make one active first.',
  ORGANIZATION_NOT_FOUND: 'There is no such organization.',
  ORGANIZATION_ALREADY_EXISTS: 'Another organization has this slug.',
  ORGANIZATION_SLUG_ALREADY_TAKEN: 'Another organization has this slug.',
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 'You are not a member of this organization.',
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: 'You are not a member of this organization.',
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: 'You are not a member of this organization.',
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'The person is a member already.',
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 'An invitation to this address is open; `resend` sends it again.',
  MEMBER_NOT_FOUND: 'There is no such member.',
  INVITATION_NOT_FOUND: 'There is no such open invitation.',
  TEAM_NOT_FOUND: 'There is no such team.',
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: 'The person is not in this team.',
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: 'Name a team, or make one active first.',
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: 'Confirm your address first.',
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: 'Confirm your address first.',
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 'The invitation was sent to another address.',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 'The call needs the role admin or owner.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 'The call needs the role owner.',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 'The call needs a higher role.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 'The call needs a higher role.',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: 'The call needs the role admin or owner.',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: 'Only owners invite owners.',
  YOU_ARE_NOT_ALLOWED_TO_LIST_INVITATIONS: 'The call needs the role admin or owner.',
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION:
    'The call needs the role admin or owner, or that the invitation is yours.',
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: 'The call needs the role admin or owner.',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 'The call needs the role admin or owner.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: 'The call needs the role admin or owner.',
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: 'The call needs the role admin or owner.',
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: 'The call needs the role admin or owner.',
};

// Those of `/api/auth` that mean nothing else in the interface are `problemCode` in our letters.
const IN_OUR_LETTERS = Object.entries(DECLARED)
  .map(([code, meaning]): [string, string] => [ourCodeOf(code), meaning])
  .filter(([code]) => !(code in DECLARED));

/** Every code and what it means, also those that only `problemCode` has. */
export const PROBLEM_CODES: Readonly<Record<string, string>> = { ...DECLARED, ...Object.fromEntries(IN_OUR_LETTERS) };
