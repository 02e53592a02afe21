import { Flag, Lenient, Text, TextList } from '#libs/fields';

const Password = () =>
  Text({
    optional: true,
    description: 'May be left out by an account without one, in a session younger than ten minutes.',
  });
const TwoFactorToken = () =>
  Text({ optional: true, description: 'From the sign-in, where the browser’s cookie does not come along.' });

@Lenient()
export class ConfirmPassword {
  @Password()
  password?: string;
}

@Lenient()
export class EnableSecondFactor {
  @Password()
  password?: string;
  @Text({ optional: true, max: 100, filled: true, description: 'What authenticators show beside the account.' })
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
  @Text({ max: 100, description: 'One of the backup codes; each is good once.' })
  code: string;
  @TwoFactorToken()
  twoFactorToken?: string;
  @Flag({ optional: true, description: 'True: the code is used up, and no session begins.' })
  disableSession?: boolean;
}

@Lenient()
export class UnlockCodes {
  @Text({ description: 'From the mailed link.' })
  token: string;
}

/** What an authenticator reads. */
export class TotpUri {
  @Text({ description: 'An `otpauth:` address, mostly shown as a QR code.' })
  totpURI: string;
}

/** A factor that waits for its first right code. */
export class PreparedFactor extends TotpUri {
  @TextList({ description: 'Each is good once, in the place of a code. They are never shown again.' })
  backupCodes: string[];
}

/** New backup codes. */
export class RenewedCodes {
  @Flag({ description: 'Always true: what fails is a refusal.' })
  status: boolean;
  @TextList({ description: 'Each is good once, in the place of a code. They are never shown again.' })
  backupCodes: string[];
}
