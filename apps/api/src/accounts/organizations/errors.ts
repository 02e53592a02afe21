import { BadRequest, Conflict, Forbidden } from '#libs/errors';

/** An organization must always have an owner. */
export class LastOwner extends Conflict {
  readonly code = 'last_owner';
  constructor() {
    super('An organization must keep at least one owner.');
  }
}

/** Somebody must be able to come in when the provider that people must come in by does not work. */
export class RecoveryOwnerNeeded extends Conflict {
  readonly code = 'recovery_owner_needed';
  constructor() {
    super(
      'The organization requires sign-in with the identity provider. Choose a recovery owner with a second factor first.',
    );
  }
}

/** A group of the provider gives the role. */
export class RoleProvisioned extends Conflict {
  readonly code = 'role_provisioned';
  constructor() {
    super('This role is assigned by a group of the provider. Change it there.');
  }
}

/** The request names no organization and the session has no active one. */
export class NoActiveOrganization extends BadRequest {
  constructor(
    readonly code = 'NO_ACTIVE_ORGANIZATION',
    path = '/organizationId',
  ) {
    super('Name an organization, or activate one first.', [
      {
        path,
        code: 'required',
        message: 'organizationId is required, because no organization is active',
      },
    ]);
  }
}

/** Another organization has this slug. */
export class SlugTaken extends BadRequest {
  constructor(
    readonly code: 'ORGANIZATION_ALREADY_EXISTS' | 'ORGANIZATION_SLUG_ALREADY_TAKEN',
    path = '/slug',
  ) {
    super('Another organization already uses this slug.', [
      { path, code: 'not_unique', message: 'Another organization already uses this slug.' },
    ]);
  }
}

/** How an endpoint of this wire format refuses callers who are no members: with one of two codes. */
export const NOT_A_MEMBER = { not_a_member: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION' } as const;
export const NOT_A_MEMBER_OF_THIS = { not_a_member: 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION' } as const;

/** The caller is no member any more, since the organization has just gone. */
export const notAMember = (): Forbidden =>
  new Forbidden(NOT_A_MEMBER.not_a_member, 'You are not a member of this organization.');

/** Actions that need a role, as named by the error codes of this wire format. */
export type RestrictedAction =
  | 'CANCEL_THIS_INVITATION'
  | 'CREATE_A_NEW_TEAM_MEMBER'
  | 'DELETE_TEAMS_IN_THIS_ORGANIZATION'
  | 'DELETE_THIS_MEMBER'
  | 'INVITE_USER_WITH_THIS_ROLE'
  | 'REMOVE_A_TEAM_MEMBER'
  | 'UPDATE_THIS_MEMBER'
  | 'UPDATE_THIS_TEAM';

/** The caller's role does not permit the action. */
export const notAllowed = (action: RestrictedAction, needed = 'admin or owner'): Forbidden =>
  new Forbidden(`YOU_ARE_NOT_ALLOWED_TO_${action}`, `This call needs the role ${needed}.`);
