import { newId } from '#libs/ids';
import { Vault } from '#libs/secrets';
import { encryptStoredSecrets } from '../../apps/api/src/app/encrypt-stored-secrets.js';
import { seedLocation } from '../../apps/api/src/identity/second-factor/encrypted-seed.js';
import { SecondFactor } from '../../apps/api/src/identity/second-factor/second-factor.entity.js';
import { newSeed } from '../../apps/api/src/identity/second-factor/totp.js';
import { signUp } from '../support/authenticator.js';
import { useService } from '../support/service.js';

const BEFORE = 'the key with which it all began, long ago';
const NOW = 'the key that came in its place, this morning';
const service = useService({ SECRET_KEY: NOW });

test('a start with a new key encrypts second factors anew, so that the one before can be put away', async () => {
  const { id: userId } = await signUp(service);
  const id = newId();
  const seed = newSeed();
  const tx = service.database.manager;
  await tx.insert(SecondFactor, { id, userId, seed: new Vault(BEFORE).seal(seedLocation(id), seed), active: false });
  await encryptStoredSecrets(service.database, new Vault(NOW, BEFORE));
  const kept = await tx.findOneByOrFail(SecondFactor, { id });
  expect(new Vault(NOW).open(seedLocation(id), kept.seed)).toBe(seed);
});
