import * as v from 'valibot';
import type { Json } from '../../platform/json.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { keyName } from './key-name.ts';

/** What happens to a downstream call that no recorded call answers. */
export const ON_MISS = ['fail', 'passThrough', 'default'] as const;
/** Whether a recorded answer is given again: to reads and health checks, never, or always. */
const REUSE = ['reads', 'never', 'always'] as const;
/**
 * How calls find their request: `auto` by the replay id for targets that the application has called with it, else as
 * `headers`; `headers` by the replay id, the trace id or the application; `replayId` by the replay id alone; `single`
 * as the only one under way.
 */
const CORRELATIONS = ['auto', 'headers', 'replayId', 'single'] as const;
/** When a recorded answer is given: at once, or after the recorded time. */
const REPLAY_LATENCIES = ['none', 'recorded'] as const;

/** What comes from a body or the table is JSON. */
const AnyJson = v.unknown() as v.GenericSchema<unknown, Json>;

const TargetSettings = v.object({
  onMiss: v.optional(v.picklist(ON_MISS)),
  /** Any JSON: the answer of `default`. */
  response: v.optional(AnyJson),
  /** Where the mock gateway forwards calls that are made for real. */
  address: v.optional(v.string()),
  reuse: v.optional(v.picklist(REUSE)),
});
export type TargetSettings = v.InferOutput<typeof TargetSettings>;

/** How replays answer downstream calls of an application (docs/downstream-calls.md). */
export const MockSettings = v.object({
  correlation: v.picklist(CORRELATIONS),
  replayLatency: v.picklist(REPLAY_LATENCIES),
  onMiss: v.picklist(ON_MISS),
  /** By the names of targets. */
  targets: v.record(v.string(), TargetSettings),
  /**
   * Addresses of `targets` that an administrator set although they are not allowed targets. Absent in rows of earlier
   * versions, whose addresses all count as such.
   */
  administratorAddresses: v.optional(v.array(v.string())),
});
export type MockSettings = v.InferOutput<typeof MockSettings>;

/** The settings of an application that has none. */
export const DEFAULT_MOCKS: MockSettings = {
  correlation: 'auto',
  replayLatency: 'none',
  onMiss: 'fail',
  targets: {},
};

/** Maximum targets of an application that have settings. @internal */
export const MAX_MOCK_TARGETS = 100;
/** Maximum bytes of the default responses of an application, as JSON. @internal */
export const MAX_DEFAULT_RESPONSES = 64 * 1024;

/** The address of a target; credentials have no place in it, as readers of settings see it. */
const Address = v.pipe(v.string(), v.maxLength(2048), v.check(isAddress));

/** The member `mocks` of a change of settings. `targets` replaces all targets. */
export const MockChange = v.nullish(
  v.object({
    correlation: v.nullish(v.picklist(CORRELATIONS)),
    replayLatency: v.nullish(v.picklist(REPLAY_LATENCIES)),
    onMiss: v.nullish(v.picklist(ON_MISS)),
    targets: v.nullish(
      v.pipe(
        v.record(
          keyName(256),
          v.strictObject({
            onMiss: v.optional(v.picklist(ON_MISS)),
            response: v.optional(AnyJson),
            address: v.optional(Address),
            reuse: v.optional(v.picklist(REUSE)),
          }),
        ),
        v.check((targets) => Object.keys(targets).length <= MAX_MOCK_TARGETS),
        v.check(
          (targets) =>
            Buffer.byteLength(JSON.stringify(Object.values(targets).map(({ response }) => response ?? null))) <=
            MAX_DEFAULT_RESPONSES,
        ),
      ),
    ),
  }),
);

/** The settings after a change. */
export function changedMocks(
  current: MockSettings,
  change: v.InferOutput<typeof MockChange>,
): Result<MockSettings, 'INVALID_SETTINGS'> {
  const targets = change?.targets ?? current.targets;
  const onMiss = change?.onMiss ?? current.onMiss;
  if (Object.values(targets).some((target) => target.onMiss === 'default' && target.response === undefined))
    return refuse('INVALID_SETTINGS', 'mocks.targets has a target with onMiss default and no response');
  return accept({
    correlation: change?.correlation ?? current.correlation,
    replayLatency: change?.replayLatency ?? current.replayLatency,
    onMiss,
    targets,
  });
}

/** Why calls may be made for real to an address; null if they may not. */
export type CallRight = 'target' | 'administrator' | null;

/**
 * The settings after a change with the addresses that are not allowed targets; null if the caller may not set one of
 * them.
 */
export function withAdministratorAddresses(
  before: MockSettings,
  after: MockSettings,
  rightTo: (address: string) => CallRight,
): MockSettings | null {
  const all = Object.entries(after.targets).flatMap(([name, { address }]) =>
    address === undefined ? [] : [{ address, isStored: address === addressOf(before, name) }],
  );
  if (all.some(({ address, isStored }) => !isStored && rightTo(address) === null)) return null;
  const set = all.filter(({ address, isStored }) =>
    isStored ? isOfAdministrator(before, address) : rightTo(address) === 'administrator',
  );
  const { administratorAddresses: _, ...rest } = after;
  return all.length === 0 ? rest : { ...rest, administratorAddresses: [...new Set(set.map(({ address }) => address))] };
}

/** Where the gateway forwards calls to a target that are made for real. */
export const addressOf = ({ targets }: MockSettings, target: string): string | undefined =>
  Object.hasOwn(targets, target) ? targets[target]?.address : undefined;

/** Whether an administrator set the address, so that it need not be an allowed target. */
export const isOfAdministrator = ({ administratorAddresses }: MockSettings, address: string): boolean =>
  administratorAddresses?.includes(address) ?? true;

/** What happens to a call to a target that nothing answers; `fail` where no default response is set. */
export function missOf(
  { onMiss, targets }: MockSettings,
  target: string,
): Pick<TargetSettings, 'response'> & { onMiss: MockSettings['onMiss'] } {
  const own = Object.hasOwn(targets, target) ? targets[target] : undefined;
  const wanted = own?.onMiss ?? onMiss;
  if (wanted !== 'default') return { onMiss: wanted };
  return own?.response === undefined ? { onMiss: 'fail' } : { onMiss: 'default', response: own.response };
}

/** Whether recorded answers of a target are given again. */
export const reuseOf = ({ targets }: MockSettings, target: string): NonNullable<TargetSettings['reuse']> =>
  (Object.hasOwn(targets, target) ? targets[target]?.reuse : undefined) ?? 'reads';

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.host !== '' && url.username === '' && url.password === '';
}
