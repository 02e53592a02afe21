import { ANGULAR_RULES } from './rules/by-hand.js';

/**
 * Whether a rule of ESLint is about accessibility: those of the plugins for JSX, Vue, Svelte and web components, and of
 * the templates of Angular, some of which are about other things.
 */
export const isLintRule = (ruleId: string): boolean =>
  PLUGINS.test(ruleId) ||
  (ANGULAR.test(ruleId) && Object.hasOwn(ANGULAR_RULES, ruleId.replace(ANGULAR, '').replace(/^accessibility-/, '')));

const PLUGINS =
  /^(?:(?:@[\w.-]+\/|astro\/)?(?:jsx-a11y|jsx-a11y-x|vuejs-accessibility|lit-a11y|react-native-a11y|styled-components-a11y)\/|svelte\/a11y-)/;

const ANGULAR = /^@angular-eslint\/template\//;

/** What ESLint reports in place of a rule that is configured but of a plugin that is not there. */
export const isMissingRule = (message: string | undefined): boolean =>
  /^Definition for rule '.*' (was )?not found/.test(message ?? '');

/** What a rule of ESLint is called now: Angular's plugin had a prefix for those about accessibility until version 16. */
export const presentLintRule = (ruleId: string): string =>
  ruleId.replace(/^(@angular-eslint\/template\/)accessibility-/, '$1');
