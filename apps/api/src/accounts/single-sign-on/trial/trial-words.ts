import type { Language } from '../../identity/preferences/preferences.dto.js';
import type { Html } from '../../mail-pages/html.js';
import { html, quotedHtml } from '../../mail-pages/html.js';
import type { ProvidedRole } from '../settings/organization-sign-in.entity.js';
import type { AccountOrigin } from '../sign-in/provided-accounts.service.js';

/** The words of the page on which a trial of a provider is shown. */
export interface TrialWords {
  title: string;
  /** That nothing has come of it. */
  nothing: (organization: string) => Html;
  said: string;
  follows: string;
  subject: string;
  email: string;
  name: string;
  groups: string;
  told: string;
  none: string;
  account: string;
  membership: string;
  role: string;
  team: string;
  roles: Readonly<Record<ProvidedRole | 'owner', string>>;
  origins: Readonly<Record<AccountOrigin, string>>;
  joins: string;
  stays: string;
  refused: string;
  code: string;
  /** What to do about a refusal, by its code, or why it was. In English the message says why. */
  refusals: Readonly<Record<string, string>>;
  close: string;
}

const EN: TrialWords = {
  title: 'Trial of the sign-in',
  nothing: (organization) =>
    html`This was a trial for ${quotedHtml(organization)}: nobody was signed in or linked, and nothing was changed.`,
  said: 'What the provider said',
  follows: 'What would happen',
  subject: 'Subject',
  email: 'Mail address',
  name: 'Name',
  groups: 'Groups',
  told: 'Names of all that it sent',
  none: 'none',
  account: 'Account',
  membership: 'Membership',
  role: 'Role',
  team: 'Team',
  roles: { member: 'member', admin: 'admin', owner: 'owner' },
  origins: {
    linked: 'The one that is linked to this subject.',
    managed: 'The one that the organization manages; it would be linked to this subject.',
    new: 'A new one, which the organization manages.',
  },
  joins: 'The person would become a member.',
  stays: 'The person is a member, and stays as they are.',
  refused: 'The person would be refused.',
  code: 'Code',
  refusals: {
    account_not_linked:
      'There is an account with this address, or one is linked to this subject, that is not for the organization to take. Its person signs in to it as before and links it, with a fresh proof of who they are.',
  },
  close: 'You can close this page.',
};

const FR: TrialWords = {
  title: 'Essai de la connexion',
  nothing: (organization) =>
    html`Ceci était un essai pour ${quotedHtml(organization)} : personne n’a été connecté ni relié, et rien n’a changé.`,
  said: 'Ce que le fournisseur a dit',
  follows: 'Ce qui se passerait',
  subject: 'Sujet',
  email: 'Adresse électronique',
  name: 'Nom',
  groups: 'Groupes',
  told: 'Noms de tout ce qu’il a envoyé',
  none: 'aucun',
  account: 'Compte',
  membership: 'Appartenance',
  role: 'Rôle',
  team: 'Équipe',
  roles: { member: 'membre', admin: 'administrateur', owner: 'propriétaire' },
  origins: {
    linked: 'Celui qui est relié à ce sujet.',
    managed: 'Celui que l’organisation gère ; il serait relié à ce sujet.',
    new: 'Un nouveau, que l’organisation gère.',
  },
  joins: 'La personne deviendrait membre.',
  stays: 'La personne est membre, et le reste telle quelle.',
  refused: 'La personne serait refusée.',
  code: 'Code',
  refusals: {
    account_not_linked:
      'Il y a un compte avec cette adresse, ou relié à ce sujet, que l’organisation ne peut pas prendre. Sa personne s’y connecte comme avant et le relie, en prouvant à nouveau qui elle est.',
    access_denied: 'Le fournisseur a reçu l’ordre de ne rien nous dire.',
    provider_refused: 'Le fournisseur a refusé la connexion.',
    provider_unavailable: 'Le fournisseur ne répond pas en ce moment ; réessayez bientôt.',
    identity_not_proved: 'Ce que le fournisseur a répondu ne prouve pas qui vous êtes.',
    provider_refuses_client:
      'Le fournisseur n’accepte pas l’identifiant ou le secret du client par lequel il connaît ce service.',
    email_not_found: 'Le fournisseur ne dit pas votre adresse électronique.',
    sso_address_unverified: 'Le fournisseur dit qu’il n’a pas vérifié votre adresse électronique.',
    sso_domain_unproved: 'Votre adresse n’est d’aucun domaine que l’organisation a prouvé.',
    sso_role_missing: 'Aucun de vos groupes chez le fournisseur n’a de rôle dans l’organisation.',
    sso_deactivated: 'Le fournisseur de votre organisation vous a désactivé.',
    organization_suspended: 'L’organisation est suspendue.',
    limit_reached: 'L’organisation a autant de membres qu’elle peut en avoir.',
    saml_too_large: 'La réponse du fournisseur dépasse 256 ko.',
    saml_malformed: 'La réponse du fournisseur n’est pas une réponse de SAML 2.0.',
    saml_doctype: 'La réponse du fournisseur a un DOCTYPE.',
    saml_algorithm: 'La réponse du fournisseur emploie un algorithme qui ne prouve rien, comme SHA-1.',
    saml_encrypted: 'La réponse du fournisseur est chiffrée d’une façon qui n’est pas acceptée.',
    saml_assertions: 'La réponse du fournisseur doit avoir une assertion.',
    saml_destination: 'La réponse du fournisseur était destinée à une autre adresse.',
    saml_failed: 'Le fournisseur a refusé la connexion.',
    saml_signature: 'L’assertion n’est pas signée comme il le faut, par un certificat des réglages.',
    saml_certificate:
      'Le certificat par lequel le fournisseur signe a expiré, ou n’est pas encore valable : un propriétaire doit mettre le bon.',
    saml_issuer: 'L’assertion est d’un autre fournisseur.',
    saml_subject: 'L’assertion ne nomme personne par un NameID persistant.',
    saml_recipient: 'L’assertion était destinée à un autre destinataire.',
    saml_request: 'L’assertion répond à une autre demande, ou à aucune.',
    saml_audience: 'L’assertion était destinée à un autre service.',
    saml_expired: 'L’assertion est trop vieille, ou pas encore valable.',
    saml_used: 'L’assertion a déjà servi.',
  },
  close: 'Vous pouvez fermer cette page.',
};

/** The words by language. */
export const TRIAL_WORDS: Readonly<Record<Language, TrialWords>> = { en: EN, fr: FR };
