import { BadRequest, Forbidden } from '#libs/errors';

/** An error of the wire format about one field. Clients of that format decide by its code. */
class FieldRefusal extends BadRequest {
  constructor(
    readonly code: string,
    path: string,
    message: string,
  ) {
    super(message, [{ path, code: 'not_allowed', message }]);
  }
}

export const memberNotFound = (path = '/memberId') =>
  new FieldRefusal('MEMBER_NOT_FOUND', path, 'The organization has no such member.');
export const invitationNotFound = (path = '/invitationId') =>
  new FieldRefusal('INVITATION_NOT_FOUND', path, 'There is no such pending invitation.');
export const alreadyInvited = () =>
  new FieldRefusal(
    'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
    '/email',
    'An invitation to this address is already pending; `resend` sends it again.',
  );
export const alreadyMember = (path = '/email') =>
  new FieldRefusal(
    'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
    path,
    'The person with this email address is already a member.',
  );
export const teamNotFound = (path = '/teamId') =>
  new FieldRefusal('TEAM_NOT_FOUND', path, 'The organization has no such team.');
export const notInTeam = () =>
  new FieldRefusal('USER_IS_NOT_A_MEMBER_OF_THE_TEAM', '/userId', 'The person is not in this team.');
export const notInOrganization = (path = '/userId') =>
  new FieldRefusal(
    'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    path,
    'The person is not a member of this organization.',
  );
export const noActiveTeam = () =>
  new FieldRefusal('YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM', '/query/teamId', 'Name a team, or join or activate one first.');
export const notYourTeam = () => new Forbidden('USER_IS_NOT_A_MEMBER_OF_THE_TEAM', 'You are not in this team.');
export const addressNotVerified = () =>
  new Forbidden('EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION', 'Confirm your email address first.');
export const verificationRequired = () =>
  new Forbidden(
    'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
    'Confirm your email address first, or open the link in the email.',
  );
export const notTheRecipient = () =>
  new Forbidden('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION', 'The invitation was sent to another email address.');
