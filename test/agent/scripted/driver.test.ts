import { scriptedDriver } from '../../../src/agent/scripted/driver.ts';
import { ROLES } from '../../../src/run/role.ts';
import { driverContract } from '../contract.ts';

driverContract({
  name: 'scripted',
  driverThat: steps =>
    scriptedDriver(Object.fromEntries(ROLES.map(role => [role, { '*': [steps] }])), {
      limits: { graceMs: 100 },
    }),
});
