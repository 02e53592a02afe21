import type { AuditOutcome, Fault, ImportedTable, ImportPreview, KeptImport, TableField } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOrganization } from '../organizations/organization';
import { Checkbox } from '../ui/checkbox';
import { CancelButton } from '../ui/dialog';
import { Form, useForm } from '../ui/form';
import { Notice } from '../ui/notice';
import { Select } from '../ui/select';
import { Table } from '../ui/table';
import { optionsOf } from '../words/options';
import { faultText } from '../words/problems';
import { OUTCOMES } from '../words/terms';
import { FILLED_FIELDS, TABLE_FIELDS } from './file-words';
import type { Mapping } from './import-file';
import styles from './page.module.css';

interface Props {
  found: ImportPreview;
  /** Whether it counts the issues that would be opened. */
  withIssues: boolean;
  isNew: boolean;
  back: () => void;
  /** Reads the file again. */
  look: (mapping: Mapping) => Promise<void>;
  send: (mapping: Mapping | undefined, told: (now: KeptImport) => void) => Promise<void>;
}

/** How a file is read, which somebody may correct, and what it would make. */
export function ImportPreviewed({ found, withIssues, isNew, back, look, send }: Props) {
  const { t, i18n } = useLingui();
  const [now, setNow] = useState<KeptImport>();
  const [mapping, setMapping] = useState<Mapping>();
  const { modules } = useOrganization();
  const { table, faults, faultCount } = found;
  const read = table ? mappingOf(table, withIssues) : NOTHING;
  const change = (changed: Partial<Mapping>): void => {
    if (table) setMapping({ ...(mapping ?? read), ...changed });
  };
  const said =
    mapping ?? (table && (withIssues || table.mappedBy === 'request' || table.sheets.length > 1) ? read : undefined);
  const mustLook = faultCount > 0 || (mapping !== undefined && table !== null && isOther(mapping, read));
  const isList = table !== null && !Object.values((mapping ?? read).fields).includes('entry');
  const form = useForm({
    initial: {},
    send: async () => {
      if (!mustLook) return send(said, setNow);
      await look(said ?? NOTHING);
      setMapping(undefined);
      return false;
    },
  });
  return (
    <Form
      form={form}
      submit={mustLook ? t`Preview again` : isNew ? t`Import audit` : t`Import outcomes`}
      actions={<CancelButton onClick={back} />}
    >
      <div role="status">
        {faultCount > 0 ? (
          <p>
            <Plural value={faultCount} one="# error blocks the import." other="# errors block the import." />
          </p>
        ) : (
          <p>
            <Plural value={found.decided} one="# outcome would be set." other="# outcomes would be set." />{' '}
            <Plural value={found.kept} one="# outcome is unchanged." other="# outcomes are unchanged." />{' '}
            {withIssues && (
              <Plural value={found.issues} one="# issue would be opened." other="# issues would be opened." />
            )}
          </p>
        )}
        {now && <p>{t`Importing: ${now.written} of ${now.total}`}</p>}
      </div>
      {faultCount > 0 && <Faults faults={faults} />}
      {table && <TableMapping table={table} mapping={mapping ?? read} change={change} />}
      {isList && modules.includes('issues') && (
        <Checkbox
          label={t`Create an issue for each failed problem`}
          isChecked={(mapping ?? read).createIssues}
          onChange={(createIssues) => change({ createIssues })}
        />
      )}
      {!mustLook && (
        <>
          {isNew && found.standard && <p>{t`The new audit uses ${found.standard}.`}</p>}
          <Listed title={t`Pages to add to the sample`} items={found.entries} />
          <Listed
            title={t`Audit fields read from the file`}
            items={found.filled.map((field) => (FILLED_FIELDS[field] ? i18n._(FILLED_FIELDS[field]) : field))}
          />
          <Listed title={t`Ignored content of the file`} items={found.leftOut} lang="en" />
          {found.rows.length > 0 && <Rows rows={found.rows} />}
        </>
      )}
    </Form>
  );
}

const NOTHING: Mapping = { sheet: '', headRow: undefined, fields: {}, words: {}, createIssues: false };

/** How a table was read. */
const mappingOf = ({ sheet, mappedBy, headRow, columns, words }: ImportedTable, createIssues: boolean): Mapping => ({
  sheet: sheet ?? '',
  headRow: mappedBy === 'request' ? (headRow ?? undefined) : undefined,
  fields: Object.fromEntries(columns.flatMap(({ column, field }) => (field === 'ignored' ? [] : [[column, field]]))),
  words: Object.fromEntries(words.flatMap(({ word, outcome }) => (outcome === null ? [] : [[word, outcome]]))),
  createIssues,
});

