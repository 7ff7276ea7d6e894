import * as v from 'valibot';

/**
 * The actions of the audit log: changes of rules, marks, expectations, channels, keys, users, settings, schedules,
 * hosts and online policies. `retention.applied` says what a change of the settings has deleted, `recordings.sealed`
 * how many stored recordings were sealed, and `login.tried` that one login was sent. `run.started` is noted only where
 * it was refused: runs that started are listed themselves.
 */
export const AUDIT_ACTIONS = [
  'rule.added',
  'rule.removed',
  'rules.imported',
  'suggestion.applied',
  'suggestion.reverted',
  'mark.set',
  'mark.removed',
  'expectation.added',
  'expectation.removed',
  'recordings.accepted',
  'recordings.accept-undone',
  'recording.restored',
  'recordings.sealed',
  'channel.created',
  'channel.changed',
  'channel.deleted',
  'key.made',
  'key.removed',
  'key.rotated',
  'tenant.created',
  'user.invited',
  'user.joined',
  'user.local-login',
  'user.declined',
  'user.left',
  'user.role',
  'user.disabled',
  'user.enabled',
  'user.removed',
  'user.sessions-ended',
  'settings.changed',
  'login.tried',
  'retention.applied',
  'target.allowed',
  'target.removed',
  'target.requested',
  'target.request-closed',
  'main-operations.registered',
  'badge.created',
  'badge.removed',
  'schedule.saved',
  'schedule.removed',
  'host.registered',
  'host.revoked',
  'host.key-added',
  'host.key-removed',
  'policy.created',
  'policy.changed',
  'policy.deleted',
  'run.started',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One change: its subject is identified by ids and names, never by values. */
export const AuditEntry = v.object({
  id: v.string(),
  /** Epoch ms. */
  at: v.number(),
  /** The caller's name: a user, a key, or `open-api`, which requires no credential. */
  who: v.string(),
  action: v.picklist(AUDIT_ACTIONS),
  subject: v.record(v.string(), v.union([v.string(), v.number()])),
  /**
   * What the subject is called: the name of a key or a channel, or a rule by its kind and field. Absent in entries of
   * earlier versions, and where the ids are all there is.
   */
  about: v.optional(v.string()),
  /** The caller was not allowed to: nothing was changed. Absent otherwise. */
  refused: v.optional(v.literal(true)),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;
