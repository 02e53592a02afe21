import { Flag, Lenient, Text, TextList } from '#libs/fields';

const Password = () =>
  Text({
    optional: true,
    description: 'Optional for accounts without a password, in a session younger than ten minutes.',
  });
const TwoFactorToken = () =>
  Text({ optional: true, description: 'The token of the sign-in, for clients that do not send the cookie.' });

@Lenient()
export class ConfirmPassword {
  @Password()
  password?: string;
}

@Lenient()
export class EnableSecondFactor {
  @Password()
  password?: string;
  @Text({ optional: true, max: 100, filled: true, description: 'The label shown in authenticator apps.' })
  issuer?: string;
}

@Lenient()
export class ShowCode {
  @Text({ max: 100, description: 'Six digits.' })
  code: string;
  @TwoFactorToken()
  twoFactorToken?: string;
}

@Lenient()
export class ShowBackupCode {
  @Text({ max: 100, description: 'One of the backup codes; each works once.' })
  code: string;
  @TwoFactorToken()
  twoFactorToken?: string;
  @Flag({ optional: true, description: 'True: the code is used up, and no session begins.' })
  disableSession?: boolean;
}

@Lenient()
export class UnlockCodes {
  @Text({ description: 'The token of the emailed link.' })
  token: string;
}

/** What an authenticator reads. */
export class TotpUri {
  @Text({ description: 'An `otpauth:` URI, usually shown as a QR code.' })
  totpURI: string;
}

/** A factor that waits for its first right code. */
export class PreparedFactor extends TotpUri {
  @TextList({ description: 'Each works once instead of a code. They are shown only once.' })
  backupCodes: string[];
}

/** New backup codes. */
export class RenewedCodes {
  @Flag({ description: 'Always true; failures are answered with an error.' })
  status: boolean;
  @TextList({ description: 'Each works once instead of a code. They are shown only once.' })
  backupCodes: string[];
}
