import { BadRequest, Conflict, Forbidden } from '#libs/errors';

/** An organization must always have an owner. */
export class LastOwner extends Conflict {
  readonly code = 'last_owner';
  constructor() {
    super('The organization would be left without an owner.');
  }
}

/** No organization is named and the session has no active one. */
export class NoActiveOrganization extends BadRequest {
  readonly code = 'NO_ACTIVE_ORGANIZATION';
  constructor() {
    super('Name an organization, or make one active first.', [
      {
        path: '/organizationId',
        code: 'required',
        message: 'organizationId is required, since no organization is active',
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
    super('Another organization has this slug.', [
      { path, code: 'not_unique', message: 'Another organization has this slug.' },
    ]);
  }
}

export const notAMember = (): Forbidden => new Forbidden('not_a_member', 'You are not a member of this organization.');
export const roleTooLow = (needed: string): Forbidden =>
  new Forbidden('role_too_low', `This call needs the role ${needed}.`);
