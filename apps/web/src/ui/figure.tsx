import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState, type ReactNode } from 'react';
import { Button } from './button';
import { saveFile } from './save-file';
import styles from './figure.module.css';

interface Props {
  /** What it shows, with its numbers: enough for who does not see it. */
  caption: ReactNode;
  /** Names the files that are saved. */
  name: string;
  /** The same as rows: the headers first. */
  table: readonly (readonly string[])[];
  /** The drawing: an `svg`. */
  children: ReactNode;
}

/** A drawing of numbers, with its numbers: in the caption, as a table, as files. */
export function Figure({ caption, name, table, children }: Props) {
  const { t } = useLingui();
  const [isTable, setTable] = useState(false);
  const id = useId();
  const drawing = useRef<HTMLDivElement>(null);
  const [headers = [], ...rows] = table;
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id}>{caption}</figcaption>
      {isTable ? (
        // Who scrolls by keys must be able to come here.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div role="region" aria-labelledby={id} tabIndex={0} className={styles.region}>
          <table className={styles.table}>
            <thead>
              <tr>
                {headers.map((header) => (
                  <th key={header} scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                <tr key={row}>
                  {cells.map((cell, column) => (
                    <td key={headers[column]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div ref={drawing} className={styles.drawing}>
          {children}
        </div>
      )}
      <div className={styles.actions}>
        <Button kind="quiet" isSmall aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <Trans>Show as table</Trans>
        </Button>
        <Button
          kind="quiet"
          isSmall
          onClick={() => saveFile(`${name}.csv`, 'text/csv', csvOf(table))}
        >{t`Download CSV`}</Button>
        {!isTable && (
          <Button
            kind="quiet"
            isSmall
            onClick={() => saveFile(`${name}.svg`, 'image/svg+xml', svgOf(drawing.current!.querySelector('svg')!))}
          >{t`Download SVG`}</Button>
        )}
      </div>
    </figure>
  );
}

// What begins so is a formula to programs that open tables.
const csvOf = (table: Props['table']): string =>
  table
    .map((cells) => cells.map((cell) => `"${cell.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`).join(','))
    .join('\r\n');

const DRAWN = ['fill', 'stroke', 'stroke-width', 'stroke-linejoin', 'font-size', 'font-family', 'text-anchor'];

/** The drawing with the colours that it has here. */
function svgOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll<SVGElement>('*')];
  [copy, ...copy.querySelectorAll<SVGElement>('*')].forEach((element, index) => {
    const drawn = getComputedStyle(originals[index]!);
    for (const property of DRAWN) element.setAttribute(property, drawn.getPropertyValue(property));
    element.removeAttribute('class');
  });
  return new XMLSerializer().serializeToString(copy);
}
