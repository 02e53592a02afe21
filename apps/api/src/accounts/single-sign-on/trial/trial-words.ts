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
  providerData: string;
  follows: string;
  subject: string;
  email: string;
  name: string;
  groups: string;
  attributeNames: string;
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
  title: 'Sign-in test',
  nothing: (organization) =>
    html`This was a test for ${quotedHtml(organization)}. No account was signed in, linked or changed.`,
  providerData: 'Data from the provider',
  follows: 'Result',
  subject: 'Subject',
  email: 'Email address',
  name: 'Name',
  groups: 'Groups',
  attributeNames: 'Names of all attributes',
  none: 'none',
  account: 'Account',
  membership: 'Membership',
  role: 'Role',
  team: 'Team',
  roles: { member: 'member', admin: 'admin', owner: 'owner' },
  origins: {
    linked: 'The account linked to this subject.',
    managed: 'The account managed by the organization; it would be linked to this subject.',
    new: 'A new account, managed by the organization.',
  },
  joins: 'The person would become a member.',
  stays: 'The person is already a member; the membership does not change.',
  refused: 'The sign-in would be rejected.',
  code: 'Code',
  refusals: {
    account_not_linked:
      'An account with this email address, or linked to this subject, exists, and is not managed by the organization. Its owner must sign in with the usual method, confirm their identity, and link the provider.',
  },
  close: 'You can close this page.',
};

const FR: TrialWords = {
  title: 'Test de la connexion',
  nothing: (organization) =>
    html`Ceci était un test pour ${quotedHtml(organization)}. Aucun compte n’a été connecté, lié ou modifié.`,
  providerData: 'Données du fournisseur',
  follows: 'Résultat',
  subject: 'Sujet',
  email: 'Adresse électronique',
  name: 'Nom',
  groups: 'Groupes',
  attributeNames: 'Noms de tous les attributs',
  none: 'aucun',
  account: 'Compte',
  membership: 'Appartenance',
  role: 'Rôle',
  team: 'Équipe',
  roles: { member: 'membre', admin: 'administrateur', owner: 'propriétaire' },
  origins: {
    linked: 'Le compte lié à ce sujet.',
    managed: 'Le compte géré par l’organisation ; il serait lié à ce sujet.',
    new: 'Un nouveau compte, géré par l’organisation.',
  },
  joins: 'La personne deviendrait membre.',
  stays: 'La personne est déjà membre ; son appartenance ne change pas.',
  refused: 'La connexion serait refusée.',
  code: 'Code',
  refusals: {
    account_not_linked:
      'Un compte avec cette adresse, ou lié à ce sujet, existe et n’est pas géré par l’organisation. Son titulaire doit se connecter comme d’habitude, confirmer son identité et relier le fournisseur.',
    access_denied: 'La connexion a été annulée chez le fournisseur d’identité.',
    provider_refused: 'Le fournisseur a refusé la connexion.',
    provider_unavailable: 'Le fournisseur ne répond pas ; réessayez dans un instant.',
    identity_not_proved: 'La réponse du fournisseur n’a pas pu être vérifiée.',
    provider_refuses_client: 'Le fournisseur refuse l’identifiant ou le secret du client de ce service.',
    email_not_found: 'Le fournisseur n’a pas transmis d’adresse électronique.',
    sso_address_unverified: 'Le fournisseur indique que votre adresse électronique n’est pas vérifiée.',
    sso_domain_unproved: 'Votre adresse n’appartient à aucun domaine vérifié de l’organisation.',
    sso_role_missing: 'Aucun de vos groupes chez le fournisseur n’a de rôle dans l’organisation.',
    sso_deactivated: 'Votre compte a été désactivé par le fournisseur de l’organisation.',
    organization_suspended: 'L’organisation est suspendue.',
    limit_reached: 'Le nombre maximal de membres de l’organisation est atteint.',
    saml_too_large: 'La réponse du fournisseur dépasse 256 ko.',
    saml_malformed: 'La réponse du fournisseur n’est pas une réponse de SAML 2.0.',
    saml_doctype: 'La réponse du fournisseur a un DOCTYPE.',
    saml_algorithm: 'La réponse du fournisseur emploie un algorithme peu sûr, comme SHA-1.',
    saml_encrypted: 'La réponse du fournisseur n’est pas chiffrée comme il se doit.',
    saml_assertions: 'La réponse du fournisseur doit contenir exactement une assertion.',
    saml_destination: 'La réponse du fournisseur était destinée à une autre adresse.',
    saml_failed: 'Le fournisseur a refusé la connexion.',
    saml_signature: 'L’assertion n’est pas signée par un certificat des réglages de connexion.',
    saml_certificate:
      'Le certificat de signature du fournisseur a expiré ou n’est pas encore valable. Un propriétaire doit en définir un valable.',
    saml_issuer: 'L’assertion a été émise par un autre fournisseur.',
    saml_subject: 'L’assertion n’a pas de NameID persistant.',
    saml_recipient: 'L’assertion est destinée à un autre destinataire.',
    saml_request: 'L’assertion ne correspond pas à la demande.',
    saml_audience: 'L’assertion est destinée à un autre service.',
    saml_expired: 'L’assertion a expiré ou n’est pas encore valable.',
    saml_used: 'L’assertion a déjà été utilisée.',
  },
  close: 'Vous pouvez fermer cette page.',
};

/** The words by language. */
export const TRIAL_WORDS: Readonly<Record<Language, TrialWords>> = { en: EN, fr: FR };
