const LENGTH = 200;
const MENTION = /@\[[^\][]*\]\(user:[0-9a-f-]{36}\)/gi;

/**
 * The beginning of a text, in one line. Whom it mentions is not named: what people are told outlives their accounts.
 */
export function excerptOf(body: string): string {
  const line = body.replace(MENTION, '@…').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > LENGTH ? `${characters.slice(0, LENGTH - 1).join('')}…` : line;
}
