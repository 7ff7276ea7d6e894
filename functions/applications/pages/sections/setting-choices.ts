import type { SettingName } from '../../domain/changes/setting-paths.ts';

type Choices = readonly (readonly [value: string, text: string])[];

/** The settings that are one of some values, with the words of each value. */
export const SETTING_CHOICES: Readonly<Partial<Record<SettingName, Choices>>> = {
  operationNaming: [
    ['path', 'Path, such as /orders'],
    ['method-path', 'Method and path, such as GET /orders'],
  ],
  order: [
    ['auto', 'Automatic'],
    ['sessions', 'Sessions side by side'],
    ['recorded', 'As recorded, over all sessions'],
  ],
  changingRequests: [
    ['mocks', 'Send if mocks answer their calls'],
    ['both', 'Send to both, the data is separate'],
    ['leaveOut', 'Leave out'],
  ],
  credentialsFrom: [
    ['recordings', 'The recordings'],
    ['fixedHeader', 'A fixed header'],
  ],
  credentials: [
    ['seal', 'Sealed: hidden from all readers, sent by runs'],
    ['remove', 'Removed: runs cannot send them'],
    ['keep', 'Kept in clear'],
  ],
  personalData: [
    ['count', 'Counted: fields that hold some are listed'],
    ['seal', 'Sealed: each field that holds some gets a rule'],
    ['off', 'Not looked for'],
  ],
  correlation: [
    [
      'auto',
      'The request whose replay id it carries; its trace id counts for services that were never called with one',
    ],
    ['headers', 'The request whose replay id or trace id it carries'],
    ['replayId', 'The request whose replay id it carries; a trace id alone finds none'],
    ['single', 'The only request in progress: requests are sent one at a time'],
  ],
  onMiss: [
    ['fail', 'A failure'],
    ['passThrough', 'The response of the real service'],
    ['default', 'The default response of the called service, else a failure'],
  ],
  replayLatency: [
    ['none', 'None'],
    ['recorded', 'As recorded'],
  ],
};
