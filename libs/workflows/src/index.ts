export { atService, type CiName, type Workflow, WORKFLOWS } from './workflows.js';
