import { apiKeysCreate } from '@curbcut/client';
import { atService, type CiName, WORKFLOWS } from '#libs/workflows';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../app/announcements';
import { arriveAnew } from '../app/arrival';
import { base, call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { useSearch } from '../app/router-hooks';
import { useCan, useOrganization } from '../organizations/organization';
import { Button } from '../ui/button';
import { CopyField } from '../ui/copy-field';
import { Form, useForm } from '../ui/form';
import { Notice } from '../ui/notice';
import { Select } from '../ui/select';
import { Section, View } from '../ui/view';

/** A key with which a pipeline reports to a product, and the files that have it do so. */
export function FirstKey({ product }: { product: string }) {
  const { t } = useLingui();
  const [, change] = useSearch();
  const { name: where } = useOrganization();
  const mayCreate = useCan('apiKeys_create');
  useEffect(arriveAnew, []);
  return (
    <View
      title={t`A key for your pipeline`}
      where={where}
      lead={t`Every run of your pipeline uses the key to report its findings. The run can fail on new findings.`}
      isNarrow
    >
      {mayCreate && <Key product={product} />}
      <Files product={product} />
      <div>
        <Button onClick={() => change({ step: 'report' })}>{t`Continue`}</Button>
      </div>
    </View>
  );
}

function Key({ product: productSlug }: { product: string }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [key, setKey] = useState<string>();
  const once = useRef(crypto.randomUUID());
  const form = useForm({
    initial: {},
    send: async () => {
      const headers = { 'Idempotency-Key': once.current };
      const body = { name: t`Pipeline of ${productSlug}`, scopes: ['ingest' as const], productSlug };
      const { apiKey } = await withProof(() => call(apiKeysCreate, { path: { orgId }, headers, body }));
      setKey(apiKey.key);
      announce(t`Key created.`);
    },
  });
  return (
    <Section title={t`Key`}>
      {key === undefined ? (
        <Form form={form} submit={t`Create key`}>
          <p>
            <Trans>It reports to this product only and has no read access.</Trans>
          </p>
        </Form>
      ) : (
        <>
          <Notice kind="warning">
            <p>
              <Trans>
                The key is shown only once. Store it as the secret <code>CURBCUT_API_KEY</code> of your pipeline.
              </Trans>
            </p>
          </Notice>
          <CopyField label={t`Key`} value={key} copy={t`Copy key`} />
        </>
      )}
    </Section>
  );
}

const CIS: Record<CiName, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  azure: 'Azure Pipelines',
  jenkins: 'Jenkins',
};
const REPORTS = 'reports/*.json';

function Files({ product }: { product: string }) {
  const { t } = useLingui();
  const [ci, setCi] = useState<CiName>('github');
  const { path, text } = WORKFLOWS[ci];
  const url = location.origin + base;
  const configuration = JSON.stringify({ url, product, reports: [REPORTS], coverage: 'auto' }, undefined, 2);
  return (
    <Section title={t`Files`}>
      <p>
        <Trans>
          Add both files to the repository. If your scanner does not write its reports to <code>{REPORTS}</code>, change
          the path in the configuration.
        </Trans>
      </p>
      <Select
        label={t`Pipeline`}
        value={ci}
        onChange={(chosen) => setCi(chosen as CiName)}
        options={Object.entries(CIS).map(([value, label]) => ({ value, label }))}
      />
      <CopyField
        label={t`Pipeline file`}
        hint={path}
        value={atService(text, url)}
        copy={t`Copy pipeline file`}
        isLong
      />
      <CopyField
        label={t`Configuration file`}
        hint="curbcut.config.json"
        value={configuration}
        copy={t`Copy configuration file`}
        isLong
      />
    </Section>
  );
}
