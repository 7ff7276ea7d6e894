import * as v from 'valibot';
import { rateWindows } from '../../platform/table/rate-windows.ts';
import type { World } from '../../platform/world.ts';
import { invitationMail } from '../domain/invitation-mail.ts';
import { isExpired, type Membership } from '../domain/membership.ts';
import type { LoginPepper } from '../store/login-pepper.ts';
import { noteInvitationMail } from '../store/note-invitation-mail.ts';
import type { Users } from '../store/users.ts';

const DAY_MS = 86_400_000;
/** Invitations that are mailed to one address a day, by all tenants together, so that no address is flooded. */
const ADDRESS_LIMITS = [{ max: 3, windowMs: DAY_MS }];
/** Invitations that one tenant mails a day. */
const TENANT_LIMITS = [{ max: 200, windowMs: DAY_MS }];

/** Addresses in messages are sealed as those of code requests are, whose sealing the same functions may use. */
const CONTEXT = { tenant: 'system', subject: 'code-requests', field: 'invitation' };

/** The queued message of an invitation. */
export const InvitationRequest = v.object({
  invitation: v.object({
    tenant: v.string(),
    /** When the invitation ends, epoch ms: a later invitation of the address has another end. */
    until: v.number(),
    /** The user name, sealed. */
    sealed: v.string(),
  }),
});
export type InvitationRequest = v.InferOutput<typeof InvitationRequest>;

/** Hands the mails of invitations to the queue: no request waits for a mail server. */
export function invitationMails({
  table,
  queue,
  keys,
  now,
  newId,
  pepper,
}: Pick<World, 'table' | 'queue' | 'keys' | 'now' | 'newId'> & { pepper: LoginPepper }) {
  const windows = rateWindows({ table, now, newId });

  return {
    /** Counts a mail; returns how long none may go to this address, or from this tenant, in ms. */
    async take({ userName, tenant }: Pick<Membership, 'userName' | 'tenant'>): Promise<number> {
      const ofAddress = await windows.take(`INVITATION#${await pepper.digestOf(userName)}`, ADDRESS_LIMITS);
      // An address that exceeds its own limit does not use up that of the tenant.
      const token = 'takenAt' in ofAddress ? await windows.take(`INVITATIONS#${tenant}`, TENANT_LIMITS) : ofAddress;
      return 'fullForMs' in token ? token.fullForMs : 0;
    },

    /** Durable when resolved. A fault is noted, so that a repeated request enqueues the mail. */
    async enqueue(invited: Membership, until: number): Promise<void> {
      const { userName, tenant } = invited;
      try {
        const sealed = await keys.seal(userName, CONTEXT);
        const message: InvitationRequest = { invitation: { tenant, until, sealed } };
        await queue.send(message);
      } catch (fault) {
        await noteInvitationMail({ table, pepper }, invited, { state: 'failed', at: now() });
        throw fault;
      }
    },
  };
}

export type InvitationAnswers = ReturnType<typeof invitationAnswers>;

/** The other end of the queue: mails invitations. */
export function invitationAnswers({
  table,
  keys,
  mail,
  log,
  now,
  pepper,
  users,
  config,
}: Pick<World, 'table' | 'keys' | 'mail' | 'log' | 'now'> & {
  pepper: LoginPepper;
  users: Pick<Users, 'find'>;
  config: { publicUrl: string };
}) {
  const note = (invited: Membership, state: 'sent' | 'failed') =>
    noteInvitationMail({ table, pepper }, invited, { state, at: now() });

  return {
    /**
     * Mails an invitation, unless it was withdrawn, accepted, replaced or mailed since. Whether the mail server took it
     * is shown to administrators; a fault is thrown on, so that the queue tries again.
     */
    async answer({ invitation: { tenant, until, sealed } }: InvitationRequest): Promise<void> {
      const userName = await keys.open(sealed, CONTEXT);
      const user = { user: await pepper.digestOf(userName) };
      const invited = await users.find(userName, tenant);
      const isCurrent = invited?.state === 'invited' && invited.invitedUntil === until && !isExpired(invited, now());
      if (!isCurrent || invited.invitationMail?.state === 'sent')
        return log.info('invitation mail', { ...user, outcome: 'DROPPED' });
      try {
        await mail.send(invitationMail(invited, until, config.publicUrl));
      } catch (fault) {
        await note(invited, 'failed');
        throw fault;
      }
      await note(invited, 'sent');
      log.info('invitation mail', { ...user, outcome: 'MAILED' });
    },
  };
}
