const BROWSERS: readonly [name: string, sign: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\/|HeadlessChrome\//],
  ['Safari', /Version\/.*Safari\//],
];
const SYSTEMS: readonly [name: string, sign: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
];

/**
 * What a browser calls itself, shortly: "Firefox, Windows"; of other programs their first word; undefined where nothing
 * is said.
 */
export function browserOf(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined;
  const nameOf = (known: typeof BROWSERS) => known.find(([, sign]) => sign.test(userAgent))?.[0];
  const browser = nameOf(BROWSERS);
  if (!browser) return userAgent.split(/[\s/]/)[0];
  const system = nameOf(SYSTEMS);
  return system ? `${browser}, ${system}` : browser;
}
