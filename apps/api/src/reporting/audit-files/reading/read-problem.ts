import { toOneLine } from '#libs/fields';
import type { Priority, Rating } from '../../../accounts/organizations/ratings.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import { cut } from './cut.js';
import { plainWord } from './outcome-words.js';

/** A row of a list as an issue tells it. */
export interface ReadProblem {
  /** Null: it has none, and the requirement is its title. */
  title: string | null;
  description: string | null;
  severity: Rating | null;
  priority: Priority | null;
}

/** How long the description of an issue is. */
const MAX_DESCRIPTION = 2_000;

const SEVERITIES: Readonly<Record<Rating, readonly string[]>> = {
  low: ['low', 'minor', 'faible', 'mineur', 'niedrig', 'gering', 'leicht', 'bajo', 'baja', 'leve'],
  medium: ['medium', 'moderate', 'moyen', 'moyenne', 'modere', 'mittel', 'medio', 'media', 'moderado'],
  high: [
    ...['high', 'serious', 'major', 'critical', 'blocker', 'eleve', 'elevee', 'haute', 'majeur', 'critique'],
    ...['bloquant', 'hoch', 'schwer', 'kritisch', 'alto', 'alta', 'grave', 'critico'],
  ],
};
const PRIORITIES: Readonly<Record<Priority, readonly string[]>> = {
  low: SEVERITIES.low,
  medium: SEVERITIES.medium,
  high: ['high', 'major', 'eleve', 'elevee', 'haute', 'majeur', 'hoch', 'alto', 'alta'],
  critical: ['critical', 'blocker', 'urgent', 'urgente', 'critique', 'bloquant', 'kritisch', 'dringend', 'critico'],
};

const meaningOf = <T extends string>(words: Readonly<Record<T, readonly string[]>>, text: string): T | null =>
  (Object.keys(words) as T[]).find((one) => words[one].includes(plainWord(text))) ?? null;

/** What an issue says of a problem; what it has no field for stays in its description. */
export function problemOf(texts: {
  title: string;
  severity: string;
  priority: string;
  /** The others, which are told one below the other. */
  others: readonly string[];
}): ReadProblem {
  const severity = meaningOf(SEVERITIES, texts.severity);
  const priority = meaningOf(PRIORITIES, texts.priority);
  const lines = [
    ...texts.others,
    ...(severity === null && texts.severity !== '' ? [`Severity: ${texts.severity}`] : []),
    ...(priority === null && texts.priority !== '' ? [`Priority: ${texts.priority}`] : []),
  ];
  // The first text is the title where no column has one.
  const [first = '', ...rest] = texts.title === '' ? lines : [texts.title, ...lines];
  const title = toOneLine(first, TITLE_LENGTH) ?? null;
  const description = [...(title === first ? [] : [first]), ...rest].join('\n');
  return { title, description: cut(description, MAX_DESCRIPTION) || null, severity, priority };
}
