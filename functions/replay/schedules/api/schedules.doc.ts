import * as v from 'valibot';
import {
  badParameterDoc,
  type EndpointDoc,
  json,
  named,
  type ParameterDocs,
  refusal,
} from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { listExample, listOf, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { MAX_SCHEDULE_BYTES, ScheduleBody } from '../domain/read-schedule.ts';
import { MAX_SCHEDULES, ScheduledTrigger } from '../domain/schedule.ts';

/** The id in the examples. @internal */
export const SCHEDULE_EXAMPLE_ID = 'nightly';

const Shown = named(
  'Schedule',
  v.object({
    id: v.string(),
    cron: v.string(),
    timeZone: v.string(),
    enabled: v.boolean(),
    notify: v.pipe(v.boolean(), v.description('Whether channels receive the results of its runs.')),
    ...v.omit(ScheduledTrigger, ['attributes']).entries,
    thresholdConfigured: v.pipe(
      v.boolean(),
      v.description('Whether a required pass rate is set; no answer contains its value.'),
    ),
    attributes: v.nullable(v.record(v.string(), v.unknown())),
    nextRunAt: v.pipe(v.nullable(Time), v.description('null while the schedule is paused.')),
    lastRunAt: v.pipe(v.nullable(Time), v.description('When the last run started.')),
    lastPlanId: v.nullable(v.string()),
    lastError: v.pipe(
      v.nullable(v.object({ errorCode: v.string(), errorMessage: v.string(), at: Time })),
      v.description(
        'Why the last run did not start: a code of the trigger (`ReplayTriggerAnswer`), or INTERNAL_ERROR, after which the service tries again. null once a run has started.',
      ),
    ),
    createdAt: Time,
    updatedAt: Time,
  }),
);

const TRIGGER = {
  cron: '30 2 * * 1-5',
  timeZone: 'Europe/Berlin',
  enabled: true,
  notify: false,
  targetEnv: EXAMPLE.targetEnv,
  caseSource: 'rolling',
  caseSourceHours: 24,
};

const SHOWN_EXAMPLE = {
  id: SCHEDULE_EXAMPLE_ID,
  ...TRIGGER,
  operations: null,
  caseCountLimit: null,
  caseTags: {},
  enableMock: true,
  thresholdConfigured: false,
  attributes: null,
  nextRunAt: '2026-11-23T01:30:00.000Z',
  lastRunAt: '2026-11-20T01:30:02.000Z',
  lastPlanId: EXAMPLE.planId,
  lastError: null,
  createdAt: EXAMPLE.time,
  updatedAt: EXAMPLE.time,
};

const PARTS: ParameterDocs = {
  id: {
    schema: v.string(),
    description: 'Id of a schedule: 1 to 64 characters of `A-Z a-z 0-9 . _ -`, neither `.` nor `..`.',
    example: SCHEDULE_EXAMPLE_ID,
  },
};

const NO_SCHEDULE = refusal(404, 'NOT_FOUND', 'there is no such schedule');
const SAVE_REFUSALS = [
  badParameterDoc('appId'),
  refusal(400, 'INVALID_SCHEDULE', 'timeZone must be the name of an IANA time zone, such as Europe/Berlin'),
  refusal(409, 'TOO_MANY_SCHEDULES', `an application has at most ${MAX_SCHEDULES} schedules`),
];
const SEMANTICS = [
  'Members that are not sent keep their values. null restores the default.',
  `\`cron\` and \`targetEnv\` are required for a new schedule. \`operations\`, \`caseTags\` and \`attributes\` take at most ${MAX_SCHEDULE_BYTES / 1024} KiB in total.`,
  'Its runs are like those of a trigger with the same members: same refusals, and a stored result. Channels receive their results only with `notify: true`.',
].join(' ');

/** Documentation of the endpoint that lists schedules (interface 10). */
export const listSchedulesDoc: EndpointDoc = {
  id: 'listSchedules',
  tag: 'Schedules',
  summary: 'List the schedules of an application',
  description: `All of them, by id: at most ${MAX_SCHEDULES}.`,
  responses: { 200: json(listOf(Shown), listExample(SHOWN_EXAMPLE)) },
  refusals: [badParameterDoc('appId')],
};

/** Documentation of the endpoint that reads one schedule (interface 10). */
export const readScheduleDoc: EndpointDoc = {
  id: 'readSchedule',
  tag: 'Schedules',
  summary: 'Read a schedule',
  params: PARTS,
  responses: { 200: json(Shown, SHOWN_EXAMPLE) },
  refusals: [NO_SCHEDULE],
};

/** Documentation of the endpoint that creates a schedule (interface 10). */
export const createScheduleDoc: EndpointDoc = {
  id: 'createSchedule',
  tag: 'Schedules',
  summary: 'Create or change a schedule',
  description: `Changes the schedule with the \`id\` of the body. Without an \`id\`, the service creates a schedule with a new id. ${SEMANTICS}`,
  request: json(named('ScheduleToSave', ScheduleBody), { id: SCHEDULE_EXAMPLE_ID, ...TRIGGER }),
  responses: { 200: json(Shown, SHOWN_EXAMPLE) },
  refusals: SAVE_REFUSALS,
};

/** Documentation of the endpoint that creates or changes the schedule with an id (interface 10). */
export const saveScheduleDoc: EndpointDoc = {
  id: 'saveSchedule',
  tag: 'Schedules',
  summary: 'Create or change the schedule with this id',
  description: `${SEMANTICS} \`{"enabled": false}\` pauses it.`,
  params: PARTS,
  request: json(named('ScheduleToSave', ScheduleBody), TRIGGER),
  responses: { 200: json(Shown, SHOWN_EXAMPLE) },
  refusals: SAVE_REFUSALS,
};

/** Documentation of the endpoint that removes a schedule (interface 10). */
export const removeScheduleDoc: EndpointDoc = {
  id: 'removeSchedule',
  tag: 'Schedules',
  summary: 'Remove a schedule',
  description: 'A run that the schedule has started continues.',
  params: PARTS,
  responses: { 200: json(v.object({ id: v.string() }), { id: SCHEDULE_EXAMPLE_ID }) },
  refusals: [NO_SCHEDULE],
};
