import { installApplication, installedVersions } from '../applications/install-application.ts';
import type { LivingApplication } from './living-application.ts';

/** A package of npm with its lock file in a folder of that name beside this file, installed where it is first used. */
export function npmPackage(name: string): {
  source: Pick<LivingApplication, 'name' | 'from' | 'missing' | 'version'>;
  folder(): string;
} {
  return {
    folder: () => installApplication({ name }, import.meta.dirname),
    source: {
      name,
      from: 'npm',
      missing: () => null,
      version: () => installedVersions({ name }, import.meta.dirname),
    },
  };
}
