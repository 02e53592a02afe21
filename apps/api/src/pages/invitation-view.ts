import type { Role } from '#libs/access';
import { addressField, CODE, newPasswordField, passwordField } from './fields.js';
import { type Field, formOf } from './form.js';
import { html, type Html, quoted } from './html.js';
import type { Page } from './page.js';
import { NOTHING, onFields, type Wrong } from './troubles.js';

/** What a mailed link says of an invitation. */
export interface InvitationLink {
  id?: string;
  token?: string;
  callbackURL?: string;
}

/** An invitation as its link shows it to whoever holds the secret. */
export interface Offer {
  email: string;
  role: Role;
  organizationName: string;
  inviterEmail: string;
}

/**
 * How the invitee goes on: with a new account, the password of theirs, by a provider or a new password where the account has
 * none, with a code of their second factor, or by the session they have already.
 */
export type Way =
  | { is: 'new' }
  | { is: 'password' }
  | { is: 'no-password' }
  | { is: 'code'; challenge: string }
  | { is: 'session'; ticket: string };

interface Invited {
  link: InvitationLink;
  /** Undefined where the link has no secret: then nothing is told of the invitation. */
  offer?: Offer;
  way: Way;
  /** The button that begins a sign-in elsewhere. */
  provider?: Html;
  wrong?: Wrong;
  typed?: { name?: string; email?: string };
}

/** The fields that each way asks for. */
const FIELDS_OF: Readonly<Record<Way['is'], readonly string[]>> = {
  new: ['email', 'name', 'password'],
  password: ['email', 'password'],
  'no-password': [],
  code: ['code'],
  session: [],
};

const AS: Readonly<Record<Role, string>> = { member: 'a member', admin: 'an admin', owner: 'an owner' };

/** The page on which an invitation is accepted. */
export function invitationPage(invited: Invited): Page {
  const { link, offer, way, provider, typed = {} } = invited;
  const wrong = onFields(invited.wrong ?? NOTHING, FIELDS_OF[way.is]);
  const mayReset = way.is === 'password' || way.is === 'no-password';
  return {
    status: wrong.status,
    title: offer ? `Join “${offer.organizationName}”` : 'Accept an invitation',
    troubles: wrong.troubles,
    body: html`${offer ? wordsOf(offer) : html`<p>Sign in with the address that was invited.</p>`}
    ${mainForm(link, offer, way, wrong, typed)} ${way.is !== 'code' && way.is !== 'session' && provider}
    ${offer && mayReset && resetForm(link)} ${offer && way.is !== 'code' && rejectForm(link)}`,
  };
}

const wordsOf = ({ inviterEmail, organizationName, role, email }: Offer): Html =>
  html`<p>
    <bdi>${inviterEmail}</bdi> invites you, <bdi>${email}</bdi>, to join ${quoted(organizationName)} as ${AS[role]}.
  </p>`;

function mainForm(
  link: InvitationLink,
  offer: Offer | undefined,
  way: Way,
  wrong: Wrong,
  typed: Invited['typed'],
): Html {
  const hidden = { ...link };
  const address = addressField(offer?.email ?? typed?.email, offer !== undefined);
  const { troubles } = wrong;
  if (way.is === 'session')
    return formOf({ hidden: { ...hidden, ticket: way.ticket }, button: 'Accept the invitation', troubles });
  if (way.is === 'code')
    return formOf({
      hidden: { ...hidden, challenge: way.challenge },
      fields: [CODE],
      button: 'Sign in and accept',
      troubles,
    });
  if (way.is === 'no-password')
    return html`<p>
      Your account has no password. Sign in where you always do, or have a link mailed to choose a password.
    </p>`;
  const isNew = way.is === 'new';
  const name: Field = { name: 'name', label: 'Your name', autocomplete: 'name', value: typed?.name };
  const password = isNew ? newPasswordField('A new password') : passwordField('Password');
  return formOf({
    hidden,
    fields: [address, ...(isNew ? [name] : []), password],
    button: isNew ? 'Make an account and accept' : 'Sign in and accept',
    troubles,
  });
}

const resetForm = (link: InvitationLink): Html =>
  formOf({ hidden: { ...link, do: 'reset' }, button: 'Have a link mailed to choose a new password', quiet: true });

const rejectForm = (link: InvitationLink): Html =>
  formOf({ hidden: { ...link, do: 'reject' }, button: 'Decline the invitation', quiet: true });
