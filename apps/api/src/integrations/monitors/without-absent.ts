/** A body without the fields that nobody sent, however deep: records keep what was said. */
export const withoutAbsent = <T extends object>(body: T): T => JSON.parse(JSON.stringify(body)) as T;
