import { machine, table } from './report.mjs';
import { geometricMean, median, medianInterval } from './statistics.mjs';

// Linux counts processor time in hundredths of a second, so that fewer of them say nothing of a single work.
const TICK_MS = 10;
const ENOUGH_TICKS = 50;

/**
 * What the turns of one series say: whole times of both trees, the paired ratios, and for reads the processor time of a
 * request.
 */
export function rowOf({ id, isRead }, { name, here, there, ticks }, limit) {
  const ratios = here.map((value, turn) => value / there[turn]);
  const ratio = { median: median(ratios), ...medianInterval(ratios) };
  const perRequest = (count) => (count * TICK_MS) / ticks.requests;
  return {
    ...{
      id,
      what: name.slice(id.length + 1),
      here: median(here),
      there: median(there),
      ratio,
      met: ratio.low <= limit,
    },
    cpuMs: isRead ? { here: perRequest(ticks.here), there: perRequest(ticks.there) } : undefined,
    isCpuTold: isRead && Math.min(ticks.here, ticks.there) >= ENOUGH_TICKS,
  };
}

/** One table of all works, then the means over them. */
export function turnsTable(about, rows, mean) {
  const { limit } = about;
  const head = ['#', 'What', 'Here, ms', 'There, ms', 'Ratio (95 % interval)', 'Target', '', 'CPU of a request, ms'];
  const lines = rows.map(({ id, what, here, there, ratio: { median: middle, low, high }, met, cpuMs, isCpuTold }) => [
    ...[id, what, ms(here), ms(there), `${middle.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`],
    ...[`≤ ${limit}`, met ? 'met' : '**missed**'],
    isCpuTold ? `${ms(cpuMs.here)} / ${ms(cpuMs.there)} (${(cpuMs.here / cpuMs.there).toFixed(2)})` : '',
  ]);
  const reads = rows.filter(({ cpuMs }) => cpuMs);
  const cpu = (side) => reads.reduce((sum, { cpuMs }) => sum + cpuMs[side], 0) / reads.length;
  const missed = rows.filter(({ met }) => !met).length;
  return `${[
    machine(about),
    `${about.size} size, ${about.turns} turns, ${about.date.slice(0, 10)}, ${about.seconds} s.`,
    `Here: ${about.here}. There: ${about.there}.`,
    '',
    table(head, lines),
    '',
    `Geometric mean of the medians of ${rows.length} works: ${mean.toFixed(3)} (≤ ${limit}: ${mean <= limit ? 'met' : '**missed**'}).`,
    ...(reads.length > 0
      ? [
          `Of them ${reads.length} reads: ${geometricMean(reads.map(({ ratio }) => ratio.median)).toFixed(3)}; processor time of a request ` +
            `${ms(cpu('here'))} / ${ms(cpu('there'))} ms (${(cpu('here') / cpu('there')).toFixed(3)}).`,
        ]
      : []),
    `${missed} of ${rows.length} works missed.`,
  ].join('\n')}\n`;
}

const ms = (value) => (value >= 99.5 ? value.toFixed(0) : value.toPrecision(3));
