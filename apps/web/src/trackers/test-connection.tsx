import { type TrackerTest, trackerConnectionsTest } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Button } from '../ui/button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Notice } from '../ui/notice';
import { connectionsQuery } from './queries';
import { PROBLEMS } from './words';

/** Asks the tracker whether the token suffices, and says in words what came of it. */
export function TestConnection({ connectionId, about }: { connectionId: string; about?: string }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Test`} isSmall about={about}>
      {(close) => <Steps connectionId={connectionId} close={close} />}
    </DialogButton>
  );
}

function Steps({ connectionId, close }: { connectionId: string; close: () => void }) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const [test, setTest] = useState<TrackerTest>();
  const form = useForm({
    initial: {},
    send: async () => {
      setTest(await call(trackerConnectionsTest, { path: { orgId, productSlug: product.slug, connectionId } }));
      await queryClient.invalidateQueries({ queryKey: connectionsQuery(orgId, product.slug).queryKey });
    },
  });
  return (
    <>
      <div role="status">
        {test &&
          (test.works ? (
            <Notice kind="done">
              <Trans>
                The connection works. The token can change issues of {test.project?.name ?? test.project?.key}.
              </Trans>
            </Notice>
          ) : (
            <Notice kind="problem">
              <p>
                <strong>{t`The connection failed.`}</strong> {test.problem !== null && i18n._(PROBLEMS[test.problem])}
              </p>
            </Notice>
          ))}
      </div>
      {test?.works ? (
        <div>
          <Button onClick={close}>{t`Close`}</Button>
        </div>
      ) : (
        <Form form={form} submit={t`Test`} actions={<CancelButton onClick={close} />}>
          <p>
            <Trans>This checks the permissions of the token. It does not change the tracker.</Trans>
          </p>
        </Form>
      )}
    </>
  );
}
