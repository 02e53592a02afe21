import {
  type Audit,
  type AuditImportFormat,
  type AuditOutcome,
  auditsBeginImport,
  auditsPreviewImport,
  auditsReadImport,
  type ImportPreview,
  type KeptImport,
  type TableField,
} from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useAudit } from '../evaluation/use-audit';
import { useOrganization } from '../organizations/organization';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { FileField } from '../ui/file-field';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { optionsOf } from '../words/options';
import { problemTextOf } from '../words/problems';
import { AUDIT_IMPORTS } from './file-words';
import { ImportPreviewed } from './import-previewed';
import { useOpenAudit } from './open-audit';
import { importsKey } from './queries';

/** Takes outcomes from a file; first it says how it is read, and what that would change. */
export function ImportOutcomes({ audit }: { audit: Audit }) {
  const { t } = useLingui();
  const { params, readAgain } = useAudit(audit);
  return (
    <DialogButton name={t`Import outcomes`} isWide>
      {(close) => <Steps productSlug={params.productSlug} auditNumber={audit.number} close={close} ended={readAgain} />}
    </DialogButton>
  );
}

/** Makes an audit of a file. */
export function ImportAudit({ productSlug }: { productSlug: string }) {
  const { t } = useLingui();
  const openAudit = useOpenAudit();
  return (
    <DialogButton name={t`Import audit`} isWide>
      {(close) => (
        <Steps
          productSlug={productSlug}
          auditNumber={undefined}
          close={close}
          ended={({ auditNumber }) => openAudit(productSlug, auditNumber)}
        />
      )}
    </DialogButton>
  );
}

/** What was chosen of a file, before it is read. */
interface Chosen {
  file: File;
  format: AuditImportFormat;
  title: string;
}

/** What somebody says of how its table is read. */
export interface Mapping {
  sheet: string;
  headRow: number | undefined;
  fields: Readonly<Record<number, TableField>>;
  words: Readonly<Record<string, AuditOutcome>>;
  /** Whether each problem of a list becomes an issue. */
  createIssues: boolean;
}

interface StepsProps {
  productSlug: string;
  /** Absent: a new one is made. */
  auditNumber: number | undefined;
  close: () => void;
  ended: (made: KeptImport) => Promise<void>;
}

function Steps({ close, ended, ...target }: StepsProps) {
  const { t } = useLingui();
  const [tried, setTried] = useState<{ chosen: Chosen; found: ImportPreview; withIssues: boolean }>();
  const [kept, setKept] = useState<Chosen>();
  const { tryOut, send } = useSend(target);
  if (!tried)
    return (
      <First
        kept={kept}
        isNew={target.auditNumber === undefined}
        close={close}
        send={async (chosen) => {
          setKept(chosen);
          setTried({ chosen, found: await tryOut(chosen, undefined), withIssues: false });
        }}
      />
    );
  const { chosen, found, withIssues } = tried;
  return (
    <ImportPreviewed
      found={found}
      withIssues={withIssues}
      isNew={target.auditNumber === undefined}
      back={() => setTried(undefined)}
      look={async (mapping) => {
        const { createIssues } = mapping;
        setTried({ chosen, found: await tryOut(chosen, mapping), withIssues: createIssues });
      }}
      send={async (mapping, told) => {
        const made = await send(chosen, mapping, told);
        close();
        await ended(made);
        const { decided, issues, state, failure } = made;
        if (state !== 'finished')
          return announce(
            `${t`The import failed. Nothing was imported.`} ${failure === null ? '' : problemTextOf(failure)}`,
          );
        const said = decided === 1 ? t`1 outcome imported.` : t`${decided} outcomes imported.`;
        const opened = issues === 0 ? '' : issues === 1 ? t`1 issue created.` : t`${issues} issues created.`;
        announce(`${said} ${opened} ${t`You can undo it under Imports for 30 days.`}`);
      }}
    />
  );
}

