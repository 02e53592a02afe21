import { useLingui } from '@lingui/react/macro';
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import styles from './charts.module.css';

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [440, 240, 32, 28, 12];
const MARKS = 4;

/** Something that is counted over time: its name, and how it is drawn. */
export interface Series {
  name: string;
  /** Lines also differ in their dashes, and are named at their end. */
  look: 'first' | 'second';
  values: readonly number[];
}

/** Lines over time; `labels` name the points. */
export function LineChart({ labels, series }: { labels: readonly string[]; series: readonly Series[] }) {
  const most = Math.max(1, ...series.flatMap(({ values }) => values));
  const x = scalePoint(
    labels.map((_, at) => at),
    [LEFT, WIDTH - 80],
  );
  const y = scaleLinear([0, most], [HEIGHT - BOTTOM, TOP]).nice(4);
  const every = Math.max(1, Math.ceil(labels.length / MARKS));
  const places = endsOf(series, y);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className={styles.chart}>
      <Rules ticks={y.ticks(4)} placeOf={y} />
      {labels.map(
        (label, at) =>
          at % every === 0 && (
            <text
              key={label}
              x={x(at)}
              y={HEIGHT - 6}
              textAnchor={at === 0 ? 'start' : 'middle'}
              className={styles.label}
            >
              {label}
            </text>
          ),
      )}
      {series.map(({ name, look, values }, index) => (
        <g key={name}>
          <path
            d={line<number>((_, at) => x(at)!, y)([...values]) ?? ''}
            className={`${styles.line} ${styles[look]}`}
          />
          <text x={WIDTH - 72} y={places[index]} className={`${styles.name} ${styles[look]}`}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Where the names of lines stand, so that none covers another. */
function endsOf(series: readonly Series[], y: (value: number) => number): number[] {
  const places = series.map(({ values }) => y(values.at(-1) ?? 0) + 4);
  const [first, second] = places;
  if (first !== undefined && second !== undefined && Math.abs(first - second) < 18) {
    const middle = Math.max(TOP + 12, (first + second) / 2);
    return first <= second ? [middle - 9, middle + 9] : [middle + 9, middle - 9];
  }
  return places;
}

/** Pairs of columns over time. */
export function ColumnChart({ labels, series }: { labels: readonly string[]; series: readonly Series[] }) {
  const most = Math.max(1, ...series.flatMap(({ values }) => values));
  const x = scaleBand(
    labels.map((_, at) => at),
    [LEFT, WIDTH],
  ).padding(0.25);
  const within = scaleBand(
    series.map((_, at) => at),
    [0, x.bandwidth()],
  ).padding(0.08);
  const y = scaleLinear([0, most], [HEIGHT - BOTTOM, TOP + 24]).nice(4);
  const every = Math.max(1, Math.ceil(labels.length / MARKS));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className={styles.chart}>
      <Rules ticks={y.ticks(4)} placeOf={y} />
      {series.map(({ name, look }, at) => (
        <g key={name} transform={`translate(${LEFT + at * 130} 0)`}>
          <rect width={14} height={14} rx={3} className={`${styles.bar} ${styles[look]}`} />
          <text x={20} y={12} className={styles.name}>
            {name}
          </text>
        </g>
      ))}
      {labels.map((label, at) => (
        <g key={label} transform={`translate(${x(at)!} 0)`}>
          {series.map(({ name, look, values }, index) => (
            <rect
              key={name}
              x={within(index)}
              y={y(values[at]!)}
              width={within.bandwidth()}
              height={Math.max(0, HEIGHT - BOTTOM - y(values[at]!))}
              rx={2}
              className={`${styles.bar} ${styles[look]}`}
            />
          ))}
          {at % every === 0 && (
            <text x={x.bandwidth() / 2} y={HEIGHT - 6} textAnchor="middle" className={styles.label}>
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function Rules({ ticks, placeOf }: { ticks: readonly number[]; placeOf: (value: number) => number }) {
  const { i18n } = useLingui();
  return ticks.filter(Number.isInteger).map((tick) => (
    <g key={tick}>
      <line x1={LEFT} x2={WIDTH} y1={placeOf(tick)} y2={placeOf(tick)} className={styles.rule} />
      <text x={LEFT - 8} y={placeOf(tick) + 4} textAnchor="end" className={styles.label}>
        {i18n.number(tick)}
      </text>
    </g>
  ));
}

const [ROW, NAMES] = [34, 200];

/** Bars beside their names, each with its number. */
export function BarChart({ bars }: { bars: readonly { name: string; value: number }[] }) {
  const { i18n } = useLingui();
  const x = scaleLinear([0, Math.max(1, ...bars.map(({ value }) => value))], [0, WIDTH - NAMES - 44]);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${bars.length * ROW}`} aria-hidden="true" className={styles.chart}>
      {bars.map(({ name, value }, at) => (
        <g key={at} transform={`translate(0 ${at * ROW})`}>
          <text x={NAMES - 12} y={ROW / 2 + 5} textAnchor="end" className={styles.name}>
            {name.length > 26 ? `${name.slice(0, 25)}…` : name}
          </text>
          <rect
            x={NAMES}
            y={6}
            width={Math.max(2, x(value))}
            height={ROW - 12}
            rx={4}
            className={`${styles.bar} ${styles['first']}`}
          />
          <text x={NAMES + Math.max(2, x(value)) + 8} y={ROW / 2 + 5} className={styles.name}>
            {i18n.number(value)}
          </text>
        </g>
      ))}
    </svg>
  );
}
