import { createHmac } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { buildOpenApiDocument } from '../../../apps/api/src/service/app/openapi.js';
import { Passwords } from '../../../apps/api/src/accounts/identity/passwords/passwords.service.js';
import { type Service, useService } from '../service.js';
import { type Operation, operationsOf } from './operations.js';
import { populate, type Populated } from './populated.js';
import type { Material } from './requests.js';
import { type RowLog, watchRows } from './row-log.js';
import { uploads } from './uploads.js';
import { closeConnections } from './wire.js';

/** The service with two populated organizations in it, every table watched. */
export interface FuzzTarget {
  service: Service;
  base: string;
  document: OpenAPIObject;
  operations: Operation[];
  ours: Populated;
  material: Material;
  rows: RowLog;
}

const GITHUB = 'a secret that GitHub knows';

/** Prepares the arena before the tests of a file. */
export function useFuzzTarget(): FuzzTarget {
  const fuzzTarget = {} as FuzzTarget;
  // Runs before the service and its database stop.
  afterAll(async () => {
    closeConnections();
    await fuzzTarget.rows?.close();
  });
  const service = useService();
  beforeAll(async () => {
    const document = buildOpenApiDocument(service.app);
    const [ours, theirs] = [await populate(service), await populate(service)];
    await service
      .as(ours.world.owner.token)
      .put(`${ours.world.organization.url}/settings/github`)
      .send({ secret: GITHUB })
      .expect(204);
    const base = await service.app.getUrl();
    const material: Material = {
      known: { own: ours.names, foreign: theirs.names },
      callers: callersOf(ours, theirs),
      uploads: await uploads(),
      signed: (body) => ({
        'X-Hub-Signature-256': `sha256=${createHmac('sha256', GITHUB).update(body).digest('hex')}`,
        'X-GitHub-Event': 'issues',
        'X-GitHub-Delivery': 'a delivery',
      }),
    };
    const watched = await watchRows(service.databaseUrl);
    const rows: RowLog = {
      ...watched,
      undo: async () => {
        await notesBesideAnswers(service);
        return watched.undo();
      },
    };
    // Pictures are shown before they are replaced: rows are put back, files are not.
    const operations = operationsOf(document).sort((a, b) => Number(isPicture(b)) - Number(isPicture(a)));
    Object.assign(fuzzTarget, { service, base, document, operations, ours, material, rows });
  }, 120_000);
  return fuzzTarget;
}

/** Waits for what the service writes beside its answers: failed sign-ins. */
const notesBesideAnswers = ({ app }: Service): Promise<unknown> => Promise.all(app.get(Passwords)['pendingRecords']);

const isPicture = ({ path }: Operation): boolean => path.startsWith('/uploads');

function callersOf(
  { world, productKey, newcomer, provisioningToken }: Populated,
  theirs: Populated,
): Material['callers'] {
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  return {
    owner: bearer(world.owner.token),
    admin: bearer(world.admin.token),
    member: bearer(world.member.token),
    stranger: bearer(world.stranger.token),
    newcomer: bearer(newcomer),
    cookie: { Cookie: `better-auth.session_token=${world.owner.token}` },
    'owner elsewhere': bearer(theirs.world.owner.token),
    readKey: { 'X-API-Key': world.keys.read },
    writeKey: bearer(world.keys.write),
    ingestKey: bearer(world.keys.ingest),
    productKey: bearer(productKey),
    provider: bearer(provisioningToken),
    nobody: {},
  };
}
