/** The value below which this share of the values lies (nearest rank). */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** The middle value, or the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median and 99th percentile of all values. */
export const summary = (values) => ({ p50: median(values), p99: quantile(values, 0.99) });

/** The ratio of two series round by round: its median, least and greatest, so that one noisy round cannot decide. */
export function ratio(rounds, others) {
  const ratios = rounds.map((value, round) => value / others[round]);
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}

/**
 * The 95 % interval of a median: two of the values themselves, so many from either end that at most one in forty times
 * the median lies beyond each (of 30 values the 10th and the 21st). By the binomial distribution of how many values lie
 * below the median, because that holds for every shape of noise and answers the same each time; a bootstrap of so few
 * values holds only nearly, and jumps between the same values anyhow. Fewer than six values have no such interval.
 */
export function medianInterval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  let chance = 0.5 ** count;
  let below = chance;
  let skipped = 0;
  while (below <= 0.025) {
    skipped += 1;
    chance *= (count - skipped + 1) / skipped;
    below += chance;
  }
  return skipped === 0
    ? { low: -Infinity, high: Infinity }
    : { low: sorted[skipped - 1], high: sorted[count - skipped] };
}

export const geometricMean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** By how much y grows with x, by least squares. */
export function slope(points) {
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread;
}

/**
 * Whether a target is met; of no target, undefined.
 * @param {number} value
 * @param {{ atMost?: number, atLeast?: number }} target
 * @returns {{ met?: boolean }}
 */
export function judge(value, { atMost, atLeast }) {
  if (atMost === undefined && atLeast === undefined) return {};
  return { met: value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity) };
}
