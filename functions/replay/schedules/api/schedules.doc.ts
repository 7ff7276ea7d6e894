import * as v from 'valibot';
import {
  answers,
  badParameterDoc,
  docs,
  json,
  named,
  type ParameterDocs,
  refusal,
} from '../../../platform/http/documents/endpoint-doc.ts';
import { lists } from '../../../platform/http/documents/shown-schemas.ts';
import { MAX_SCHEDULE_BYTES, ScheduleBody } from '../domain/parse-schedule.ts';
import { MAX_SCHEDULES } from '../domain/schedule.ts';
import { SCHEDULE_EXAMPLE, SCHEDULE_EXAMPLE_ID, SCHEDULE_TO_SAVE_EXAMPLE, ShownSchedule } from './shown-schedule.ts';

const Shown = named('Schedule', ShownSchedule);

/** The parts of the paths of one schedule. */
export const SCHEDULE_PARTS: ParameterDocs = {
  id: {
    schema: v.string(),
    description: 'Id of a schedule: 1 to 64 characters of `A-Z a-z 0-9 . _ -`, neither `.` nor `..`.',
    example: SCHEDULE_EXAMPLE_ID,
  },
};

/** The refusal of an unknown schedule. */
export const NO_SCHEDULE = refusal(404, 'NOT_FOUND', 'there is no such schedule');
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

/** What the OpenAPI document says of schedules (interface 10). */
export const scheduleDocs = docs('Schedules', {
  listSchedules: {
    summary: 'List the schedules of an application',
    description: `All of them, by id: at most ${MAX_SCHEDULES}.`,
    responses: lists(Shown, SCHEDULE_EXAMPLE),
    refusals: [badParameterDoc('appId')],
  },
  readSchedule: {
    summary: 'Read a schedule',
    params: SCHEDULE_PARTS,
    responses: answers(Shown, SCHEDULE_EXAMPLE),
    refusals: [NO_SCHEDULE],
  },
  createSchedule: {
    summary: 'Create or change a schedule',
    description: `Changes the schedule with the \`id\` of the body. Without an \`id\`, the service creates a schedule with a new id. ${SEMANTICS}`,
    request: json(named('ScheduleToSave', ScheduleBody), { id: SCHEDULE_EXAMPLE_ID, ...SCHEDULE_TO_SAVE_EXAMPLE }),
    responses: answers(Shown, SCHEDULE_EXAMPLE),
    refusals: SAVE_REFUSALS,
  },
  saveSchedule: {
    summary: 'Create or change the schedule with this id',
    description: `${SEMANTICS} \`{"enabled": false}\` pauses it.`,
    params: SCHEDULE_PARTS,
    request: json(named('ScheduleToSave', ScheduleBody), SCHEDULE_TO_SAVE_EXAMPLE),
    responses: answers(Shown, SCHEDULE_EXAMPLE),
    refusals: SAVE_REFUSALS,
  },
  removeSchedule: {
    summary: 'Remove a schedule',
    description: 'A run that the schedule has started continues.',
    params: SCHEDULE_PARTS,
    responses: answers(v.object({ id: v.string() }), { id: SCHEDULE_EXAMPLE_ID }),
    refusals: [NO_SCHEDULE],
  },
});
