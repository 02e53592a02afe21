import type { Records } from './records.js';

/** Where the service under test answers. */
export const base = process.env['CONSOLE_BASE'] ?? '';

/** What there is for all tests to look at; what they change they make themselves. */
export const records = JSON.parse(process.env['CONSOLE_RECORDS'] ?? '{"names":{}}') as Records;
