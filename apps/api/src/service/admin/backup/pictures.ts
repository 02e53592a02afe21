import type { Sql, Uuid } from '#libs/database';
import { NIL_ID } from '#libs/ids';
import type { Client } from 'pg';
import { evidenceFile } from '../../../records/evidence/evidence-files.service.js';
import { AVATARS } from '../../../accounts/identity/user.entity.js';
import { LOGOS } from '../../../accounts/organizations/organization.entity.js';
import { pictureNameOf } from '../../../platform/picture-files/picture-name.js';
import { AVATARS_AFTER, EVIDENCE_AFTER, HAS_EVIDENCE, LOGOS_AFTER, PAGE } from './backup.sql.js';

const OWNERS = [
  [AVATARS, AVATARS_AFTER],
  [LOGOS, LOGOS_AFTER],
] as const;

/** The stored files that rows show, in pages. */
export async function* storedFiles(client: Pick<Client, 'query'>): AsyncGenerator<string> {
  yield* pictureNames(client);
  const { rows: known } = await client.query<{ present: boolean }>(HAS_EVIDENCE.text);
  if (!known[0]!.present) return;
  for await (const { id } of rowsOf(client, EVIDENCE_AFTER)) yield evidenceFile(id);
}

async function* pictureNames(client: Pick<Client, 'query'>): AsyncGenerator<string> {
  for (const [folder, page] of OWNERS)
    for await (const { id, address } of rowsOf(client, page)) {
      const name = pictureNameOf(folder, id, address);
      if (name) yield name;
    }
}

/** All rows of a statement that reads a page of them behind an id. */
async function* rowsOf<Row extends { id: string }>(
  client: Pick<Client, 'query'>,
  page: Sql<[id: Uuid], Row>,
): AsyncGenerator<Row> {
  let after = NIL_ID;
  for (;;) {
    const { rows } = await client.query<Row>(page.text, [after]);
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}
