import { LocalFault } from '../faults.js';
import schema from './curbcut.schema.json' with { type: 'json' };

/** What `curbcut.config.json` may say; curbcut.schema.json describes each. */
export interface Config {
  url?: string;
  product?: string;
  organization?: string;
  reports?: string[];
  format?: string;
  tool?: string;
  areas?: string[];
  environment?: string;
  mainBranches?: string[];
  coverage?: string;
  sameRules?: boolean;
  failOn?: string;
  max?: number;
  out?: string[];
  comment?: boolean;
  timeout?: number;
  products?: ProductOfPath[];
  pages?: FileOfPage[];
}

/**
 * A part of the repository that is a product of its own: `path` from the configuration's folder, `reports` from `path`.
 */
export interface ProductOfPath {
  path: string;
  product: string;
  reports?: string[];
}

/** The file that pages of a path are made from: `:name` or `*` is one segment, `**` the rest. */
export interface FileOfPage {
  path: string;
  file: string;
}

export const CONFIG_FILE = 'curbcut.config.json';

interface Rule {
  type?: string;
  enum?: readonly string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Rule;
  properties?: Readonly<Record<string, Rule>>;
  required?: readonly string[];
}

const RULES: Readonly<Record<string, Rule>> = schema.properties;

/**
 * Reads a configuration by the published schema; only what that uses is understood.
 * @throws LocalFault that names the first property at fault
 */
export function readConfig(text: string, file = CONFIG_FILE): Config {
  let config: unknown;
  try {
    config = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new LocalFault(`${file} is not valid JSON: ${(error as Error).message}.`);
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw new LocalFault(`${file} must be an object.`);
  const fault = faultOfObject(config, { properties: RULES });
  if (fault) throw new LocalFault(`${file}: ${fault}.`);
  return config;
}

/** The first property that is wrong, with what is. */
function faultOfObject(object: object, { properties = {}, required = [] }: Rule): string | undefined {
  const missing = required.find((name) => !Object.hasOwn(object, name));
  if (missing) return `${missing} is missing`;
  for (const [name, value] of Object.entries(object)) {
    const rule = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const others = Object.keys(properties).filter((known) => known !== '$schema');
    const fault = rule ? faultOf(value, rule) : `is not known; allowed are ${others.join(', ')}`;
    if (fault) return `${name} ${fault}`;
  }
  return undefined;
}

/** What is wrong with a value, or nothing. */
function faultOf(value: unknown, rule: Rule): string | undefined {
  if (rule.enum) return rule.enum.includes(value as string) ? undefined : `must be one of ${rule.enum.join(', ')}`;
  if (rule.type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (rule.type === 'integer') {
    const isGood = Number.isInteger(value) && (value as number) >= rule.minimum!;
    return isGood ? undefined : `must be a whole number from ${rule.minimum}`;
  }
  if (rule.type === 'array') return faultOfList(value, rule);
  if (rule.type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? faultOfObject(value, rule)
      : 'must be an object';
  if (typeof value !== 'string') return 'must be a string';
  const length = [...value].length;
  if (length < (rule.minLength ?? 0)) return 'must not be empty';
  if (length > (rule.maxLength ?? Infinity)) return `must have at most ${rule.maxLength} characters`;
  if (rule.pattern && !new RegExp(rule.pattern, 'u').test(value)) return `has the wrong format ("${value}")`;
  return undefined;
}

function faultOfList(value: unknown, { items, minItems = 0, maxItems = Infinity }: Rule): string | undefined {
  if (!Array.isArray(value)) return 'must be a list';
  if (value.length < minItems) return 'must have at least one entry';
  if (value.length > maxItems) return `must have at most ${maxItems} entries`;
  const faulty = value.findIndex((item) => faultOf(item, items!) !== undefined);
  return faulty < 0 ? undefined : `${faulty + 1}. ${faultOf(value[faulty], items!)}`;
}
