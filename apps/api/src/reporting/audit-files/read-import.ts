import { readFile } from 'node:fs/promises';
import type { EntityManager } from 'typeorm';
import type { FileOnDisk } from '../../platform/http/upload.js';
import type { Threads } from '../../platform/places/threads.service.js';
import type { Product } from '../../products/products/product.entity.js';
import type { AuditImportUpload } from './dto/audit-import.dto.js';
import { mappingOf, rememberedMappings } from './import-mappings.js';
import type { AuditContent } from './reading/audit-content.js';
import { auditFileInThread } from './reading/audit-file-in-thread.js';
import type { TableMapping } from './reading/table-mapping.js';

/**
 * Reads a file that was uploaded: as the request says, else as the organization has last said for the same headings.
 * @param most how many outcomes it may have
 * @throws InvalidInput, TooLarge, TemporarilyUnavailable
 */
export async function readImport(
  threads: Threads,
  tx: EntityManager,
  { organizationId }: Product,
  { path }: FileOnDisk,
  { format, sheet = '', mapping: text, createIssues = false }: AuditImportUpload & { createIssues?: boolean },
  most?: number,
): Promise<{ content: AuditContent; mapping: TableMapping | undefined }> {
  const mapping = await mappingOf(text);
  const remembered = await rememberedMappings(tx, organizationId);
  const options = { format, sheet, remembered, createIssues, ...(mapping && { mapping }) };
  const content = await auditFileInThread(threads, await readFile(path), options, most);
  return { content: createIssues ? withProblems(content) : content, mapping };
}

/** The same with a fault where it has no problems that could become issues. */
function withProblems(content: AuditContent): AuditContent {
  const { table, faults } = content;
  const isList = table && !table.columns.some(({ field }) => field === 'entry');
  if (isList || faults.count > 0) return content;
  const message = 'createIssues requires a list, with a row per problem.';
  return { ...content, faults: { first: [{ path: '/createIssues', code: 'not_applicable', message }], count: 1 } };
}
