import { useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { useSearch } from '../app/router-hooks';
import { RowCheckbox } from './checkbox';
import { classNames } from './class-names';
import { type SortedBy, sortOf } from './list-query';
import type { Selection } from './selection';
import styles from './table.module.css';

/** A column of a table. */
export interface Column<Row> {
  /** Its header. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** By which field of the interface it sorts; absent: it does not. */
  sortField?: string;
  /** It names the row. */
  isHeader?: boolean;
  isNumber?: boolean;
}

interface Props<Row> {
  /** What is listed: names the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** How it is sorted where the address says nothing. */
  sortedBy?: SortedBy;
  /** Its rows can be chosen; `nameOf` is what the box says after "Select". */
  selection?: Selection & { nameOf: (row: Row) => string };
}

/**
 * A table; where it is wider than the window it scrolls by itself, with the keys of arrows too. Its headers sort by
 * what the address has.
 */
export function Table<Row>({ caption, columns, rows, keyOf, sortedBy, selection }: Props<Row>) {
  const { t } = useLingui();
  const id = useId();
  const [search] = useSearch();
  const { field, direction } = sortOf(search, sortedBy) ?? {};
  const isChosen = (row: Row): boolean => selection?.chosen.has(keyOf(row)) ?? false;
  const areAllChosen = rows.length > 0 && rows.every(isChosen);
  return (
    // Who scrolls by keys must be able to come here.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-labelledby={id} tabIndex={0} className={styles.region}>
      <table className={styles.table}>
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles.select} aria-label={t`Selection`}>
                <RowCheckbox
                  name={t`Select all on this page`}
                  isChecked={areAllChosen}
                  isPartly={!areAllChosen && rows.some(isChosen)}
                  onChange={(areChosen) => selection.setAll(rows.map(keyOf), areChosen)}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={classNames(column.isNumber && styles.number)}
                aria-sort={
                  column.sortField && column.sortField === field
                    ? direction === 'desc'
                      ? 'descending'
                      : 'ascending'
                    : undefined
                }
              >
                {column.sortField ? (
                  <SortButton
                    title={column.title}
                    field={column.sortField}
                    now={column.sortField === field ? direction : undefined}
                  />
                ) : (
                  column.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-row={keyOf(row)}>
              {selection && (
                <td className={styles.select}>
                  <RowCheckbox
                    name={t`Select ${selection.nameOf(row)}`}
                    isChecked={selection.chosen.has(keyOf(row))}
                    onChange={(isChosen) => selection.set(keyOf(row), isChosen)}
                  />
                </td>
              )}
              {columns.map((column) => {
                const className = classNames(column.isNumber && styles.number);
                return column.isHeader ? (
                  <th key={column.title} scope="row" className={className}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.title} className={className}>
                    {column.cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortButton({ title, field, now }: { title: string; field: string; now: string | undefined }) {
  const [, change] = useSearch();
  const next = now === 'asc' ? 'desc' : 'asc';
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => change({ sortField: field, sortDirection: next, page: undefined })}
    >
      {title}
      <svg width="10" height="14" viewBox="0 0 10 14" aria-hidden="true">
        <path d="M5 1l4 5H1z" fill="currentColor" opacity={now === 'asc' ? 1 : 0.3} />
        <path d="M5 13L1 8h8z" fill="currentColor" opacity={now === 'desc' ? 1 : 0.3} />
      </svg>
    </button>
  );
}
