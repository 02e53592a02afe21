/** The person a password is for, with the names that others may know. */
export interface PasswordOwner {
  email: string;
  name: string;
}

/** Lengths of a password, in characters. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Why a password is rejected. */
export type PasswordFault = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_COMPROMISED';

/** What is wrong with a new password, if anything. */
export async function passwordFault(password: string, person: PasswordOwner): Promise<PasswordFault | undefined> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return 'PASSWORD_TOO_SHORT';
  if (length > MAX_PASSWORD_LENGTH) return 'PASSWORD_TOO_LONG';
  common ??= loadCommon();
  return (await common).has(plain(password)) || isMadeOfPersonalData(password, person)
    ? 'PASSWORD_COMPROMISED'
    : undefined;
}

let common: Promise<ReadonlySet<string>> | undefined;

// Loaded with the first password: it takes 9 MB.
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH));
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Shorter parts are not specific to a person. */
const MIN_PART_LENGTH = 3;
/** The characters besides the person's names must be more than a year and a punctuation mark. */
const MIN_REST_LENGTH = 5;

/** Whether the password consists mostly of parts of the person's address and name. */
function isMadeOfPersonalData(password: string, { email, name }: PasswordOwner): boolean {
  const [local = '', domain = ''] = plain(email).split('@');
  const wholes = [plain(email), local, domain, plain(name)];
  const parts = wholes
    .flatMap((whole) => [whole, whole.replace(SEPARATORS, ''), ...whole.split(SEPARATORS)])
    .filter((part) => part.length >= MIN_PART_LENGTH)
    .sort((a, b) => b.length - a.length);
  const text = plain(password);
  const rest = parts.reduce((left, part) => left.replaceAll(part, ' '), text);
  return rest !== text && rest.replace(SEPARATORS, '').length < MIN_REST_LENGTH;
}

const SEPARATORS = /[^\p{L}\p{N}]+/gu;
