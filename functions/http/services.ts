import type { Config } from '../config.ts';
import { loginRepositories } from '../repositories/login-repositories.ts';
import { repositories } from '../repositories/repositories.ts';
import type { World } from '../world.ts';
import type { Services } from './api.ts';

/** What endpoints and steps of a tenant may use; made once per tenant. */
export function servicesFor(world: World, config: Config): (tenant: string) => Services {
  const login = loginRepositories(world, config);
  const made = new Map<string, Services>();
  return (tenant) => {
    const present = made.get(tenant);
    if (present) return present;
    const services = { ...world, ...login, ...repositories(world, tenant, config), config };
    made.set(tenant, services);
    return services;
  };
}
