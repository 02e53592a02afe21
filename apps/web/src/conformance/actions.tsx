import {
  conformanceReportsDelete,
  conformanceReportsPublish,
  conformanceReportsReview,
  conformanceReportsRevise,
  conformanceReportsWithdraw,
} from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ConfirmButton } from '../ui/confirm-button';
import { Notice } from '../ui/notice';
import type { ReadReport } from './queries';

/** The path of a report in the interface, the header that guards it, and what is read anew after it changed. */
function useReport({ report, etag }: ReadReport) {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  return {
    path: { orgId, productSlug: product.slug, reportNumber: report.number },
    guarded: etag === undefined ? {} : { ifMatch: etag },
    readAnew: async (): Promise<void> => {
      await queryClient.invalidateQueries({ queryKey: ['reports', orgId] });
      void queryClient.invalidateQueries({ queryKey: ['changes', orgId] });
    },
  };
}

/** Opens a report of this product, or their list. */
function useOpen() {
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const navigate = useNavigate();
  const parts = { org, product: product.slug };
  return (number?: number) =>
    navigate(
      number === undefined
        ? { to: at('/o/$org/p/$product/reports', parts), replace: true }
        : { to: at('/o/$org/p/$product/reports/$number', { ...parts, number: String(number) }) },
    );
}

/** Freezes a draft and gives it a public address. */
export function PublishReport({ read, problems }: { read: ReadReport; problems: number }) {
  const { t } = useLingui();
  const { path, guarded, readAnew } = useReport(read);
  const publish = async (): Promise<void> => {
    try {
      await call(conformanceReportsPublish, { path }, guarded);
    } finally {
      await readAnew();
    }
    announce(t`Published.`);
  };
  return (
    <ConfirmButton name={t`Publish`} kind="primary" run={publish}>
      {problems > 0 ? (
        <Notice kind="warning">
          <Plural
            value={problems}
            one="# problem blocks publication. See Problems."
            other="# problems block publication. See Problems."
          />
        </Notice>
      ) : (
        <p>
          <Trans>
            Everyone with the public URL can read the report. The content can no longer be changed. You can revise or
            withdraw the report later.
          </Trans>
        </p>
      )}
    </ConfirmButton>
  );
}

/** Takes back what was published: it stays to be read, and says so first. */
export function WithdrawReport({ read }: { read: ReadReport }) {
  const { t } = useLingui();
  const { path, guarded, readAnew } = useReport(read);
  const withdraw = async (): Promise<void> => {
    await call(conformanceReportsWithdraw, { path }, guarded);
    await readAnew();
    announce(t`Withdrawn.`);
  };
  return (
    <ConfirmButton name={t`Withdraw`} run={withdraw}>
      <p>
        <Trans>The report stays at its public URL, with a notice that it is withdrawn.</Trans>
      </p>
    </ConfirmButton>
  );
}

/** Notes that what was published still holds. */
export function ReviewReport({ read }: { read: ReadReport }) {
  const { t } = useLingui();
  const { path, guarded, readAnew } = useReport(read);
  const review = async (): Promise<void> => {
    await call(conformanceReportsReview, { path }, guarded);
    await readAnew();
    announce(t`Saved.`);
  };
  return (
    <ConfirmButton name={t`Review`} kind="secondary" run={review}>
      <p>
        <Trans>
          Confirm that you reviewed the report and that it is still correct. Statements require a review once a year.
        </Trans>
      </p>
    </ConfirmButton>
  );
}

/** Makes a draft of what was published, which replaces it once it is published itself. */
export function ReviseReport({ read }: { read: ReadReport }) {
  const { t } = useLingui();
  const { path, readAnew } = useReport(read);
  const open = useOpen();
  const revise = async (): Promise<void> => {
    const { conformanceReport } = await call(conformanceReportsRevise, { path });
    await readAnew();
    await open(conformanceReport.number);
    announce(t`Report #${conformanceReport.number} created.`);
  };
  return (
    <ConfirmButton name={t`Revise`} kind="primary" run={revise}>
      <p>
        <Trans>A draft copy of this report is created. When you publish the copy, it takes over the public URL.</Trans>
      </p>
    </ConfirmButton>
  );
}

/** Deletes a draft. */
export function DeleteReport({ read }: { read: ReadReport }) {
  const { t } = useLingui();
  const { path, guarded } = useReport(read);
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  const open = useOpen();
  const { number } = read.report;
  const remove = async (): Promise<void> => {
    await call(conformanceReportsDelete, { path }, guarded);
    await open();
    queryClient.removeQueries({ queryKey: ['reports', orgId] });
    announce(t`Report #${number} deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete report`} run={remove}>
      <p>
        <Trans>The draft is deleted for all members, with its verdicts.</Trans>
      </p>
    </ConfirmButton>
  );
}
