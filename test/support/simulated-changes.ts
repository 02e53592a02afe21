import { fingerprintOf } from '#libs/snippets';
import { digestOf } from '../../apps/api/src/findings/scan-runs/reported-set.js';
import { type KnownPlace, matching, type ReportedPlace } from '../../apps/api/src/findings/scan-runs/match-places.js';

/** An element of a page; its number tells it apart whatever becomes of it. */
interface Element {
  number: number;
  tag: string;
  attributes: Record<string, string>;
  text: string;
  /** It has the barrier that a rule looks for. */
  fails: boolean;
}

/** A page: sections of elements. */
type Page = readonly (readonly Element[])[];

type Dice = () => number;

const pick = <T>(dice: Dice, from: readonly T[]): T => from[Math.floor(dice() * from.length)]!;

const TAGS = ['img', 'a', 'button'];
const WORDS = ['Read more', 'Buy', 'Close', 'Next', '3 comments', 'Terms', 'Home', ''];

let numbers = 0;

/** Elements are often much alike: links of one text, pictures of one address. */
function anElement(dice: Dice, fails = dice() < 0.5): Element {
  const tag = pick(dice, TAGS);
  const attributes: Record<string, string> = tag === 'img' ? { src: `/p${Math.floor(dice() * 12)}.png` } : {};
  if (tag === 'a') attributes['href'] = `/to/${Math.floor(dice() * 12)}`;
  if (dice() < 0.2) attributes['title'] = pick(dice, WORDS) || 'title';
  numbers += 1;
  return { number: numbers, tag, attributes, text: tag === 'img' ? '' : pick(dice, WORDS), fails };
}

const aPage = (dice: Dice): Page =>
  Array.from({ length: 1 + Math.floor(dice() * 3) }, () =>
    Array.from({ length: 2 + Math.floor(dice() * 6) }, () => anElement(dice)),
  );

/** What people do to a page between two runs. */
const CHANGES: readonly ((page: Element[][], dice: Dice) => void)[] = [
  // Brings an element, with or without a barrier.
  (page, dice) => {
    const section = pick(dice, page);
    section.splice(Math.floor(dice() * (section.length + 1)), 0, anElement(dice));
  },
  (page, dice) => void pick(dice, page).splice(0, 1),
  (page, dice) => void pick(dice, page).pop(),
  // Mends one.
  (page, dice) => change(page, dice, (element) => ({ ...element, fails: false })),
  // Breaks one.
  (page, dice) => change(page, dice, (element) => ({ ...element, fails: true })),
  // Other words, or another address, of what stays.
  (page, dice) => change(page, dice, (element) => ({ ...element, text: `${element.text} now` })),
  (page, dice) => change(page, dice, (element) => ({ ...element, attributes: { ...element.attributes, lang: 'en' } })),
  // Moves one, within its section or to another, or a section as a whole.
  (page, dice) => {
    const [moved] = pick(dice, page).splice(0, 1);
    if (moved) pick(dice, page).push(moved);
  },
  (page, dice) => void page.splice(Math.floor(dice() * page.length), 0, [anElement(dice, false)]),
  // Replaces one by its equal: nobody can tell.
  (page, dice) => change(page, dice, (element) => ({ ...element, number: (numbers += 1) })),
];
/** The last is rare. */
const WEIGHTS = [6, 3, 3, 4, 2, 2, 2, 4, 4, 0.4];

function change(page: Element[][], dice: Dice, change: (element: Element) => Element): void {
  const section = pick(dice, page);
  const index = Math.floor(dice() * section.length);
  if (section[index]) section[index] = change(section[index]);
}

function changed(page: Page, dice: Dice): Page {
  const next = page.map((section) => [...section]);
  const total = WEIGHTS.reduce((sum, weight) => sum + weight, 0);
  for (let count = dice() < 0.7 ? 1 : 2; count > 0; count -= 1) {
    let drawn = dice() * total;
    const index = WEIGHTS.findIndex((weight) => (drawn -= weight) < 0);
    CHANGES[index]!(next, dice);
  }
  return next;
}

/** The selectors of scanners: an attribute where it tells the element apart on the page, else its place. */
function selectorOf(page: Page, element: Element, section: number, index: number): string {
  const told = element.attributes['src'] ?? element.attributes['href'];
  const sharing = page
    .flat()
    .filter(({ tag, attributes }) => tag === element.tag && (attributes['src'] ?? attributes['href']) === told);
  return told !== undefined && sharing.length === 1
    ? `${element.tag}[${told}]`
    : `section:nth-child(${section + 1}) > ${element.tag}:nth-child(${index + 1})`;
}

const htmlOf = ({ tag, attributes, text }: Element): string =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}>${text}</${tag}>`;

type Reported = ReportedPlace & { number: number };

/** What a scan of a page reports. */
const scanOf = (page: Page): Reported[] =>
  page.flatMap((section, at) =>
    section.flatMap((element, index) =>
      element.fails
        ? [
            {
              number: element.number,
              spelling: selectorOf(page, element, at, index),
              fingerprint: fingerprintOf(htmlOf(element))!,
              page: '/',
            },
          ]
        : [],
    ),
  );

/** How often a gate was red for a change without a barrier, and green for one with. */
export interface Shares {
  falselyRed: number;
  falselyGreen: number;
}

/** Judges changes of pages, by selectors alone and by fingerprints too. */
export async function judge(count: number, dice: Dice): Promise<{ bySelector: Shares; byFingerprint: Shares }> {
  const wrong = { bySelector: { falselyRed: 0, falselyGreen: 0 }, byFingerprint: { falselyRed: 0, falselyGreen: 0 } };
  for (let one = 0; one < count; one += 1) {
    const page = aPage(dice);
    const [before, after] = [scanOf(page), scanOf(changed(page, dice))];
    const known = new Set(before.map(({ number }) => number));
    const brings = after.some(({ number }) => !known.has(number));
    for (const [way, shares] of Object.entries(wrong)) {
      const isRed = (await newAmong(before, after, way === 'byFingerprint')) > 0;
      if (isRed && !brings) shares.falselyRed += 1;
      if (!isRed && brings) shares.falselyGreen += 1;
    }
  }
  const shareOf = ({ falselyRed, falselyGreen }: Shares): Shares => ({
    falselyRed: falselyRed / count,
    falselyGreen: falselyGreen / count,
  });
  return { bySelector: shareOf(wrong.bySelector), byFingerprint: shareOf(wrong.byFingerprint) };
}

async function newAmong(
  before: readonly Reported[],
  after: readonly Reported[],
  hasFingerprints: boolean,
): Promise<number> {
  const place = ({ spelling, fingerprint, page }: Reported): ReportedPlace => ({
    spelling,
    page,
    fingerprint: hasFingerprints ? digestOf(fingerprint) : '',
  });
  const { left, with: matchWith } = matching(after.map(place));
  await matchWith(before.map((known): KnownPlace => ({ ...place(known), identity: String(known.number) })));
  return left().length;
}
