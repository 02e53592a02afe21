import { MODULES, type ModuleName } from '../../accounts/organizations/modules.js';
import { isRequired, switchModule } from './modules.js';

const REQUIRED: ModuleName[] = ['core', 'organizations', 'teams', 'products'];

test.each<[string, ModuleName[], ModuleName, boolean, ModuleName[]]>([
  ['on brings what it needs', REQUIRED, 'testing', true, [...REQUIRED, 'issues', 'testing']],
  ['off takes what needs it', [...MODULES], 'issues', false, [...REQUIRED, 'audits', 'changes']],
  ['on again changes nothing', [...MODULES], 'audits', true, [...MODULES]],
  ['off again changes nothing', REQUIRED, 'audits', false, REQUIRED],
])('%s', (_name, enabled, module, on, expected) => {
  expect(switchModule(enabled, module, on)).toEqual(expected);
});

test.each(MODULES.map((module) => [module, REQUIRED.includes(module)] as const))(
  '%s is required: %p',
  (module, required) => {
    expect(isRequired(module)).toBe(required);
  },
);
