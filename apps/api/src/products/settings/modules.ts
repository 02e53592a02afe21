import { MODULES, type ModuleName } from '../../accounts/organizations/modules.js';

/** Which modules each optional module needs. */
const NEEDS: Readonly<Partial<Record<ModuleName, ModuleName[]>>> = {
  issues: ['products'],
  audits: ['products'],
  testing: ['products', 'issues'],
  risks: ['products', 'issues'],
  changes: ['products'],
  conformance: ['products', 'audits', 'issues'],
};

const REQUIRED: readonly ModuleName[] = ['core', 'organizations', 'teams', 'products'];

/** Whether a module can be switched off. */
export const isRequired = (module: ModuleName): boolean => REQUIRED.includes(module);

/**
 * The enabled modules after switching one: enabling also enables what it needs, disabling also disables what needs it.
 */
export function switchModule(enabled: readonly ModuleName[], module: ModuleName, on: boolean): ModuleName[] {
  const touched = on
    ? [module, ...(NEEDS[module] ?? [])]
    : MODULES.filter((other) => other === module || NEEDS[other]?.includes(module));
  return MODULES.filter((name) => (touched.includes(name) ? on : enabled.includes(name)) || isRequired(name));
}
