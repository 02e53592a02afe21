import { bomb, photograph, upload } from '../pictures.mjs';
import { againstBaseline, againstSmall, makers } from './calls.mjs';

const TOO_MANY_PIXELS = 10_000;
const MOST_MEMORY_MB = 300;

/** Writes by people: many issues at once, a whole product, pictures. */
export async function changeScenarios(world, size) {
  const { big, few, baseline, doomed } = world;
  const { person, oneByOne } = makers(world, size);
  const bystander = { to: person, path: `${few.product.url}/issues/10` };

  const bulk = (series, to, path, method, ids) => (sample) => [
    { series, to, method, path, body: JSON.stringify({ ids, data: { priority: sample % 2 ? 'high' : 'low' } }) },
  ];

  // Service and baseline delete products of equal content by turns.
  const doom = (side) => (sample) => {
    const { id, slug } = doomed.products[2 * sample + (side === 'service' ? 0 : 1)];
    return [
      side === 'service'
        ? { series: side, to: person, method: 'DELETE', path: `${doomed.url}/products/${slug}` }
        : { series: side, to: baseline, path: `/delete-product?product=${id}` },
    ];
  };
  const { activities, findings, issues } = size.doomed;

  const photo = await photograph();
  const bombs = await Promise.all(size.bombs.map(async (name) => [name, await bomb(name)]));
  const tooLarge = await bomb('interlaced PNG', TOO_MANY_PIXELS);
  const toService = (series, file, more) => ({
    ...{ series, to: person, path: '/v1/profile-picture', ...upload(file) },
    ...more,
  });
  const toBaseline = (series, file) => ({ series, to: baseline, method: 'POST', path: '/picture', body: file });
  const disturbing = { way: 'meanwhile', others: bystander, watched: world.process };
  const together = (what) => ({ ...disturbing, id: 'B19', title: `${size.uploads} ${what} at once` });
  const bystanding = (side) => [
    { of: `memory: ${side}`, unit: 'MB', atMost: MOST_MEMORY_MB },
    { of: `others: ${side}`, to: 'others: idle', atMost: 2 },
  ];
  const many = (callOf) => () => Array.from({ length: size.uploads }, (_, i) => callOf(i));
  const byUploaders = (file) => (i) =>
    toService('service', file, { headers: world.uploaders[i % world.uploaders.length] });

  return [
    oneByOne(
      'B18',
      'change 100 issues at once',
      [
        bulk('service, few', person, `${few.url}/issues/bulk`, 'PATCH', world.issueIds.few),
        bulk('service, big', person, `${big.url}/issues/bulk`, 'PATCH', world.issueIds.big),
        bulk('baseline, big', baseline, `/bulk?organization=${big.id}`, 'POST', world.otherIssueIds),
      ],
      [againstBaseline('service, big', 'baseline, big', { atMost: 1.3 }), againstSmall('service, big', 'service, few')],
      size.reports,
    ),
    oneByOne(
      'B19',
      'a JPEG of 2 MB and 6 megapixels',
      [() => [toService('service', photo)], () => [toBaseline('baseline', photo)]],
      [againstBaseline('service', 'baseline', { atMost: 1.2 })],
      size.reports,
    ),
    oneByOne(
      'B19',
      'a bomb of 25 megapixels',
      bombs.flatMap(([name, file]) => [
        () => [toService(`${name}, service`, file)],
        () => [toBaseline(`${name}, baseline`, file)],
      ]),
      bombs.map(([name]) => againstBaseline(`${name}, service`, `${name}, baseline`, { atMost: 1.2 })),
      1,
    ),
    oneByOne(
      'B19',
      'a bomb of 100 megapixels',
      [() => [toService('refused with 400', tooLarge, { refusal: 400 })]],
      [{ of: 'refused with 400', unit: 'ms' }],
      size.reports,
    ),
    {
      ...together('photographs'),
      sides: [() => [], many(byUploaders(photo)), many(() => toBaseline('baseline', photo))],
      compare: [againstBaseline('service', 'baseline', { atMost: 1.2 }), ...bystanding('service')],
    },
    {
      ...together('bombs'),
      ...{ rounds: 2, warmUp: false },
      sides: [() => [], many(byUploaders(bombs[0][1]))],
      compare: [{ of: 'service', unit: 'ms' }, ...bystanding('service')],
    },
    {
      ...{ ...disturbing, id: 'B16', warmUp: false },
      title: `delete a product with ${activities} activities, ${findings} findings, ${issues} issues`,
      sides: [() => [], doom('service'), doom('baseline')],
      compare: [
        againstBaseline('service', 'baseline', { atMost: 1.3 }),
        { of: 'others: service', to: 'others: idle', atMost: 3 },
        { of: 'others: baseline', to: 'others: idle' },
      ],
    },
  ];
}
