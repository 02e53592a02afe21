/** Rows in columns that are as wide as their widest value, below their names. */
export function tableOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const texts = [columns, ...rows].map((row) => row.map(cellOf));
  const widths = columns.map((_name, index) => Math.max(...texts.map((row) => row[index]!.length)));
  return texts
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

// What people have entered must not control the terminal.
const cellOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '').replaceAll(/\p{C}/gu, ' ');
