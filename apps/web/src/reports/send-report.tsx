import { ingestReportAsPerson } from '@curbcut/client';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { FileField } from '../ui/file-field';
import { Form, useForm } from '../ui/form';
import type { ReadReport } from '#libs/reports';
import { readFiles } from './read-files';

interface Props {
  orgId: string;
  productSlug: string;
  /** After all of them were stored. */
  done: () => Promise<unknown> | void;
  actions?: ReactNode;
}

/** A refusal of a file, in words for people. */
class UnreadFiles extends Error {}

/** As many as the service keeps. */
const MOST_OMISSIONS = 100;
const firstOf = (text: string, length: number): string => [...text].slice(0, length).join('');

/** What a report of which every page failed is refused with, as readers word it. */
const emptyOf = (file: string, { partialBecause }: ReadReport): string =>
  `${file}: nothing was examined. ${partialBecause.slice(0, 3).join(' ')}`.trim();

/**
 * Takes report files of tools, chosen or dropped, reads them here and sends what they found. They are partial: what
 * they leave out stays as it is.
 */
export function SendReport({ orgId, productSlug, done, actions }: Props) {
  const { t } = useLingui();
  const [files, setFiles] = useState<File[]>([]);
  const form = useForm({
    initial: { files: '' },
    check: () => ({ files: files.length === 0 ? t`Choose report files.` : '' }),
    send: async () => {
      const read = await readFiles(files);
      const refusals = read.flatMap(({ file, answer }) =>
        answer.refusal === undefined
          ? answer.reports.filter(({ examinedNothing }) => examinedNothing).map((report) => emptyOf(file, report))
          : [answer.refusal],
      );
      if (refusals.length > 0) throw new UnreadFiles(refusals.join(' '));
      let [fresh, known] = [0, 0];
      for (const report of read.flatMap(({ answer }) => answer.reports ?? [])) {
        const { tool, type, findings, startedAt, completedAt, partialBecause, selections } = report;
        const omissions = [...partialBecause, ...selections].slice(0, MOST_OMISSIONS).map((text) => firstOf(text, 500));
        const answer = await call(ingestReportAsPerson, {
          path: { orgId, productSlug },
          body: {
            type,
            tool,
            coverage: 'partial',
            findings,
            ...(omissions.length === 0 ? {} : { omissions }),
            idempotencyKey: crypto.randomUUID(),
            ...(startedAt === undefined ? {} : { startedAt }),
            ...(completedAt === undefined ? {} : { completedAt }),
          },
        });
        fresh += answer.delta.new;
        known += answer.delta.known;
      }
      await queryClient.invalidateQueries({ queryKey: ['products', orgId] });
      await done();
      announce(
        t`Report sent: ${plural(fresh, { one: '# new', other: '# new' })}, ${plural(known, { one: '# known', other: '# known' })}.`,
      );
    },
    wordOther: (error) => (error instanceof UnreadFiles ? { field: 'files', text: error.message } : undefined),
  });
  const { error, id } = form.field('files');
  return (
    <Form form={form} submit={t`Send report`} actions={actions}>
      <FileField
        id={id}
        label={t`Report files`}
        hint={t`JSON or SARIF from axe-core, Lighthouse, Pa11y, Playwright, ESLint and others. Drop files here, or choose them.`}
        error={error}
        isMultiple
        files={files}
        onChange={setFiles}
      />
    </Form>
  );
}
