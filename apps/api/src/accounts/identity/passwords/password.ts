import { BadRequest, type Fault } from '#libs/errors';
import { hash, verify } from '@node-rs/argon2';
import {
  MAX_PASSWORD_LENGTH,
  type PasswordOwner,
  type PasswordFault,
  passwordFault,
  MIN_PASSWORD_LENGTH,
} from './password-rules.js';

const FAULT_DETAILS: Readonly<Record<PasswordFault, Omit<Fault, 'path'>>> = {
  PASSWORD_TOO_SHORT: {
    code: 'too_short',
    message: `The password is too short: at least ${MIN_PASSWORD_LENGTH} characters.`,
    params: { min: MIN_PASSWORD_LENGTH },
  },
  PASSWORD_TOO_LONG: {
    code: 'too_long',
    message: `The password is too long: at most ${MAX_PASSWORD_LENGTH} characters.`,
    params: { max: MAX_PASSWORD_LENGTH },
  },
  PASSWORD_COMPROMISED: {
    code: 'not_allowed',
    message: 'This password is too common, or contains your email address or name. Choose another one.',
  },
};

/** A new password that is too short, too long, or easily guessed. */
class PasswordRefused extends BadRequest {
  constructor(
    readonly code: PasswordFault,
    field: string,
  ) {
    super(FAULT_DETAILS[code].message, [{ path: `/${field}`, ...FAULT_DETAILS[code] }]);
  }
}

/**
 * Hashes this person's new password with Argon2id. `field` is its name in the request.
 * @throws PasswordRefused
 */
export async function hashPassword(password: string, field: string, person: PasswordOwner): Promise<string> {
  const fault = await passwordFault(password, person);
  if (fault) throw new PasswordRefused(fault, field);
  return hash(password);
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether the password matches. Without a hash it takes equally long, so that timing does not reveal whether an account
 * exists.
 */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash('a password without an account');
  const matches = await verify(passwordHash ?? (await dummyHash), password.slice(0, MAX_PASSWORD_LENGTH * 2));
  return matches && passwordHash != null;
}