/** How often it is asked what has become of an import, in milliseconds. */
const ASK_AFTER_MS = 500;

function useSend({ productSlug, auditNumber }: Pick<StepsProps, 'productSlug' | 'auditNumber'>) {
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  const path = { orgId, productSlug };
  const bodyOf = ({ file, format, title }: Chosen, mapping: Mapping | undefined) => ({
    ...{ file, format },
    ...(mapping?.sheet && { sheet: mapping.sheet }),
    ...(mapping?.createIssues && { createIssues: true }),
    ...(mapping && Object.keys(mapping.fields).length > 0 && { mapping: textOf(mapping) }),
    ...(auditNumber === undefined ? title.trim() && { title: title.trim() } : { audit: String(auditNumber) }),
  });
  return {
    /** What it would make. */
    tryOut: (chosen: Chosen, mapping: Mapping | undefined): Promise<ImportPreview> =>
      call(auditsPreviewImport, { path, body: bodyOf(chosen, mapping) }),
    /** Until it has ended. */
    send: async (
      chosen: Chosen,
      mapping: Mapping | undefined,
      told: (now: KeptImport) => void,
    ): Promise<KeptImport> => {
      let { import: now } = await call(auditsBeginImport, { path, body: bodyOf(chosen, mapping) });
      while (now.state === 'running') {
        told(now);
        await new Promise((resolve) => setTimeout(resolve, ASK_AFTER_MS));
        ({ import: now } = await call(auditsReadImport, { path: { ...path, importId: now.id } }));
      }
      await queryClient.invalidateQueries({ queryKey: importsKey(path) });
      return now;
    },
  };
}

const textOf = ({ headRow, fields, words }: Mapping): string =>
  JSON.stringify({
    headRow,
    columns: Object.entries(fields).map(([column, field]) => ({ column: Number(column), field })),
    words: Object.entries(words).flatMap(([word, outcome]) => (outcome ? [{ word, outcome }] : [])),
  });

/** The form of a file by its name. */
function formatOf(name: string): AuditImportFormat {
  if (/\.csv$/i.test(name)) return 'csv-grid';
  if (/\.jsonld$/i.test(name)) return 'earl';
  return /\.json$/i.test(name) ? 'wcag-em' : 'spreadsheet';
}

interface FirstProps {
  kept: Chosen | undefined;
  isNew: boolean;
  close: () => void;
  send: (chosen: Chosen) => Promise<void>;
}

function First({ kept, isNew, close, send }: FirstProps) {
  const { t, i18n } = useLingui();
  const [file, setFile] = useState(kept?.file);
  const form = useForm({
    initial: { file: '', format: kept?.format ?? ('spreadsheet' as AuditImportFormat), title: kept?.title ?? '' },
    check: () => ({ file: file ? '' : t`Choose a file.` }),
    send: ({ format, title }) => send({ file: file!, format, title }),
  });
  const { id, error } = form.field('file');
  return (
    <Form form={form} submit={t`Continue`} actions={<CancelButton onClick={close} />}>
      {!isNew && <p>{t`Existing outcomes are kept. Missing pages are added to the sample.`}</p>}
      <FileField
        id={id}
        label={t`File`}
        error={error}
        accept=".json,.jsonld,.csv,.xlsx,.ods"
        files={file ? [file] : []}
        onChange={([chosen]) => {
          setFile(chosen);
          if (chosen) form.set({ format: formatOf(chosen.name) });
        }}
      />
      <Select
        label={t`Format`}
        {...form.field('format')}
        onChange={(format) => form.set({ format: format as AuditImportFormat })}
        options={optionsOf(i18n, AUDIT_IMPORTS)}
      />
      {isNew && (
        <TextField
          label={t`Title`}
          hint={t`If empty: the value in the file.`}
          autoComplete="off"
          maxLength={200}
          {...form.field('title')}
        />
      )}
    </Form>
  );
}
