import { randomBytes } from 'node:crypto';

const secrets = new Set<string>();
// Shorter ones would be found inside ordinary words.
const SHORTEST = 8;

/** Keeps a text out of all that is printed and written from now on, also as an address or JSON would have it. */
export function keepSecret(...texts: readonly (string | undefined)[]): void {
  for (const text of texts) {
    if (text === undefined || text.length < SHORTEST) continue;
    for (const form of [text, encodeURIComponent(text.toWellFormed()), JSON.stringify(text).slice(1, -1)])
      secrets.add(form);
  }
}

const NAMES = [
  'CURBCUT_API_KEY',
  'CURBCUT_AGENT_TOKEN',
  'CURBCUT_ID_TOKEN',
  'GITHUB_TOKEN',
  'GITLAB_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
];
const PROXIES = ['http_proxy', 'https_proxy', 'all_proxy'];

/** Keeps the secrets among our variables: keys, tokens, and passwords of proxies. */
export function keepSecretsOf(env: NodeJS.ProcessEnv): void {
  keepSecret(...NAMES.map((name) => env[name]?.trim()));
  for (const name of PROXIES.flatMap((proxy) => [proxy, proxy.toUpperCase()])) {
    const [, password] = /^[^/]*\/\/[^:@/]*:([^@/]*)@/.exec(env[name] ?? '') ?? [];
    keepSecret(password, password && decoded(password));
  }
}

/** The variables without our secrets, for programs that need none. */
export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !NAMES.includes(name)));

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A text without the secrets that are known. */
export const masked = (text: string): string =>
  [...secrets].sort((a, b) => b.length - a.length).reduce((rest, secret) => rest.replaceAll(secret, '***'), text);

// Nobody can guess it, so that no report colours its own text.
const SEAL = `\uE000${randomBytes(6).toString('hex')}`;

const CODES = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

/** A text in a colour, where there are colours: with marks that only the writer turns into what terminals read. */
export const painted = ({ hasColour }: { hasColour: boolean }, colour: keyof typeof CODES, text: string): string =>
  hasColour ? `${SEAL}${CODES[colour]}m${text}${SEAL}0m` : text;

// What terminals take for a command, also as JSON writes it: ECMA-48's sequences with parameters, and texts for the
// terminal itself; then also shorter ones.
const ESCAPE = String.raw`(?:\u001b|\\u001[bB])`;
const LONG_SEQUENCE = String.raw`(?:${ESCAPE}\[|\u009b)[0-?]*[ -\/]*[@-~]|${ESCAPE}[\]PX^_][^\u0007\u001b\\]*(?:\u0007|${ESCAPE}\\{1,2})`;
const SHORT_SEQUENCE = String.raw`${ESCAPE}[ -\/]*[0-~]`;
const INVISIBLE = String.raw`(?!\n)[\p{Cc}\p{Cf}]`;
const UNSEEN = [`${LONG_SEQUENCE}|${INVISIBLE}`, `${LONG_SEQUENCE}|${SHORT_SEQUENCE}|${INVISIBLE}`].map(
  (either) => new RegExp(either, 'gu'),
);

/** A text without the secrets that are there once what is unseen inside them is left out. */
function maskedBetween(text: string, unseen: RegExp): string {
  if (secrets.size === 0) return text;
  const places: number[] = [];
  let shown = '';
  let from = 0;
  for (const { 0: sequence, index } of [...text.matchAll(unseen), { 0: '', index: text.length }]) {
    for (let place = from; place < index; place += 1) places.push(place);
    shown += text.slice(from, index);
    from = index + sequence.length;
  }
  if (shown.length === text.length) return text;
  const found = [...secrets].flatMap((secret) => placesOf(secret, shown));
  found.sort((a, b) => a.start - b.start);
  let rest = '';
  let end = 0;
  for (const one of found) {
    const [start, last] = [places[one.start]!, places[one.end - 1]!];
    if (start >= end) rest += `${text.slice(end, start)}***`;
    end = Math.max(end, last + 1);
  }
  return rest + text.slice(end);
}

function placesOf(secret: string, text: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
    places.push({ start: at, end: at + secret.length });
  return places;
}

const visible = (text: string): string =>
  text.replaceAll(/\r\n?|\u2028|\u2029/g, '\n').replaceAll(/(?![\n\t])(?!(?<=@)\u200b)[\p{Cc}\p{Cf}]/gu, '');

/**
 * A text as it may stand in a terminal and in the log of a CI: without control and format characters (but U+200B after
 * `@`, which keeps people in Markdown from being notified), known secrets, and what a CI would take for a command.
 * - GitHub: lines that begin with `::` after blanks, and `##[` anywhere (actions/runner, `ActionCommand.cs`).
 * - Azure: `##vso[` anywhere in any case (azure-pipelines-agent, `Command.cs`); TeamCity has `##teamcity[`.
 * - GitLab's sections and Jenkins' notes begin with control characters.
 */
export const printable = (text: string): string =>
  // Once more without what is invisible, which may stand inside a secret.
  masked(visible(masked(UNSEEN.reduce(maskedBetween, text.toWellFormed()))))
    .replaceAll(/#(?=#\w{0,20}\[)/g, '# ')
    .replaceAll(/^([^\S\n]*):(?=:)/gm, '$1: ')
    .replaceAll(SEAL, '\u001b[');
