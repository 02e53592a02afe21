import { BadRequest } from '#libs/errors';
import { hash, verify } from '@node-rs/argon2';
import { LONGEST, type Named, type PasswordFault, passwordFault, SHORTEST } from './password-rules.js';

const SAYS: Readonly<Record<PasswordFault, { code: string; message: string }>> = {
  PASSWORD_TOO_SHORT: { code: 'too_short', message: `The password is too short: at least ${SHORTEST} characters.` },
  PASSWORD_TOO_LONG: { code: 'too_long', message: `The password is too long: at most ${LONGEST} characters.` },
  PASSWORD_COMPROMISED: {
    code: 'not_allowed',
    message: 'The password is one that many people use, or is made of your address or name; choose another.',
  },
};

/** A new password that is too short, too long, or easily guessed. */
class PasswordRefused extends BadRequest {
  constructor(
    readonly code: PasswordFault,
    field: string,
  ) {
    super(SAYS[code].message, [{ path: `/${field}`, ...SAYS[code] }]);
  }
}

/**
 * A new password of this person as argon2id. `field` is where it stands in the request.
 * @throws PasswordRefused
 */
export async function hashPassword(password: string, field: string, person: Named): Promise<string> {
  const fault = passwordFault(password, person);
  if (fault) throw new PasswordRefused(fault, field);
  return hash(password);
}

let nobodysHash: Promise<string> | undefined;

/** Whether the password is the one; takes as long where there is none to compare with, so that time tells nothing. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash('nobody has this password');
  const matches = await verify(passwordHash ?? (await nobodysHash), password.slice(0, LONGEST * 2));
  return matches && passwordHash != null;
}
