import { auditsDecideOutcomes, evidenceList, type EvidenceFile, evidenceUpload, type Outcome } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { announce } from '../app/announcements';
import { base, call } from '../app/client';
import { useCan } from '../organizations/organization';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton, Dialog } from '../ui/dialog';
import { FileField } from '../ui/file-field';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { TextArea, TextField } from '../ui/text-field';
import type { Place } from './cells';
import { type AuditPath, gridQuery, outcomeQuery } from './queries';
import type { Workbench } from './workbench';
import styles from './details.module.css';

const filesQuery = ({ orgId, productSlug }: AuditPath, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['evidence', orgId, productSlug, ids],
    queryFn: async ({ signal }) => {
      const query = { id: [...ids], pageSize: ids.length, total: false };
      return (await call(evidenceList, { path: { orgId, productSlug }, query }, { signal })).evidence;
    },
    enabled: ids.length > 0,
  });

interface OfCell {
  workbench: Workbench;
  place: Place;
  outcome: Outcome | null;
  mayChange: boolean;
}

/** The files that show what was found in a cell, and how to add one: chosen, dropped, or pasted beside the grid. */
export function CellEvidence({ workbench, place, outcome, mayChange }: OfCell) {
  const { t } = useLingui();
  const mayUpload = useCan('evidence_upload') && mayChange;
  const [isOpen, setOpen] = useState(false);
  const [pasted, setPasted] = useState<File>();
  const ids = outcome?.evidenceIds ?? [];
  const query = useQuery(filesQuery(workbench.audit, ids));
  const put = usePut(workbench, place);
  usePastedFile(mayUpload && !isOpen, (file) => {
    setPasted(file);
    setOpen(true);
  });
  const close = (): void => {
    setOpen(false);
    setPasted(undefined);
  };
  return (
    <div className={styles.part}>
      <h3>{t`Evidence`}</h3>
      {ids.length > 0 && (
        <Loaded query={query} lines={2}>
          {(files) => (
            <ul role="list" className={styles.evidence}>
              {files.map((file) => (
                <li key={file.id} className={styles.file}>
                  <ShownFile audit={workbench.audit} file={file} />
                  {mayChange && (
                    <ConfirmButton
                      name={t`Detach`}
                      kind="secondary"
                      isSmall
                      about={`evidence-${file.id}`}
                      run={() => put((before) => before.filter((id) => id !== file.id))}
                    >
                      <p>{t`A file that is no longer used is deleted after one day.`}</p>
                    </ConfirmButton>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
      {mayUpload && (
        <div>
          <Button kind="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>{t`Add evidence`}</Button>
        </div>
      )}
      <Dialog title={t`Add evidence`} isOpen={isOpen} onClose={close}>
        {isOpen && <UploadForm audit={workbench.audit} pasted={pasted} close={close} put={put} />}
      </Dialog>
    </div>
  );
}

/** Says which files show what was found: those of the cell as it is now, changed so. */
function usePut({ audit, flush }: Workbench, { requirementId, entry }: Place) {
  const queryClient = useQueryClient();
  return async (change: (before: readonly string[]) => string[]): Promise<void> => {
    // What was said of the cell comes first: the file makes it another revision.
    await flush();
    const query = outcomeQuery(audit, requirementId, entry);
    const now = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    const { orgId, productSlug, number } = audit;
    await call(auditsDecideOutcomes, {
      path: { orgId, productSlug, auditNumber: number as unknown as number },
      body: {
        outcomes: [
          { requirementId, entry, evidenceIds: change(now?.evidenceIds ?? []), ifRevision: now?.revision ?? 0 },
        ],
      },
    });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: query.queryKey }),
      queryClient.invalidateQueries({ queryKey: gridQuery(audit).queryKey }),
    ]);
  };
}

/** A file that is pasted while nobody writes. */
function usePastedFile(isWanted: boolean, take: (file: File) => void): void {
  const taken = useEffectEvent(take);
  useEffect(() => {
    if (!isWanted) return undefined;
    const onPaste = (event: ClipboardEvent): void => {
      const [file] = event.clipboardData?.files ?? [];
      // Cells of a spreadsheet come as text and as a picture: they are outcomes.
      if (!file || event.clipboardData?.getData('text/plain') || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      taken(file);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [isWanted]);
}

const isPicture = (type: string): boolean => type.startsWith('image/');

function ShownFile({ audit: { orgId, productSlug }, file }: { audit: AuditPath; file: EvidenceFile }) {
  const { t } = useLingui();
  const { id, mediaType, title, alt, keepsMetadata } = file;
  const address = `${base}/v1/organizations/${orgId}/products/${encodeURIComponent(productSlug)}/evidence/${id}`;
  const name = title ?? alt ?? t`File`;
  return (
    <div className={styles.shown} id={`evidence-${id}`}>
      {isPicture(mediaType) && <img src={address} alt={alt ?? ''} className={styles.picture} />}
      <p>
        <a href={address} target="_blank" rel="noopener">
          {name} <span className="visually-hidden">{t`(opens in a new tab)`}</span>
        </a>
      </p>
      {keepsMetadata && (
        <p className={styles.who}>{t`The file may contain names, locations or times from its metadata.`}</p>
      )}
    </div>
  );
}

function UploadForm({
  audit: { orgId, productSlug },
  pasted,
  close,
  put,
}: {
  audit: AuditPath;
  pasted: File | undefined;
  close: () => void;
  put: ReturnType<typeof usePut>;
}) {
  const { t } = useLingui();
  const [file, setFile] = useState(pasted);
  const needsAlt = file !== undefined && isPicture(file.type);
  const form = useForm({
    initial: { file: '', alt: '', title: '' },
    check: ({ alt }) => ({
      file: file ? '' : t`Choose a file.`,
      alt: needsAlt && alt.trim() === '' ? t`Describe the image.` : '',
    }),
    send: async ({ alt, title }) => {
      const body = {
        file: file!,
        ...(alt.trim() !== '' && { alt: alt.trim() }),
        ...(title.trim() !== '' && { title: title.trim() }),
      };
      const { evidence } = await call(evidenceUpload, { path: { orgId, productSlug }, body });
      await put((before) => [...before, evidence.id]);
      close();
      announce(t`Evidence added.`);
    },
  });
  const { id, error } = form.field('file');
  return (
    <Form form={form} submit={t`Add evidence`} actions={<CancelButton onClick={close} />}>
      <FileField
        id={id}
        label={t`File`}
        hint={t`An image (PNG, JPEG, WebP, GIF), a video (MP4, WebM), a PDF, or a text or HTML file. Only members can see it.`}
        error={error}
        accept="image/png,image/jpeg,image/webp,image/gif,video/mp4,video/webm,application/pdf,text/plain,text/html"
        files={file ? [file] : []}
        onChange={([chosen]) => setFile(chosen)}
      />
      {needsAlt && (
        <TextArea
          label={t`Alternative text`}
          hint={t`Text alternative for the image.`}
          rows={3}
          maxLength={1000}
          {...form.field('alt')}
        />
      )}
      <TextField label={t`Title`} autoComplete="off" maxLength={200} {...form.field('title')} />
    </Form>
  );
}
