import { join } from 'node:path';
import type { Host } from '../host.ts';

/** Where a CA is by default: `$XDG_CONFIG_HOME/replay/ca`. */
export const defaultCaFolder = ({ env, homeDirectory }: Pick<Host, 'env' | 'homeDirectory'>): string =>
  join(env.XDG_CONFIG_HOME || join(homeDirectory, '.config'), 'replay', 'ca');
