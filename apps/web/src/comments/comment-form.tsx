import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { Form, useForm } from '../ui/form';
import { TextArea } from '../ui/text-field';
import { MentionField } from './mention-field';
import { type Commented, operationsOf, pathOf, timelinesKey } from './queries';
import styles from './conversation.module.css';

/** How long a comment may be. */
export const LONGEST = 20_000;

/** Says something about a record. */
export function CommentForm({ record }: { record: Commented }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { kind, orgId, productSlug, name } = record;
  const form = useForm({
    draft: `comment on ${kind} ${orgId} ${productSlug} ${name}`,
    initial: { body: '' },
    check: ({ body }) => ({ body: body.trim() === '' ? t`Enter a text.` : '' }),
    send: async ({ body }) => {
      await call(operationsOf(record).create, { path: pathOf(record), body: { body } });
      form.reset();
      await queryClient.invalidateQueries({ queryKey: timelinesKey(orgId, productSlug) });
      // Whoever comments watches from then on.
      void queryClient.invalidateQueries({ queryKey: [kind, orgId, productSlug, String(name)] });
      announce(t`Comment added.`);
    },
  });
  const field = form.field('body');
  return (
    <div className={styles.form}>
      <Form form={form} submit={t`Add comment`}>
        <TextArea
          label={t`New comment`}
          hint={
            <Trans>
              Markdown without images: <code>**bold**</code>, <code>[text](https://…)</code>, lists, <code>`code`</code>
              . <code>#12</code> links to an issue.
            </Trans>
          }
          rows={4}
          maxLength={LONGEST}
          {...field}
        />
        <MentionField {...field} />
      </Form>
    </div>
  );
}
