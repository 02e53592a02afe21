import { inventoryImport, type InventoryImported } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { FileField } from '../ui/file-field';
import { Form, useForm } from '../ui/form';
import { TextArea } from '../ui/text-field';
import { pagesKey } from './queries';
import styles from './list.module.css';

/** Adds the pages that a sitemap or a table names: first it says what it would add. */
export function ImportPages() {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Import pages`} isWide>
      {(close) => <Steps close={close} />}
    </DialogButton>
  );
}

interface Read {
  format: 'csv' | 'sitemap';
  content: string;
  found: InventoryImported;
}

function Steps({ close }: { close: () => void }) {
  const [read, setRead] = useState<Read>();
  return read ? (
    <Second read={read} close={close} back={() => setRead(undefined)} />
  ) : (
    <First close={close} done={setRead} />
  );
}

/** A table begins with the names of its columns; all else is a sitemap, as XML or as addresses. */
const formatOf = (content: string): Read['format'] =>
  /^\uFEFF?[^\n<]*\burl\b/i.test(content) && !/^\uFEFF?\s*https?:/i.test(content) ? 'csv' : 'sitemap';

function First({ close, done }: { close: () => void; done: (read: Read) => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const [file, setFile] = useState<File>();
  const form = useForm({
    initial: { file: '', content: '' },
    check: ({ content }) => ({ file: !file && content.trim() === '' ? t`Choose a file, or paste its content.` : '' }),
    send: async ({ content: typed }) => {
      const content = file ? await file.text() : typed;
      const format = formatOf(content);
      const path = { orgId, productSlug: product.slug };
      const found = await call(inventoryImport, { path, body: { format, content, dryRun: true } });
      done({ format, content, found });
    },
  });
  const { id, error } = form.field('file');
  return (
    <Form form={form} submit={t`Continue`} actions={<CancelButton onClick={close} />}>
      <FileField
        id={id}
        label={t`File`}
        hint={t`A sitemap (XML, or one URL per line), or a CSV table. The first line of the table names its columns: url (required), title, kind and area (optional).`}
        error={error}
        accept=".xml,.csv,.txt,text/xml,text/csv,text/plain"
        files={file ? [file] : []}
        onChange={([chosen]) => setFile(chosen)}
      />
      {!file && <TextArea label={t`Or paste its content`} rows={5} spellCheck={false} {...form.field('content')} />}
    </Form>
  );
}

function Second({
  read: { format, content, found },
  close,
  back,
}: {
  read: Read;
  close: () => void;
  back: () => void;
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const once = useRef(crypto.randomUUID());
  const form = useForm({
    initial: {},
    send: async () => {
      if (found.added === 0) return close();
      const { added } = await call(inventoryImport, {
        path: { orgId, productSlug: product.slug },
        headers: { 'Idempotency-Key': once.current },
        body: { format, content },
      });
      await queryClient.invalidateQueries({ queryKey: pagesKey(orgId, product.slug) });
      close();
      announce(added === 1 ? t`1 page added.` : t`${added} pages added.`);
    },
  });
  return (
    <Form form={form} submit={found.added === 0 ? t`Close` : t`Import pages`} actions={<CancelButton onClick={back} />}>
      <div role="status">
        <p>
          {format === 'csv' ? <Trans>Read as a table.</Trans> : <Trans>Read as a sitemap.</Trans>}{' '}
          <Plural value={found.added} one="# page is new." other="# pages are new." />{' '}
          <Plural value={found.known} one="# page already exists." other="# pages already exist." />
        </p>
        {found.skipped > 0 && (
          <p>
            <Plural value={found.skipped} one="# entry has no page:" other="# entries have no page:" />
          </p>
        )}
      </div>
      {found.reasons.length > 0 && (
        // Who scrolls by keys must be able to come here.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div role="region" aria-label={t`Entries without a page`} tabIndex={0}>
          <ul className={styles.reasons} role="list">
            {found.reasons.map(({ at, reason }) => (
              <li key={at}>
                {t`Line ${at}`}: <span lang="en">{reason}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Form>
  );
}
