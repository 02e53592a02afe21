import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { areasQuery } from '../issues/queries';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { FieldGroup } from '../ui/checkbox';
import { Choices } from '../ui/choices';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import type { SourceValue } from './values';
import styles from './fields.module.css';

interface Props {
  id: string;
  value: SourceValue;
  onChange: (value: SourceValue) => void;
  error: string | undefined;
}

/** Where the pages of a run come from. */
export function SourceField({ id, value, onChange, error }: Props) {
  const { t } = useLingui();
  const set = (changed: Partial<SourceValue>): void => onChange({ ...value, ...changed });
  return (
    <FieldGroup label={t`Pages to scan`}>
      <div className={styles.group}>
        <Select
          label={t`Source of pages`}
          id={id}
          error={error}
          value={value.kind}
          onChange={(kind) => set({ kind: kind as SourceValue['kind'] })}
          options={[
            { value: 'pages', label: t`Pages of the product` },
            { value: 'sitemap', label: t`A sitemap` },
            { value: 'list', label: t`A list of URLs` },
            { value: 'crawl', label: t`A start page and the pages linked from it` },
          ]}
        />
        {value.kind === 'pages' && <PagesFields value={value} set={set} />}
        {value.kind === 'sitemap' && (
          <TextField
            label={t`URL of the sitemap`}
            type="url"
            autoComplete="off"
            maxLength={2000}
            value={value.sitemap}
            onChange={(sitemap) => set({ sitemap })}
          />
        )}
        {value.kind === 'list' && (
          <TextArea
            label={t`Addresses`}
            hint={t`One per line, at most 1,000.`}
            rows={6}
            spellCheck={false}
            value={value.list}
            onChange={(list) => set({ list })}
          />
        )}
        {value.kind === 'crawl' && <CrawlFields value={value} set={set} />}
      </div>
    </FieldGroup>
  );
}

interface PartProps {
  value: SourceValue;
  set: (changed: Partial<SourceValue>) => void;
}

function PagesFields({ value, set }: PartProps) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const areas = useQuery(areasQuery(orgId, product.slug));
  return (
    <>
      <TextField
        label={t`Containing`}
        hint={t`Text in the URL or title. If empty: all pages.`}
        autoComplete="off"
        maxLength={200}
        value={value.q}
        onChange={(q) => set({ q })}
      />
      <Choices
        label={t`Areas`}
        hint={t`If none: all.`}
        options={(areas.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
        value={value.area}
        onChange={(area) => set({ area })}
      />
    </>
  );
}

function CrawlFields({ value, set }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`First page`}
        type="url"
        autoComplete="off"
        maxLength={2000}
        value={value.start}
        onChange={(start) => set({ start })}
      />
      <div className={styles.pairs}>
        <TextField
          label={t`Maximum link depth`}
          inputMode="numeric"
          autoComplete="off"
          value={value.depth}
          onChange={(depth) => set({ depth })}
        />
        <TextField
          label={t`Maximum pages`}
          inputMode="numeric"
          autoComplete="off"
          value={value.limit}
          onChange={(limit) => set({ limit })}
        />
      </div>
      <div className={styles.pairs}>
        <TextArea
          label={t`Included paths`}
          hint={t`One per line. Use * as a wildcard. If empty: all.`}
          rows={3}
          spellCheck={false}
          value={value.include}
          onChange={(include) => set({ include })}
        />
        <TextArea
          label={t`Excluded paths`}
          hint={t`One per line. Use * as a wildcard.`}
          rows={3}
          spellCheck={false}
          value={value.exclude}
          onChange={(exclude) => set({ exclude })}
        />
      </div>
    </>
  );
}
