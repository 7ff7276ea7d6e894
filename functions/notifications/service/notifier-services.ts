import type { CodeAnswers } from '../../login/service/code-requests.ts';
import type { InvitationAnswers } from '../../login/service/invitation-mails.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { RateWindows } from '../../platform/table/rate-windows.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { ChannelType, Destination, WebhookFormat } from '../domain/channel-kind.ts';
import type { NotificationFacts } from '../domain/notification-facts.ts';
import type { DeliveryStore } from '../store/deliveries.ts';

/** Fields of a channel that the notifier uses (spec 2.7). */
export interface NotifiedChannel {
  id: string;
  type: ChannelType;
  format?: WebhookFormat | undefined;
  enabled: boolean;
  /** Digest of the address, equal for channels that share a receiver. */
  addressKey: string;
}

/** Services of a tenant that the notifier uses. */
export interface NotifierServices extends Pick<World, 'http' | 'log' | 'now' | 'newId'> {
  config: Pick<Config, 'publicUrl' | 'aiLanguage'>;
  /** Mails of verification codes go by the same queue. */
  codeRequests: CodeAnswers;
  /** So do mails of invitations. */
  invitationAnswers: InvitationAnswers;
  deliveries: DeliveryStore;
  rateWindows: RateWindows;
  channels: {
    find(id: string): Promise<NotifiedChannel | undefined>;
    /** Unseals the destination. Only the notifier calls it. */
    destinationOf(channel: NotifiedChannel): Promise<Destination>;
  };
  plans: {
    find(planId: string): Promise<ReplayPlan | undefined>;
    findRound(planId: string, round: number): Promise<ReplayRound | undefined>;
  };
  notificationFacts: { of(plan: ReplayPlan, round: ReplayRound): Promise<NotificationFacts> };
}