/** Whether a table was read otherwise than somebody says. */
const isOther = (mapping: Mapping, read: Mapping): boolean => {
  const inOrder = (record: object) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  const told = ({ sheet, fields, words, createIssues }: Mapping) =>
    JSON.stringify([sheet, inOrder(fields), inOrder(words), createIssues]);
  return told(mapping) !== told(read);
};

/** How many columns are asked for one by one. */
const MOST_COLUMNS = 100;

interface MappingProps {
  table: ImportedTable;
  mapping: Mapping;
  change: (changed: Partial<Mapping>) => void;
}

function TableMapping({ table, mapping, change }: MappingProps) {
  const { t, i18n } = useLingui();
  const { sheets, columns, words, mappedBy } = table;
  const fields = optionsOf(i18n, TABLE_FIELDS);
  const unknown = words.filter(({ outcome }) => outcome === null);
  return (
    <>
      {sheets.length > 1 && (
        <Select
          label={t`Sheet`}
          value={mapping.sheet}
          onChange={(sheet) => change({ sheet, fields: {}, words: {} })}
          options={[{ value: '', label: t`Choose a sheet` }, ...sheets.map((name) => ({ value: name, label: name }))]}
        />
      )}
      {columns.length > 0 && (
        <fieldset className={styles.mapping}>
          <legend>{t`Column mapping`}</legend>
          {mappedBy === 'memory' && <p>{t`Your organization used this mapping last time for the same headings.`}</p>}
          {columns.slice(0, MOST_COLUMNS).map(({ column, heading, examples }) => (
            <Select
              key={column}
              label={heading || t`Column ${column}`}
              hint={examples.length > 0 ? t`For example ${examples.join(', ')}` : t`Empty`}
              value={mapping.fields[column] ?? 'ignored'}
              onChange={(field) => change({ fields: withField(mapping.fields, column, field as TableField) })}
              options={fields}
            />
          ))}
        </fieldset>
      )}
      {unknown.length > 0 && (
        <fieldset className={styles.mapping}>
          <legend>{t`Definitions`}</legend>
          {unknown.map(({ word, count }) => (
            <Select
              key={word}
              label={word}
              hint={t`Occurrences: ${count}`}
              value={mapping.words[word] ?? ''}
              onChange={(outcome) => change({ words: { ...mapping.words, [word]: outcome as AuditOutcome } })}
              options={[{ value: '', label: t`Choose an outcome` }, ...optionsOf(i18n, OUTCOMES)]}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

function withField(fields: Mapping['fields'], column: number, field: TableField): Mapping['fields'] {
  const { [column]: _former, ...others } = fields;
  return field === 'ignored' ? others : { ...others, [column]: field };
}

function Faults({ faults }: { faults: readonly Fault[] }) {
  const { t } = useLingui();
  const placed = (fault: Fault): string => {
    const { row, column } = fault.params ?? {};
    const text = fault.code === 'malformed' ? fault.message : faultText(fault);
    if (row === undefined) return text;
    return column === undefined ? t`Row ${row}: ${text}` : t`Row ${row}, column ${column}: ${text}`;
  };
  return (
    <Notice kind="problem">
      <ul>
        {faults.map((fault, place) => (
          <li key={place}>{placed(fault)}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Rows({ rows }: { rows: ImportPreview['rows'] }) {
  const { t, i18n } = useLingui();
  const told = ({ outcomes, outcomeCount }: ImportPreview['rows'][number]): string => {
    const named = outcomes.map(({ page, outcome }) => `${page ?? t`All pages`}: ${i18n._(OUTCOMES[outcome])}`);
    return [...named, ...(outcomeCount > outcomes.length ? [t`${outcomeCount - outcomes.length} more`] : [])].join(
      '; ',
    );
  };
  return (
    <Table
      caption={t`Preview of the first rows`}
      rows={rows}
      keyOf={({ row }) => String(row)}
      columns={[
        { title: t`Row`, isNumber: true, cell: ({ row }) => row },
        { title: t`Requirement`, isHeader: true, cell: ({ requirement }) => requirement },
        { title: t`Outcomes`, cell: told },
        { title: t`Note`, cell: ({ note }) => note },
      ]}
    />
  );
}

function Listed({ title, items, lang }: { title: string; items: readonly string[]; lang?: string }) {
  if (items.length === 0) return null;
  return (
    <div>
      <h3 className={styles.listed}>{title}</h3>
      <ul lang={lang}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
