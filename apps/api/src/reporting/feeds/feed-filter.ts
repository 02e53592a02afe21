/** The filters of a feed, apart from its scope. */
export interface FeedFilter {
  /** Null: any. */
  triggers: string[] | null;
  withoutContext: boolean;
  /** Null: any. */
  environments: string[] | null;
  previews: boolean;
  withoutEnvironment: boolean;
  audits: boolean;
}

/**
 * Reads the two context filters, which combine with *and*. An audit never records a context, so either filter drops it
 * unless it includes `none`.
 */
export function feedFilter(
  {
    contextTrigger,
    contextEnvironment,
  }: { contextTrigger?: readonly string[]; contextEnvironment?: readonly string[] },
  auditsEnabled: boolean,
): FeedFilter {
  const names = (values: readonly string[] | undefined, special: readonly string[]) =>
    values?.filter((value) => !special.includes(value)) ?? null;
  const allowsNone = (values: readonly string[] | undefined): boolean =>
    values === undefined || values.includes('none');
  return {
    triggers: names(contextTrigger, ['none']),
    withoutContext: allowsNone(contextTrigger),
    environments: names(contextEnvironment, ['none', 'preview']),
    previews: contextEnvironment?.includes('preview') ?? false,
    withoutEnvironment: allowsNone(contextEnvironment),
    audits: auditsEnabled && allowsNone(contextTrigger) && allowsNone(contextEnvironment),
  };
}
