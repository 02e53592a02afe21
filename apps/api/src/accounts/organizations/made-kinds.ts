/**
 * The kinds of what people make to let others in: invitations, and members that came of them or whose role was raised.
 */
export const INVITATION = 'invitation';
export const MEMBER = 'member';
/** And what they take: a role, or a membership. Suspended, it is given back. */
export const LOST_MEMBERSHIP = 'lost_membership';
