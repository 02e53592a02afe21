import { unescaped } from './paths.js';
import { WCAG_ANCHORS } from './wcag-anchors.generated.js';

const WCAG = /^(?:https?:\/\/)?(?:www\.)?w3\.org\/TR\/(?:WCAG|wcag)[^#]*#(.+)$/;
const ACT = /(?:act-rules\.github\.io\/rules|\/act\/rules)\/([0-9a-z]{6})(?![0-9a-z])/i;

/** What in the path of a rule's address changes while the rule stays the same. */
const VERSION_OR_STATUS =
  /^(v?\d+([._-]\d+)*([._-]?(alpha|beta|rc)[\w.-]*)?|proposed|approved|deprecated|draft|latest|stable|current|next|releases?|tags?|tree|blob|main|master)$/i;

/**
 * What identifies a rule that is named by an address, whatever the version: for WCAG the fragment, for an ACT rule its
 * six characters, else the last part of the path that is no version or status. What is no address stands for itself.
 */
export function ruleIdOf(address: string): string {
  const known = WCAG.exec(address)?.[1] ?? ACT.exec(address)?.[1]?.toLowerCase();
  if (known !== undefined) return unescaped(known);
  return URL.canParse(address) && /^https?:/i.test(address) ? lastPart(new URL(address)) : address;
}

/** The name at the end of an address: of a tool, or of a rule. */
export function lastPart({ pathname, hash, hostname }: URL): string {
  const parts = pathname.split('/').filter((part) => part !== '' && !VERSION_OR_STATUS.test(part));
  return unescaped(parts.at(-1) ?? (hash.slice(1) || hostname));
}

/** The criterion that an address of WCAG names, or a text such as `WCAG 1.1.1`. */
export function criterionAt(written: string): string[] {
  const anchor = WCAG.exec(written)?.[1] ?? /^WCAG\d*:(.+)$/.exec(written)?.[1] ?? '';
  if (Object.hasOwn(WCAG_ANCHORS, anchor)) return [WCAG_ANCHORS[anchor]!];
  const understanding = /w3\.org\/.*\/Understanding\/([\w-]+)/i.exec(written)?.[1] ?? '';
  if (Object.hasOwn(WCAG_ANCHORS, understanding)) return [WCAG_ANCHORS[understanding]!];
  const parts = /^(?:WCAG\b.*?)?(?:^|[^\d.])([1-4])\.(\d)\.(\d{1,2})(?![\d.]*\d)/i.exec(written);
  return parts ? [`${parts[1]}.${parts[2]}.${parts[3]}`] : [];
}
