/**
 * The page of a run in a frontend, by the template `RUN_URL`; null where none is set.
 * @param run the id of its organization, the slug of its product, and its number
 */
export const runUrl = (
  template: string | undefined,
  run: { organization: string; product: string; number: number },
): string | null =>
  template?.replace(/\{(organization|product|number)\}/g, (_placeholder, name: keyof typeof run) =>
    encodeURIComponent(run[name]),
  ) ?? null;
