import { scriptedDriver } from '../../../src/agent/scripted/driver.ts';
import { ROLES } from '../../../src/run/role.ts';
import { driverContract } from '../contract.ts';

driverContract({
  name: 'scripted',
  cannot: { cut: 'it has no model' },
  driverThat: steps =>
    scriptedDriver(Object.fromEntries(ROLES.map(role => [role, { '*': [steps] }])), {
      limits: { graceMs: 100 },
    }),
});
