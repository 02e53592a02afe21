import { type Area, areasRead, areasUpdate } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callWithTag } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Loaded } from '../ui/loading';
import { type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import { TextArea, TextField } from '../ui/text-field';

interface AreaValues extends Record<string, unknown> {
  name: string;
  description: string;
}

const recordOf = (area: Area, etag: string | undefined): ReadRecord<AreaValues> => ({
  etag,
  values: { name: area.name, description: area.description ?? '' },
});

/** Changes an area's name and description. */
export function EditArea({ area }: { area: Area }) {
  const { t } = useLingui();
  const { name } = area;
  return (
    <DialogButton name={t`Edit ${name}`} isSmall>
      {(close) => <ReadArea area={area} close={close} />}
    </DialogButton>
  );
}

/** A list tells no `ETag`: it is read alone before it is changed. */
function ReadArea({ area, close }: { area: Area; close: () => void }) {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const path = { orgId, productSlug: product.slug, areaSlug: area.slug };
  const read = async (): Promise<ReadRecord<AreaValues>> => {
    const { data, etag } = await callWithTag(areasRead, { path });
    return recordOf(data.area, etag);
  };
  const query = useQuery({ queryKey: ['area', orgId, product.slug, area.id], queryFn: read, gcTime: 0 });
  return (
    <Loaded query={query} lines={3}>
      {(found) => <AreaForm area={area} found={found} readAgain={read} close={close} />}
    </Loaded>
  );
}

function AreaForm({
  area,
  found,
  readAgain,
  close,
}: {
  area: Area;
  found: ReadRecord<AreaValues>;
  readAgain: () => Promise<ReadRecord<AreaValues>>;
  close: () => void;
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const record = useRecordForm<AreaValues>({
    draft: `area ${area.id}`,
    read: found,
    readAgain,
    save: async (changed, etag) => {
      const path = { orgId, productSlug: product.slug, areaSlug: area.slug };
      const body = {
        ...(changed.name !== undefined && { name: changed.name }),
        ...(changed.description !== undefined && { description: changed.description || null }),
      };
      const answer = await callWithTag(areasUpdate, { path, body }, etag === undefined ? {} : { ifMatch: etag });
      await queryClient.invalidateQueries({ queryKey: ['areas', orgId, product.slug] });
      close();
      return recordOf(answer.data.area, answer.etag);
    },
  });
  const { name } = area;
  return (
    <RecordForm
      record={record}
      submit={t`Edit ${name}`}
      actions={<CancelButton onClick={close} />}
      words={{ name: { label: t`Name`, show: String }, description: { label: t`Description`, show: String } }}
    >
      <TextField label={t`Name`} maxLength={200} autoComplete="off" {...record.form.field('name')} />
      <TextArea label={t`Description`} maxLength={2000} rows={3} {...record.form.field('description')} />
    </RecordForm>
  );
}
