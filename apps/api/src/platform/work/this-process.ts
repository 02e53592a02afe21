import { packageVersion, type Settings } from '#libs/config';
import { newId } from '#libs/ids';
import { Vault } from '#libs/secrets';

/** What this process tells the others of itself. */
export class ThisProcess {
  readonly id = newId();
  readonly version = packageVersion();
  /** What it does, as `WORKER` has it. */
  readonly kind: Settings['worker'];
  readonly keyIds: readonly string[];

  constructor({ worker, secretKey, previousSecretKey }: Pick<Settings, 'worker' | 'secretKey' | 'previousSecretKey'>) {
    this.kind = worker;
    this.keyIds = new Vault(secretKey, previousSecretKey).keyIds;
  }
}
