/** The ids of a bulk request without an accessible record, each once. */
export function notFoundOf(ids: readonly string[], existing: readonly { id: string }[]): string[] {
  const known = new Set(existing.map(({ id }) => id));
  return [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => !known.has(id));
}
