/** The value below which this share of the numbers lies; `share` is in [0, 1]. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** The middle of the numbers. */
export const median = (numbers) => percentile(numbers, 0.5);

/** The middle of the ratios of each round, with the smallest and the largest. */
export function ratio(rounds, baselineRounds) {
  const ratios = rounds.map((samples, index) => median(samples) / median(baselineRounds[index]));
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}
