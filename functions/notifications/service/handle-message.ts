import * as v from 'valibot';
import { CodeRequest } from '../../login/service/code-requests.ts';
import { InvitationRequest } from '../../login/service/invitation-mails.ts';
import { faultFacts } from '../../platform/fault-facts.ts';
import type { Queue, QueueMessage, World } from '../../platform/world.ts';
import { DeliveryMessage } from '../domain/delivery.ts';
import { deliver, type Notifier } from './deliver.ts';
import type { NotifierServices } from './notifier-services.ts';

export interface NotifierHost extends Notifier {
  queue: Pick<Queue, 'acknowledge' | 'deadLetter'>;
  log: World['log'];
  servicesOf(tenant: string): NotifierServices;
}

/**
 * Handles one message from the queue and acknowledges it. An unreadable message becomes a dead letter immediately.
 * After an internal error the message is not acknowledged, so that it is retried, and becomes a dead letter after the
 * fifth time. Never throws.
 */
export async function handleMessage(message: QueueMessage, host: NotifierHost, signal: AbortSignal): Promise<void> {
  const parsed = v.safeParse(DeliveryMessage, message.body);
  try {
    if (await mailed(message, host.servicesOf('default'))) return await host.queue.acknowledge(message.receipt);
    if (!parsed.success) {
      host.log.error('a message in the queue is unreadable', { outcome: 'DEAD_LETTER' });
      return await host.queue.deadLetter(message);
    }
    const handled = await deliver(parsed.output, host.servicesOf(parsed.output.tenant), host, signal);
    if (handled === 'handled') await host.queue.acknowledge(message.receipt);
  } catch (fault) {
    const { planId, round, channelId } = parsed.success ? parsed.output : {};
    host.log.error('notification failed by a fault', {
      plan_id: planId,
      round,
      channel_id: channelId,
      attempt: message.receiveCount,
      ...faultFacts(fault),
    });
  }
}

/** Handles a message that asks for a mail; false if it asks for something else. */
async function mailed({ body }: QueueMessage, services: NotifierServices): Promise<boolean> {
  const code = v.safeParse(CodeRequest, body);
  const invitation = v.safeParse(InvitationRequest, body);
  if (code.success) await services.codeRequests.answer(code.output);
  if (invitation.success) await services.invitationAnswers.answer(invitation.output);
  return code.success || invitation.success;
}
