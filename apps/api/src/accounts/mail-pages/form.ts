import { html, type Html } from './html.js';
import type { FormError } from './html-page.js';

/** A field of a form. */
export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  /** What browsers and password managers fill in. */
  autocomplete: string;
  hint?: string;
  /** The initial value; never a password. */
  value?: string;
  /** Read-only: shown to people and password managers. */
  fixed?: boolean;
}

/** A box that may be ticked; it is not posted otherwise. */
export interface Box {
  name: string;
  label: string;
  hint: Html;
}

/** A form with visible and hidden fields; it is posted to the URL of its page. */
export interface PageForm {
  hidden: Readonly<Record<string, string | undefined>>;
  fields?: readonly Field[];
  box?: Box;
  button: string;
  /** A secondary action. */
  secondary?: boolean;
  errors?: readonly FormError[];
}

/** A form with its labels, hints and errors, each tied to its field. */
export function renderForm({ hidden, fields = [], box, button, secondary = false, errors = [] }: PageForm): Html {
  return html`<form method="post" novalidate>
    ${Object.entries(hidden).map(
      ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${fields.map((field) =>
      renderField(
        field,
        errors.filter((error) => error.field === field.name).map(({ message }) => message),
      ),
    )}
    ${box && renderBox(box)}
    <button type="submit" ${secondary && html`class="quiet"`}>${button}</button>
  </form>`;
}

const renderBox = ({ name, label, hint }: Box): Html =>
  html`<div class="field">
    <input id="${name}" name="${name}" type="checkbox" value="yes" autocomplete="off" aria-describedby="${name}-hint" />
    <label for="${name}">${label}</label>
    <div class="hint" id="${name}-hint">${hint}</div>
  </div>`;

function renderField(
  { name, label, type = 'text', autocomplete, hint, value, fixed }: Field,
  errors: readonly string[],
): Html {
  const wrong = errors.length > 0;
  const described = [hint !== undefined && `${name}-hint`, wrong && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field${wrong && ' invalid'}">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${wrong && html`<p class="error" id="${name}-error">Error: ${errors.join(' ')}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      ${fixed ? html`readonly` : html`required`}
      ${value !== undefined && html`value="${value}"`}
      ${type !== 'password' && html`autocapitalize="none" spellcheck="false"`}
      ${described !== '' && html`aria-describedby="${described}"`}
      ${wrong && html`aria-invalid="true"`}
    />
  </div>`;
}
