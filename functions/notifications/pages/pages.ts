import type { Page } from '../../platform/http/pages/page-route.ts';
import type { ChannelServices } from '../composition.ts';
import {
  addChannel,
  changeChannel,
  channelPage,
  channelsPage,
  deleteChannel,
  newChannelPage,
  resumeChannel,
  testChannel,
} from './channels.ts';

/** Pages of notification channels. */
export const pages: readonly Page<ChannelServices>[] = [
  channelsPage,
  newChannelPage,
  addChannel,
  channelPage,
  changeChannel,
  testChannel,
  deleteChannel,
  resumeChannel,
];
