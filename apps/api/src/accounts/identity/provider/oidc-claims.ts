import { isEmailAddress, isHttpUrl, isStorable, toOneLine } from '#libs/fields';
import { normalizeIssuer } from './issuers.js';
import { identityNotProved } from './oidc-errors.js';

/** The claims about a person that we accept from the provider. */
export interface ProviderIdentity {
  /** Normalized. */
  issuer: string;
  subject: string;
  email?: string;
  /** True only if the claim is the boolean `true`. */
  emailVerified: boolean;
  name: string;
  image: string | null;
  /** When the provider asked who is there; null: it does not say. */
  authTime: Date | null;
}

const LONGEST_ADDRESS = 254;
const LONGEST_IMAGE = 2000;

/** Reads a person from verified claims. Values that we cannot store are left out. */
export function identityOfClaims(claims: { iss: string; sub: string } & Record<string, unknown>): ProviderIdentity {
  // A person with a subject that cannot be stored could not be recognized again.
  if (!isStorable(claims.sub)) throw identityNotProved();
  const email = text(claims['email'])?.toLowerCase();
  const known = email !== undefined && email.length <= LONGEST_ADDRESS && isEmailAddress(email) ? email : undefined;
  const image = text(claims['picture']);
  return {
    issuer: normalizeIssuer(claims.iss),
    subject: claims.sub,
    email: known,
    emailVerified: known !== undefined && claims['email_verified'] === true,
    name: nameOf(claims) ?? toOneLine(known?.split('@')[0] ?? '') ?? toOneLine(claims.sub) ?? 'Somebody',
    authTime: typeof claims['auth_time'] === 'number' ? new Date(claims['auth_time'] * 1000) : null,
    image: image !== undefined && image.length <= LONGEST_IMAGE && isHttpUrl(image) ? image : null,
  };
}

function nameOf(claims: Record<string, unknown>): string | undefined {
  const parts = [text(claims['given_name']), text(claims['family_name'])].filter(Boolean).join(' ');
  const name = text(claims['name']) ?? (parts || text(claims['preferred_username']));
  return name && toOneLine(name);
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && isStorable(value) ? value.trim() || undefined : undefined;
