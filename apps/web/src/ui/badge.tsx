import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Grade, Letter as GradeLetter } from '@curbcut/client';
import { classNames } from './class-names';
import styles from './badge.module.css';

/** A word that tells a state; its colour only repeats it. */
export const Badge = ({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'good' | 'warn' | 'wrong' | 'accent';
  children: ReactNode;
}) => <span className={classNames(styles.badge, styles[kind])}>{children}</span>;

const TONES: Record<GradeLetter, string | undefined> = {
  A: styles.good,
  B: styles.good,
  C: styles.warn,
  D: styles.poor,
  E: styles.wrong,
};

/** A Grade, with the letter that it would have if all that is pending were confirmed, where that is another one. */
export function GradeLetters({ grade }: { grade: Pick<Grade, 'letter' | 'potentialLetter'> | null }) {
  const { t } = useLingui();
  const letter = grade?.letter ?? null;
  const potential = grade?.potentialLetter ?? letter;
  return (
    <span className={styles.letters}>
      <Letter letter={letter} />
      {letter !== null && potential !== letter && <span>{t`${potential} if confirmed`}</span>}
    </span>
  );
}

/** The letter of a Grade, in words for who does not see it; null: not evaluated. */
export function Letter({ letter, isLarge = false }: { letter: GradeLetter | null; isLarge?: boolean }) {
  const { t } = useLingui();
  const name = letter === null ? t`Not evaluated` : t`Grade ${letter}`;
  return (
    <span className={classNames(styles.letter, isLarge && styles.large, letter ? TONES[letter] : styles.plain)}>
      <span aria-hidden="true">{letter ?? '–'}</span>
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
