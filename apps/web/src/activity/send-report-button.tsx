import type { Product } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useOrganization } from '../organizations/organization';
import { SendReport } from '../reports/send-report';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';

/** Takes report files of tools for a product. */
export function SendReportButton({ product, kind = 'primary' }: { product: Product; kind?: 'primary' | 'secondary' }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  return (
    <DialogButton name={t`Send report`} kind={kind}>
      {(close) => (
        <SendReport
          orgId={orgId}
          productSlug={product.slug}
          done={async () => {
            for (const kind of ['activity', 'findings', 'lines'])
              await queryClient.invalidateQueries({ queryKey: [kind, orgId] });
            close();
          }}
          actions={<CancelButton onClick={close} />}
        />
      )}
    </DialogButton>
  );
}
