import { query } from '#libs/database';
import { requireFuture } from '#libs/dates';
import { type Fault, InvalidInput, unknownReferences } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { changedFields, pickDefined } from '../../../platform/lists/changed-fields.js';
import type { Product } from '../../../products/products/product.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { AnswerPages } from '../dto/pages.dto.js';
import { NotConfirmed } from '../errors.js';
import { findLocked, subjectOfFinding } from '../lock-findings.js';
import { ANSWER_PAGES, REOPEN_PAGES } from './pages.sql.js';
import { pageId, pagesOfFinding } from './pages-of-finding.js';

/** Answers for the pages that findings have spread to. */
@Injectable()
export class PageAnswersService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws NotFound, InvalidInput, NotConfirmed */
  async answer(product: Product, id: string, body: AnswerPages): Promise<void> {
    const faults = faultsOf(body);
    if (faults.length > 0) throw new InvalidInput(faults);
    requireFuture(body.until, '/until');
    const { action, reason = null, comment, until } = body;
    const pages = [...new Set(body.pages)];
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const finding = await findLocked(change, product, id);
      const { pages: own } = await pagesOfFinding(tx, finding, product.pageRules);
      const known = new Set(own.map(({ page }) => page));
      const unknown = pages.filter((page) => !known.has(page));
      if (unknown.length > 0) throw unknownReferences('/pages', unknown, body.pages, 'page of the finding');
      if (action === 'accept' && finding.issueId === null) throw new NotConfirmed();
      const key = [finding.organizationId, finding.id, pages.map(pageId)] as const;
      if (action === 'reopen') await query(tx, REOPEN_PAGES, [...key]);
      else
        await query(tx, ANSWER_PAGES, [
          ...key,
          pages,
          action,
          reason,
          comment ?? null,
          until ?? null,
          comment === undefined,
          until === undefined,
        ]);
      change.record({
        ...subjectOfFinding(finding),
        type: 'finding.pages_answered',
        changes: changedFields({}, { pages, ...pickDefined(body, 'action', 'reason', 'comment', 'until') }),
      });
    });
  }
}

/** A reason goes with a dismissal, and only dismissals end. */
function faultsOf({ action, reason, until }: AnswerPages): Fault[] {
  if (action === 'dismiss')
    return reason ? [] : [{ path: '/reason', code: 'required', message: 'reason is required to dismiss' }];
  const given = [...(reason === undefined ? [] : ['reason']), ...(until ? ['until'] : [])];
  return given.map((name) => ({
    path: `/${name}`,
    code: 'not_applicable',
    message: `${name} does not apply to ${action}`,
  }));
}
