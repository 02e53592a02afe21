import { send } from './load.mjs';
import { peopleScenarios } from './scenarios/people.mjs';

// What a service of its own is needed for, what saturates the machine, and what is no work of the database (pictures).
const LEFT_OUT = ['B4', 'B5', 'B19'];
const READS_PER_TURN = 3;

/**
 * @typedef {object} Work
 * @property {string} id
 * @property {string} title
 * @property {string} key the same in all trees
 * @property {boolean} isRead
 * @property {number} perTurn how many samples a turn takes
 * @property {(sample: number) => Promise<Map<string, number>>} run the milliseconds of each series
 */

/**
 * What the scenarios of a tree let its service do, without what they compare it with.
 * @returns {Promise<Work[]>}
 */
export async function worksOf({ world, module }, size) {
  // Whatever goes to this target is the baseline's.
  world.baseline = { isBaseline: true };
  const [{ readScenarios }, { ingestScenarios }, { changeScenarios }] = await Promise.all(
    ['reads', 'ingest', 'changes'].map((name) => module(`scenarios/${name}.mjs`)),
  );
  const scenarios = [
    ...readScenarios(world, size),
    ...ingestScenarios(world, size),
    ...(await changeScenarios(world, size)),
    ...peopleScenarios(world, size),
  ];
  return scenarios
    .filter(({ id }) => !LEFT_OUT.includes(id))
    .flatMap(({ id, title, sides }) => sides.flatMap((side) => workOf(id, title, side, world.baseline)));
}

function workOf(id, title, side, baseline) {
  const counted = (sample) => side(sample).filter((call) => call.to || id === 'B17');
  const calls = counted(0);
  if (calls.length === 0 || calls.some(({ to }) => to === baseline)) return [];
  const isRead = calls.every(({ to, method = 'GET' }) => to && method === 'GET');
  const last = calls.at(-1)?.series;
  const run = async (sample) => {
    const values = new Map();
    for (const { series, work, per = 1, ...call } of counted(sample)) {
      const name = series === last ? series : `${series}, before ${last}`;
      values.set(`${id} ${title}: ${name}`, work ? await work() : (await send(call)).ms / per);
    }
    return values;
  };
  const key = `${id} ${title}: ${calls.map(({ series }) => series).join(', ')}`;
  return [{ id, title, key, isRead, perTurn: isRead ? READS_PER_TURN : 1, run }];
}
