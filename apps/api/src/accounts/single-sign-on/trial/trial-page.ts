import type { Language } from '../../identity/preferences/preferences.dto.js';
import { html, type Html, type HtmlValue } from '../../mail-pages/html.js';
import { type HtmlPage, successPage } from '../../mail-pages/html-page.js';
import type { ProvidedPerson } from '../sign-in/provided-person.js';
import { TRIAL_WORDS, type TrialWords } from './trial-words.js';
import type { Tried } from './trials.service.js';

// What is longer says nothing more of a mapping.
const MOST_SHOWN = 100;

/** Shows what came of trying a provider. */
export function trialPage({ organization, person, outcome }: Tried, language: Language): HtmlPage {
  const words = TRIAL_WORDS[language];
  const body = html`<p>${words.nothing(organization)}</p>
    ${person && personSection(person, words)}
    <h2>${words.follows}</h2>
    ${'code' in outcome ? refusalOf(outcome, words, language) : foreseenOf(outcome, words)}
    <p>${words.close}</p>`;
  return { ...successPage(words.title, body), language };
}

const personSection = ({ subject, email, name, groups, attributeNames }: ProvidedPerson, words: TrialWords): Html =>
  html`<h2>${words.providerData}</h2>
    <dl>
      ${entry(words.subject, subject)}${entry(words.email, email ?? words.none)}${entry(words.name, name)}
      ${entry(words.groups, listOf(groups, words))}${entry(words.attributeNames, listOf(attributeNames, words))}
    </dl>`;

const foreseenOf = (
  { origin, joins, role, team }: Exclude<Tried['outcome'], { code: string }>,
  words: TrialWords,
): Html =>
  html`<dl>
    ${entry(words.account, words.origins[origin])}${entry(words.membership, joins ? words.joins : words.stays)}
    ${entry(words.role, words.roles[role])}${entry(words.team, team ?? words.none)}
  </dl>`;

function refusalOf({ code, message }: { code: string; message: string }, words: TrialWords, language: Language): Html {
  const translated = words.refusals[code];
  const why =
    translated === undefined && language !== 'en'
      ? html`<p lang="en">${message}</p>`
      : html`<p>${translated ?? message}</p>`;
  return html`<p><strong>${words.refused}</strong></p>
    ${why}
    <dl>${entry(words.code, html`<code>${code}</code>`)}</dl>`;
}

const entry = (term: string, value: HtmlValue): Html =>
  html`<dt>${term}</dt>
    <dd>${typeof value === 'string' ? html`<bdi>${value}</bdi>` : value}</dd>`;

const listOf = (values: readonly string[], words: TrialWords): HtmlValue =>
  values.length === 0
    ? words.none
    : html`<ul>
        ${values.slice(0, MOST_SHOWN).map((value) => html`<li><bdi>${value}</bdi></li>`)}
        ${values.length > MOST_SHOWN && html`<li>+ ${values.length - MOST_SHOWN}</li>`}
      </ul>`;
