import type { Grade } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { scalePoint, scaleUtc } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { useState } from 'react';
import { now } from '../app/clock';
import { Figure } from '../ui/figure';
import { Time } from '../ui/time';
import { gradeLine } from './grade-line';
import styles from './history.module.css';

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [720, 220, 28, 28];
const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;

/** How the Grade came to be what it is; the newest comes first. */
export function GradeHistory({ grades, name }: { grades: readonly Grade[]; name: string }) {
  const { t, i18n } = useLingui();
  const [today] = useState(now);
  const changes = [...grades].reverse();
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return null;
  const dates = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium' });
  const x = scaleUtc()
    .domain([new Date(first.computedAt), new Date(Math.max(today, Date.parse(first.computedAt) + 1))])
    .range([LEFT + 12, WIDTH - 12]);
  const y = scalePoint(LETTERS, [16, HEIGHT - BOTTOM - 12]);
  const steps = gradeLine(
    changes.map(({ computedAt, letter }) => ({ at: new Date(computedAt), letter })),
    x.domain()[1]!,
  );
  const path = line<(typeof steps)[number]>(
    ({ at }) => x(at),
    ({ letter }) => (letter === null ? 0 : y(letter)!),
  )
    .defined(({ letter }) => letter !== null)
    .curve(curveStepAfter)(steps);
  const [left, right] = x.range() as [number, number];
  const isOneDay = dates.format(x.domain()[0]) === dates.format(x.domain()[1]);
  const marks = isOneDay ? [0] : [0, 1, 2, 3];
  const placeOf = (mark: number): number => left + ((right - left) * mark) / 3;
  const letterOf = ({ letter }: Grade): string => letter ?? t`Not evaluated`;
  return (
    <Figure
      name={`${name}-grades`}
      caption={
        <Trans>
          <Plural value={changes.length} one="# grade" other="# grades" /> since{' '}
          <Time at={first.computedAt} isDate isBare />: from {letterOf(first)} to {letterOf(last)}.
        </Trans>
      }
      table={[
        [t`Computed`, t`Grade`, t`Requirements met`],
        ...grades.map((grade) => [
          dates.format(new Date(grade.computedAt)),
          letterOf(grade),
          grade.score === null ? '' : `${grade.score} %`,
        ]),
      ]}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className={styles.chart}>
        {LETTERS.map((letter) => (
          <g key={letter}>
            <line x1={LEFT} x2={WIDTH} y1={y(letter)} y2={y(letter)} className={styles.rule} />
            <text x={0} y={y(letter)! + 5} className={styles.label}>
              {letter}
            </text>
          </g>
        ))}
        {path && <path d={path} className={styles.line} />}
        {changes.map(
          ({ computedAt, letter }) =>
            letter !== null && (
              <circle key={computedAt} cx={x(new Date(computedAt))} cy={y(letter)!} r={4} className={styles.dot} />
            ),
        )}
        {marks.map((mark) => (
          <text
            key={mark}
            x={placeOf(mark)}
            y={HEIGHT - 6}
            className={styles.label}
            textAnchor={mark === 0 ? 'start' : mark === 3 ? 'end' : 'middle'}
          >
            {dates.format(x.invert(placeOf(mark)))}
          </text>
        ))}
      </svg>
    </Figure>
  );
}
