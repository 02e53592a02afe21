import { BadRequest } from '#libs/errors';
import { hash, verify } from '@node-rs/argon2';

const SHORTEST = 8;
const LONGEST = 128;

class PasswordTooShort extends BadRequest {
  readonly code = 'PASSWORD_TOO_SHORT';
}

class PasswordTooLong extends BadRequest {
  readonly code = 'PASSWORD_TOO_LONG';
}

/** A password of 8 to 128 characters as argon2id. `field` is where it stands in the request. */
export async function hashPassword(password: string, field: string): Promise<string> {
  const length = [...password].length;
  const fault = (code: string, message: string) => [{ path: `/${field}`, code, message }];
  if (length < SHORTEST)
    throw new PasswordTooShort('The password is too short.', fault('too_short', `At least ${SHORTEST} characters.`));
  if (length > LONGEST)
    throw new PasswordTooLong('The password is too long.', fault('too_long', `At most ${LONGEST} characters.`));
  return hash(password);
}

let nobodysHash: Promise<string> | undefined;

/** Whether the password is the one; takes as long where there is none to compare with, so that time tells nothing. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash('nobody has this password');
  const matches = await verify(passwordHash ?? (await nobodysHash), password.slice(0, LONGEST * 2));
  return matches && passwordHash != null;
}
