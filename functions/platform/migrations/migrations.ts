import { applicationSettings } from './002-application-settings.ts';
import { channelAddressKey } from './003-channel-address-key.ts';
import type { Migration } from './migration.ts';

/** Every migration, in the order of its version: 2, 3, 4, … Version 1 is what 0.1.0 wrote. */
export const MIGRATIONS: readonly Migration[] = [applicationSettings, channelAddressKey];
