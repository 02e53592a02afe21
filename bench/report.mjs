import { judge, median, quantile, ratio, summary } from './statistics.mjs';

// What no noise of a machine explains: the gate of a run. Bare SQL behind a bare server does a tenth of the work, so
// the distance to it has room; the distance between little data and much has little, as long as much is not very much.
const DISASTER = { baseline: 25, size: 10 };

const READY_MS = 2_000;
const IDLE_MB = 150;

/**
 * One line of the report.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} what
 * @property {string} value
 * @property {string} [fold] rows of one name make one line
 * @property {string} [comparedWith]
 * @property {object} [figures]
 * @property {{ median: number, min?: number, max?: number }} [ratio]
 * @property {string} [target]
 * @property {boolean} [met]
 * @property {boolean} [isDisaster]
 */

/**
 * What the series of one scenario say, one row for each comparison.
 * @returns {Row[]}
 */
export function rowsOf({ id, title, way, compare, fold }, series, { name: size }) {
  const told = (name) => {
    const all = summary(series.get(name).flat());
    if (way !== 'sustained') return { ...all, text: `${short(all.p50)} / ${short(all.p99)} ms` };
    const each = summary(series.get(`${name}, ms`).flat());
    return { ...all, each, text: `${Math.round(all.p50)} req/s (${short(each.p50)} / ${short(each.p99)} ms)` };
  };
  return compare.map(({ of, to, unit, times = 1, quantile: part, what, gate, ...target }) => {
    const about = { id, what: `${title}: ${what ?? of}`, fold };
    const limit = limitOf(target, unit);
    if (to === undefined) {
      const all = series.get(of);
      const value = (part === undefined ? median(all.map(median)) : quantile(all.flat(), part)) * times;
      const greatest = Math.max(...all.flat()) * times;
      const text = `${short(value)} ${unit} (at most ${short(greatest)})`;
      return { ...about, value: text, target: limit, ...judge(value, target) };
    }
    const [subject, other] = [told(of), told(to)];
    const against = ratio(series.get(of).map(median), series.get(to).map(median));
    const distance = way === 'sustained' ? 1 / against.median : against.median;
    const isDisaster = gate === 'baseline' || (gate === 'size' && size === 'small') ? distance > DISASTER[gate] : false;
    return {
      ...about,
      ...{
        value: subject.text,
        comparedWith: `${to}: ${other.text}`,
        figures: { of: subject, to: other },
        ratio: against,
      },
      ...{ target: limit, ...judge(against.median, target), isDisaster },
    };
  });
}

/**
 * How long starting takes, the first time and again, and what an idle service holds.
 * @returns {Row[]}
 */
export function startRows(firstMs, starts) {
  const readyMs = median(starts.map((start) => start.readyMs));
  const mb = median(starts.map((start) => start.rssMb));
  const row = (what, value, unit, atMost) => ({
    ...{ id: 'B21', what, value: `${Math.round(value)} ${unit}` },
    ...{ target: limitOf({ atMost }, unit), ...judge(value, { atMost }) },
  });
  return [
    row('first start: schema and built-in data', firstMs, 'ms'),
    row('start until ready', readyMs, 'ms', READY_MS),
    row('memory when idle', mb, 'MB', IDLE_MB),
  ];
}

/** What a run was measured on, as one line. */
export const machine = ({ cpu, node, postgres, fsync, synchronousCommit }) =>
  `${cpu}; Node ${node}; PostgreSQL ${postgres}, fsync ${fsync}, synchronous_commit ${synchronousCommit};`;

/** A Markdown table. */
export const table = (head, lines) =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The rows as a Markdown table, under what they were measured on. */
export function markdown(about, rows) {
  const missed = rows.filter(({ met }) => met === false).length;
  const lines = folded(rows).map(({ id, what, value, comparedWith, ratio: against, target, met, isDisaster }) => [
    ...[id, what, value, comparedWith ?? '', against ? ratioText(against) : '', target ?? ''],
    met === undefined && !isDisaster ? '' : isDisaster ? '**FAILED**' : met ? 'met' : '**missed**',
  ]);
  return `${[
    machine(about),
    `${about.size} run of ${about.date.slice(0, 10)}, ${about.rounds} rounds, ${about.seconds}. Times are p50 / p99.`,
    '',
    table(['#', 'What', 'Measured', 'Compared with', 'Ratio (least–greatest)', 'Target', ''], lines),
    '',
    `${missed} of ${rows.filter(({ met }) => met !== undefined).length} targets missed.`,
  ].join('\n')}\n`;
}

/**
 * Of rows that fold together one line: the one that is furthest from what it is held against, and how many meet the
 * target.
 */
function folded(rows) {
  const lines = new Map();
  for (const row of rows) {
    const name = row.fold ? `${row.fold}, ${row.comparedWith.split(':')[0]}` : lines.size;
    lines.set(name, [...(lines.get(name) ?? []), row]);
  }
  return [...lines.values()].map((group) => {
    if (group.length === 1) return group[0];
    const slowest = group.reduce((a, b) => (a.ratio.median >= b.ratio.median ? a : b));
    const met = group.filter((row) => row.met).length;
    return { ...slowest, what: `${slowest.what} (slowest of ${group.length} orders; ${met} meet the target)` };
  });
}

const ratioText = ({ median: middle, min, max }) =>
  min === undefined ? short(middle) : `${short(middle)} (${short(min)}–${short(max)})`;
const short = (value) => (Math.abs(value) >= 99.5 ? value.toFixed(0) : value.toPrecision(2));
/** @type {(target: { atMost?: number, atLeast?: number }, unit?: string) => string | undefined} */
const limitOf = ({ atMost, atLeast }, unit = '') => {
  if (atMost === undefined && atLeast === undefined) return undefined;
  const text = atMost === undefined ? `≥ ${short(atLeast)}` : `≤ ${short(atMost)}`;
  return `${text} ${unit}`.trim();
};
