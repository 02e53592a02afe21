import type { Role } from '../../platform/http/policy.js';
import { addressField, CODE_FIELD, newPasswordField, passwordField } from './fields.js';
import { type FormErrors, NO_ERRORS, withinFields } from './form-errors.js';
import { type Field, renderForm } from './form.js';
import type { HtmlPage } from './html-page.js';
import { html, type Html, quotedHtml } from './html.js';

/** The parameters of a mailed invitation link. */
export interface InvitationLink {
  id?: string;
  token?: string;
  callbackURL?: string;
}

/** An invitation as shown to the holder of its secret. */
export interface InvitationOffer {
  email: string;
  role: Role;
  organizationName: string;
  inviterEmail: string;
}

/**
 * What the recipient does next: create an account, enter the password, use the provider or reset the password
 * (`no-password`), enter a code of the second factor, or accept in the present session.
 */
export type AcceptanceStep =
  | { is: 'new' }
  | { is: 'password' }
  | { is: 'no-password' }
  | { is: 'code'; challenge: string }
  | { is: 'session'; ticket: string };

interface InvitationPageData {
  link: InvitationLink;
  /** Undefined if the link has no secret; then nothing about the invitation is shown. */
  offer?: InvitationOffer;
  step: AcceptanceStep;
  /** The button that starts a sign-in at the provider. */
  provider?: Html;
  formErrors?: FormErrors;
  typed?: { name?: string; email?: string };
}

/** The fields of each step. */
const FIELDS_OF: Readonly<Record<AcceptanceStep['is'], readonly string[]>> = {
  new: ['email', 'name', 'password'],
  password: ['email', 'password'],
  'no-password': [],
  code: ['code'],
  session: [],
};

const ROLE_PHRASES: Readonly<Record<Role, string>> = { member: 'a member', admin: 'an admin', owner: 'an owner' };

/** The page on which an invitation is accepted. */
export function invitationPage(invited: InvitationPageData): HtmlPage {
  const { link, offer, step, provider, typed = {} } = invited;
  const formErrors = withinFields(invited.formErrors ?? NO_ERRORS, FIELDS_OF[step.is]);
  const mayReset = step.is === 'password' || step.is === 'no-password';
  return {
    status: formErrors.status,
    title: offer ? `Join “${offer.organizationName}”` : 'Accept an invitation',
    errors: formErrors.errors,
    body: html`${offer ? introText(offer) : html`<p>Sign in with the invited email address.</p>`}
    ${mainForm(link, offer, step, formErrors, typed)} ${step.is !== 'code' && step.is !== 'session' && provider}
    ${offer && mayReset && resetForm(link)} ${offer && step.is !== 'code' && rejectForm(link)}`,
  };
}

const introText = ({ inviterEmail, organizationName, role, email }: InvitationOffer): Html =>
  html`<p>
    <bdi>${inviterEmail}</bdi> invites you, <bdi>${email}</bdi>, to join ${quotedHtml(organizationName)} as
    ${ROLE_PHRASES[role]}.
  </p>`;

function mainForm(
  link: InvitationLink,
  offer: InvitationOffer | undefined,
  step: AcceptanceStep,
  formErrors: FormErrors,
  typed: InvitationPageData['typed'],
): Html {
  const hidden = { ...link };
  const address = addressField(offer?.email ?? typed?.email, offer !== undefined);
  const { errors } = formErrors;
  if (step.is === 'session')
    return renderForm({ hidden: { ...hidden, ticket: step.ticket }, button: 'Accept the invitation', errors });
  if (step.is === 'code')
    return renderForm({
      hidden: { ...hidden, challenge: step.challenge },
      fields: [CODE_FIELD],
      button: 'Sign in and accept',
      errors,
    });
  if (step.is === 'no-password')
    return html`<p>
      Your account has no password. Sign in with your usual method, or request a link to choose a password.
    </p>`;
  const isNew = step.is === 'new';
  const name: Field = { name: 'name', label: 'Your name', autocomplete: 'name', value: typed?.name };
  const password = isNew ? newPasswordField('New password') : passwordField('Password');
  return renderForm({
    hidden,
    fields: [address, ...(isNew ? [name] : []), password],
    button: isNew ? 'Create an account and accept' : 'Sign in and accept',
    errors,
  });
}

const resetForm = (link: InvitationLink): Html =>
  renderForm({
    hidden: { ...link, do: 'reset' },
    button: 'Send a link to choose a new password',
    secondary: true,
  });

const rejectForm = (link: InvitationLink): Html =>
  renderForm({ hidden: { ...link, do: 'reject' }, button: 'Decline the invitation', secondary: true });
