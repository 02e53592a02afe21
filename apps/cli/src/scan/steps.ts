import { readFileSync } from 'node:fs';
import { LocalFault } from '../faults.js';
import { keepSecret } from '../printable.js';

/** An element as assistive technology knows it. */
export interface AccessibleElement {
  /** Undefined: what can be filled in. */
  role?: string;
  name: string;
}

/** A step of signing in. */
export type Step =
  | { kind: 'open'; url: string }
  /** `secretAt`: origins where it may be filled in; without it those of the scan. */
  | { kind: 'fill'; element: AccessibleElement; text: string; isSecret: boolean; secretAt?: readonly string[] }
  | { kind: 'click'; element: AccessibleElement }
  | { kind: 'expect'; text: string }
  | { kind: 'expect'; url: string }
  | { kind: 'expect'; element: AccessibleElement };

/** How to sign in. */
export interface SignInSteps {
  steps: Step[];
  /** Where secrets may be filled in, beside the sites that are scanned. */
  origins: string[];
}

const MOST_STEPS = 20;

/**
 * Reads the file of `--sign-in`: `{ "steps": [...], "origins": [...] }`. Secrets are names of variables, so that the
 * file holds none.
 * @throws LocalFault that names the step at fault
 */
export function readSteps(file: string, env: NodeJS.ProcessEnv): SignInSteps {
  const fault = (text: string): LocalFault => new LocalFault(`--sign-in: ${file} ${text}.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw fault(`cannot be read: ${(error as Error).message}`);
  }
  const { steps, origins = [], ...others } = (isObject(content) ? content : {}) as Record<string, unknown>;
  if (!Array.isArray(steps) || Object.keys(others).length > 0) throw fault('must be { "steps": […], "origins": […] }');
  if (steps.length === 0 || steps.length > MOST_STEPS) throw fault(`must have from 1 to ${MOST_STEPS} steps`);
  if (!Array.isArray(origins) || !origins.every(isOrigin)) throw fault('must have origins such as https://id.example');
  return { steps: stepsIn(steps, (name) => secretIn(name, env), fault), origins };
}

/** What a step fills in that nobody may read, and where alone. */
export interface Secret {
  value: string;
  origins?: readonly string[];
}

/**
 * Reads steps.
 * @param secretOf the secret of a name; throws where there is none
 * @param fault makes an error of a clause
 */
export function stepsIn(
  steps: readonly unknown[],
  secretOf: (name: string) => Secret,
  fault: (text: string) => Error,
): Step[] {
  const read = steps.map((step, index) => {
    try {
      return stepIn(step, secretOf);
    } catch (error) {
      throw fault(`has an error in step ${index + 1}: ${(error as Error).message}`);
    }
  });
  if (read[0]!.kind !== 'open') throw fault('must begin with { "open": { "url": … } }');
  return read;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOrigin = (text: unknown): text is string =>
  typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text;

const FORMS: Readonly<Record<Step['kind'], readonly string[]>> = {
  open: ['url'],
  fill: ['label', 'role', 'name', 'text', 'secret'],
  click: ['role', 'name'],
  expect: ['text', 'url', 'role', 'name'],
};

function stepIn(step: unknown, secretOf: (name: string) => Secret): Step {
  const [[kind, fields] = [], ...otherKinds] = isObject(step) ? Object.entries(step) : [];
  if (kind === undefined || otherKinds.length > 0 || !(kind in FORMS) || !isObject(fields))
    throw new Error(`it must be one of ${Object.keys(FORMS).join(', ')}, with an object`);
  const names = FORMS[kind as Step['kind']];
  const wrong = Object.entries(fields).find(([name, value]) => !names.includes(name) || !isFilled(value));
  if (wrong) throw new Error(`"${wrong[0]}" must be one of ${names.join(', ')} with a string value`);
  const { label, role, name, text, secret, url } = fields as Partial<Record<string, string>>;
  const named = role !== undefined && name !== undefined ? { role, name } : undefined;
  switch (kind as Step['kind']) {
    case 'open':
      if (url === undefined) throw new Error('open requires url');
      return { kind: 'open', url };
    case 'fill': {
      const element = label === undefined ? named : { name: label };
      if (!element || (text === undefined) === (secret === undefined))
        throw new Error('fill requires label, or role and name, and either text or secret');
      if (text !== undefined) return { kind: 'fill', element, text, isSecret: false };
      const { value, origins } = secretOf(secret!);
      return { kind: 'fill', element, text: value, isSecret: true, ...(origins ? { secretAt: origins } : {}) };
    }
    case 'click':
      if (!named) throw new Error('click requires role and name');
      return { kind: 'click', element: named };
    case 'expect':
      if (named) return { kind: 'expect', element: named };
      if (url !== undefined) return { kind: 'expect', url };
      if (text !== undefined) return { kind: 'expect', text };
      throw new Error('expect requires text, or url, or role and name');
  }
}

const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== '';

function secretIn(variable: string, env: NodeJS.ProcessEnv): Secret {
  const value = env[variable];
  if (!value) throw new Error(`the variable ${variable} is not set`);
  keepSecret(value);
  return { value };
}
