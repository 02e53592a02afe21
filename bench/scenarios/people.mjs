import { makers } from './calls.mjs';

/**
 * So many findings of a product that await triage, for those who confirm and dismiss them; `client` is of the database
 * of this product.
 */
export async function pendingFindings(client, product, count) {
  const { rows } = await client.query(
    `SELECT id FROM findings WHERE product_id = $1 AND status = 'pending' ORDER BY id LIMIT $2`,
    [product.id, count],
  );
  return rows.map(({ id }) => id);
}

/** What people do to one record at a time. */
export function peopleScenarios(world, size) {
  const { person, oneByOne } = makers(world, size);
  const { url } = world.big.product;
  const post = (series, path, body) => [{ series, to: person, method: 'POST', path, body: JSON.stringify(body) }];
  // The same finding is decided once: those with even places are confirmed, those with odd ones dismissed.
  const decided = (place) => `${url}/findings/${world.pendingIds[place]}`;
  return [
    oneByOne(
      'B23',
      'triage',
      [
        (sample) => post('confirm a finding', `${decided(2 * sample)}/confirm`, {}),
        (sample) => post('dismiss a finding', `${decided(2 * sample + 1)}/dismiss`, { reason: 'false_positive' }),
      ],
      [],
    ),
    oneByOne(
      'B24',
      'write',
      [
        (sample) =>
          post('create an issue', `${url}/issues`, { title: `Made ${sample}`, severity: 'high', priority: 'high' }),
      ],
      [],
    ),
  ];
}
