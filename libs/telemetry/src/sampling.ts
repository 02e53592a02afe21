import type { TracingSettings } from '#libs/config';

/**
 * Whether a trace is recorded. That is our decision: a caller who is trusted by nobody must neither make us record more
 * than we want to, by the flag of its `traceparent` or by a number of the trace that the ratio lets through, nor less.
 * Only where the operator says so by a sampler `parentbased_…`, because a proxy in front writes the header itself, its
 * flag decides.
 * @param isRecordedThere what the caller's `traceparent` says; undefined: there is none
 * @param random from 0 up to 1
 */
export const isRecorded = (
  { trustsCallers, ratio }: TracingSettings['sampling'],
  isRecordedThere: boolean | undefined,
  random: number,
): boolean => (trustsCallers && isRecordedThere !== undefined ? isRecordedThere : random < ratio);
