import type { Endpoint } from '../../platform/http/api.ts';
import type { ChannelServices } from '../composition.ts';
import { deleteChannel } from './delete-channel.ts';
import { listChannels } from './list-channels.ts';
import { saveChannel } from './save-channel.ts';
import { testChannel } from './test-channel.ts';

/** Endpoints of notification channels (spec 4.4). */
export const endpoints: readonly Endpoint<ChannelServices>[] = [listChannels, saveChannel, deleteChannel, testChannel];
