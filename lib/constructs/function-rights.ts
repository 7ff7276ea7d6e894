import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { FunctionUses, Sealed } from '../../functions/platform/function-uses.ts';
import type { Config } from '../../functions/platform/settings/config.ts';
import type { ChannelKey } from './channel-key.ts';
import { grantMail } from './login-access.ts';
import { grantModel } from './model-access.ts';
import type { NotificationQueue } from './notification-queue.ts';
import type { ServiceBlobs } from './service-blobs.ts';
import type { ServiceFunction } from './service-function.ts';
import { grantSealing } from './service-key.ts';
import type { ServiceTable } from './service-table.ts';
import { grantComplete, grantStart } from './workflow.ts';

/** What the ports of functions stand for. */
export interface Stores {
  readonly key: IKey;
  readonly rows: ServiceTable;
  readonly blobs: ServiceBlobs;
  readonly queue: NotificationQueue;
  readonly channelKey: ChannelKey;
  readonly config: Pick<Config, 'ai' | 'loginDomains' | 'mailFrom'>;
}

/** Lets a function do what it declares, and nothing else. */
export function grantUses({ role }: ServiceFunction, uses: FunctionUses, stores: Stores): void {
  const { key, rows, blobs, queue, channelKey, config } = stores;
  rows.grantRows(role, uses.table);
  blobs.grantBlobs(role, uses.blobs);
  if (uses.queue) {
    queue.grantSend(role);
    grantSealing(role, key, ['sqs']);
  }
  for (const machine of uses.workflows?.starts ?? []) grantStart(role, machine);
  for (const machine of uses.workflows?.completes ?? []) grantComplete(role, machine);
  for (const sealed of uses.keys?.seals ?? []) {
    if (isOfService(sealed)) channelKey.grantSealOf(role, sealed);
    else channelKey.grantSeal(role);
  }
  for (const sealed of uses.keys?.opens ?? []) {
    if (isOfService(sealed)) channelKey.grantOpenOf(role, sealed);
    else channelKey.grantOpen(role);
  }
  if (uses.model) grantModel(role, config.ai);
  if (uses.mail) grantMail(role, config);
}

/** Whether the service seals it for itself, and not for a tenant. */
const isOfService = (sealed: Sealed): boolean => sealed !== 'channels';
