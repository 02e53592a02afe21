import { issuesList } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { ComboBox } from '../ui/combo-box';

const FOUND = 20;

/** Chooses an issue of a product, found by its words; its value is the number, or ''. */
export function IssueField({
  productSlug,
  ...field
}: {
  productSlug: string;
  hint?: string;
  id: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [typed, setTyped] = useState('');
  // What is chosen reads "#12 Title".
  const q = typed.replace(/^#\d+\s*/, '');
  const found = useQuery({
    queryKey: ['issues', orgId, productSlug, 'search', q],
    queryFn: ({ signal }) =>
      call(
        issuesList,
        { path: { orgId, productSlug }, query: { ...(q && { q }), pageSize: FOUND, total: false } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <ComboBox
      label={t`Existing issue`}
      onSearch={setTyped}
      options={(found.data?.issues ?? []).map(({ number, title }) => ({
        value: String(number),
        label: `#${number} ${title}`,
      }))}
      {...field}
    />
  );
}
