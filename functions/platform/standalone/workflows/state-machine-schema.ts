import * as v from 'valibot';
import type { Json } from '../../world.ts';

const isJson = (value: unknown): value is Json => value !== undefined;
/** Any JSON, with `{% … %}` inside; files are parsed by JSON.parse. */
const Payload = v.custom<Json>(isJson);
const Text = v.pipe(v.string(), v.nonEmpty());
const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const Positive = v.pipe(v.number(), v.integer(), v.minValue(1));
const StepPlaceholder = v.pipe(v.string(), v.regex(/^\$\{\w+\}$/));
const Expression = v.pipe(v.string(), v.regex(/^\{%[\s\S]*%\}$/));
const Variables = v.record(v.pipe(v.string(), v.regex(/^(?!states$)[A-Za-z_]\w{0,79}$/)), Payload);
const described = { Comment: v.optional(v.string()), QueryLanguage: v.optional(v.literal('JSONata')) };
const answering = { ...described, Output: v.optional(Payload) };
const ErrorEquals = v.pipe(
  v.array(Text),
  v.nonEmpty(),
  v.check((names) => !names.includes('States.ALL') || names.length === 1),
);

export const Retrier = v.strictObject({
  Comment: v.optional(v.string()),
  ErrorEquals,
  IntervalSeconds: v.optional(Positive, 1),
  BackoffRate: v.optional(v.pipe(v.number(), v.minValue(1)), 2),
  MaxAttempts: v.optional(Whole, 3),
  MaxDelaySeconds: v.optional(Positive),
  JitterStrategy: v.optional(v.picklist(['NONE', 'FULL']), 'NONE'),
});
export type Retrier = v.InferOutput<typeof Retrier>;

const Catcher = v.strictObject({
  Comment: v.optional(v.string()),
  ErrorEquals,
  Assign: v.optional(Variables),
  Output: v.optional(Payload),
  Next: Text,
});

const assigned = { ...answering, Assign: v.optional(Variables) };
const continued = { ...assigned, Next: v.optional(Text), End: v.optional(v.literal(true)) };
const guarded = {
  ...continued,
  Retry: v.optional(v.array(Retrier), []),
  Catch: v.optional(v.array(Catcher), []),
};

/** Resource of a Task that calls its step with a token and waits until the token is completed. */
export const CALLBACK = 'arn:aws:states:::lambda:invoke.waitForTaskToken';

/** Arguments of such a Task, as Step Functions passes them to Lambda. */
export const CallbackArguments = v.strictObject({ FunctionName: StepPlaceholder, Payload });

/** The supported states of Amazon States Language, with JSONata, and all of their fields. */
export const StateDefinition = v.variant('Type', [
  v.strictObject({
    ...guarded,
    Type: v.literal('Task'),
    Resource: v.union([StepPlaceholder, v.literal(CALLBACK)]),
    Arguments: v.optional(Payload),
    TimeoutSeconds: v.optional(v.union([Positive, Expression])),
  }),
  v.strictObject({
    ...guarded,
    Type: v.literal('Map'),
    Items: v.optional(v.union([Expression, v.array(Payload)])),
    ItemSelector: v.optional(Payload),
    MaxConcurrency: v.optional(v.union([Whole, Expression]), 0),
    ItemProcessor: v.unknown(),
    Label: v.optional(Text),
  }),
  v.strictObject({
    ...guarded,
    Type: v.literal('Parallel'),
    Arguments: v.optional(Payload),
    Branches: v.pipe(v.array(v.unknown()), v.nonEmpty()),
  }),
  v.strictObject({
    ...assigned,
    Type: v.literal('Choice'),
    Choices: v.pipe(
      v.array(
        v.strictObject({
          Comment: v.optional(v.string()),
          Condition: v.union([v.boolean(), Expression]),
          Assign: v.optional(Variables),
          Output: v.optional(Payload),
          Next: Text,
        }),
      ),
      v.nonEmpty(),
    ),
    Default: v.optional(Text),
  }),
  v.strictObject({
    ...continued,
    Type: v.literal('Wait'),
    Seconds: v.optional(v.union([Whole, Expression])),
    Timestamp: v.optional(Text),
  }),
  v.strictObject({ ...continued, Type: v.literal('Pass') }),
  v.strictObject({ ...answering, Type: v.literal('Succeed') }),
  v.strictObject({ ...described, Type: v.literal('Fail'), Error: v.optional(Text), Cause: v.optional(v.string()) }),
]);
export type StateDefinition = v.InferOutput<typeof StateDefinition>;

const states = { StartAt: Text, States: v.record(v.string(), v.unknown()) };

export const MachineDefinition = v.strictObject({
  ...states,
  Comment: v.optional(v.string()),
  Version: v.optional(v.literal('1.0')),
  QueryLanguage: v.literal('JSONata'),
  TimeoutSeconds: v.optional(Positive),
});

export const BranchDefinition = v.strictObject({ ...states, ...described });

export const ItemProcessorDefinition = v.strictObject({
  ...states,
  ...described,
  ProcessorConfig: v.optional(
    v.strictObject({
      Mode: v.picklist(['INLINE', 'DISTRIBUTED']),
      ExecutionType: v.optional(v.picklist(['STANDARD', 'EXPRESS'])),
    }),
  ),
});
