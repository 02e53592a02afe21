import { newId } from '#libs/ids';
import { Vault } from '#libs/secrets';
import { valueLocation } from '../../apps/api/src/integrations/monitors/secrets/encrypted-values.js';
import { encryptStoredSecrets, sealedByOthers } from '../../apps/api/src/service/app/encrypt-stored-secrets.js';
import { seedLocation } from '../../apps/api/src/accounts/identity/second-factor/encrypted-seed.js';
import { SecondFactor } from '../../apps/api/src/accounts/identity/second-factor/second-factor.entity.js';
import { newSeed } from '../../apps/api/src/accounts/identity/second-factor/totp.js';
import { setSecret } from '../support/agent.js';
import { signUp } from '../support/authenticator.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

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

test('it encrypts the secrets of monitors anew too, and says until then how many are left', async () => {
  const w = await world(service);
  await setSecret(service, w, { value: 'steps without a ramp' }).expect(200);
  const [{ id }] = await service.database.query('SELECT id FROM monitor_secrets WHERE organization_id = $1', [
    w.organization.id,
  ]);
  const seal = (key: string) => new Vault(key).seal(valueLocation(id), 'steps without a ramp');
  await service.database.query('UPDATE monitor_secrets SET value = $2 WHERE id = $1', [id, seal(BEFORE)]);
  const vault = new Vault(NOW, BEFORE);
  const left = async () =>
    (await sealedByOthers(service.database, vault.keyIds[0]!)).filter(({ name }) => name === 'secrets of monitors');
  expect(await left()).toEqual([{ name: 'secrets of monitors', keyId: vault.keyIds[1], count: 1 }]);
  await encryptStoredSecrets(service.database, vault);
  expect(await left()).toEqual([]);
  const [{ value }] = await service.database.query('SELECT value FROM monitor_secrets WHERE id = $1', [id]);
  expect(new Vault(NOW).open(valueLocation(id), value)).toBe('steps without a ramp');
});
