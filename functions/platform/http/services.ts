import { identityProviders } from '../../login/service/identity/identity-providers.ts';
import { loginRepositories } from '../../login/service/login-repositories.ts';
import { type LogRowsWriter, logRowsWriter } from '../../logs/store/log-rows-writer.ts';
import type { Config } from '../settings/config.ts';
import type { World } from '../world.ts';
import type { Services } from './api.ts';
import { repositories } from './repositories.ts';

/** What endpoints and steps of a tenant may use. */
export interface ServicesOf {
  (tenant: string): Services;
  /** Resolves when the lines that were logged so far are stored: before a process ends or is frozen. */
  linesStored(): Promise<void>;
  /** Answers every request that waits for something to happen, now and from now on: before a process ends. */
  endWaits(): void;
}

/** Makes the services of a tenant, once; what they log is kept among the tenant's log rows as well (interface 2.8). */
export function servicesFor(world: World, config: Config): ServicesOf {
  const login = { ...loginRepositories(world, config), identityProviders: identityProviders(world, config) };
  const made = new Map<string, Services>();
  const writers: LogRowsWriter[] = [];
  let isStopping = false;

  function servicesOf(tenant: string): Services {
    const present = made.get(tenant);
    if (present) return present;
    const stored = repositories(world, tenant, config);
    const writer = logRowsWriter(world, config.logPipeline ? config.logLevel : 'SILENT', stored.logRows.append);
    writers.push(writer);
    const services = { ...world, ...login, ...stored, log: writer.log, config };
    made.set(tenant, services);
    if (isStopping) stored.evaluation.endWaits();
    return services;
  }
  return Object.assign(servicesOf, {
    linesStored: async () => void (await Promise.all(writers.map(({ settled }) => settled()))),
    endWaits() {
      isStopping = true;
      for (const { evaluation } of made.values()) evaluation.endWaits();
    },
  });
}
