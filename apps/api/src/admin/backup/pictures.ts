import type { Client } from 'pg';
import { AVATARS } from '../../identity/user.entity.js';
import { LOGOS } from '../../organizations/organization.entity.js';
import { pictureNameOf } from '../../picture-files/picture-name.js';
import { AVATARS_AFTER, LOGOS_AFTER, PAGE } from './backup.sql.js';

const OWNERS = [
  [AVATARS, AVATARS_AFTER.text],
  [LOGOS, LOGOS_AFTER.text],
] as const;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The stored files that rows show, in pages. */
export async function* pictureNames(client: Pick<Client, 'query'>): AsyncGenerator<string> {
  for (const [folder, page] of OWNERS) {
    let after = BEFORE_ALL;
    for (;;) {
      const { rows } = await client.query<{ id: string; address: string }>(page, [after]);
      for (const { id, address } of rows) {
        const name = pictureNameOf(folder, id, address);
        if (name) yield name;
      }
      if (rows.length < PAGE) break;
      after = rows.at(-1)!.id;
    }
  }
}
