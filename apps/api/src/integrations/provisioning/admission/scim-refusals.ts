import type { Response } from 'express';
import type { Problem } from '../../../platform/http/problem.js';
import { SCHEMA, SCIM_TYPE } from '../protocol/scim.js';

/** Where SCIM is served. */
const SCIM_PATH = /^\/api\/scim\//i;

/** The words of SCIM for refusals (RFC 7644, 3.12), by our codes. */
const TYPES: Readonly<Record<string, string>> = {
  scim_invalid_filter: 'invalidFilter',
  scim_invalid_path: 'invalidPath',
  scim_invalid_value: 'invalidValue',
  scim_invalid_syntax: 'invalidSyntax',
  scim_uniqueness: 'uniqueness',
  invalid_input: 'invalidSyntax',
  already_exists: 'uniqueness',
};

/** A refusal as SCIM has it; undefined at other paths. Sets its type. */
export function scimRefusal(request: { path: string }, response: Response, refusal: Problem): string | undefined {
  if (!SCIM_PATH.test(request.path)) return undefined;
  response.type(SCIM_TYPE);
  const scimType = TYPES[refusal.code];
  const body = { schemas: [SCHEMA.error], status: String(refusal.status), ...(scimType ? { scimType } : {}) };
  return JSON.stringify({ ...body, detail: refusal.message });
}
