import { analysis } from '../analysis/capability.ts';
import { applications } from '../applications/capability.ts';
import { arex } from '../arex/capability.ts';
import { compare } from '../compare/capability.ts';
import { console } from '../console/capability.ts';
import { evaluation } from '../evaluation/capability.ts';
import { findings } from '../findings/capability.ts';
import { login } from '../login/capability.ts';
import { logs } from '../logs/capability.ts';
import { mocks } from '../mocks/capability.ts';
import { noise } from '../noise/capability.ts';
import { notifications } from '../notifications/capability.ts';
import type { Capability } from '../platform/capability.ts';
import { recordings } from '../recordings/capability.ts';
import { replay } from '../replay/capability.ts';
import { report } from '../report/capability.ts';
import { trials } from '../trials/capability.ts';

/** Every capability, from the lowest to the highest. */
export const CAPABILITIES: readonly Capability[] = [
  login,
  applications,
  recordings,
  logs,
  compare,
  mocks,
  replay,
  trials,
  findings,
  noise,
  analysis,
  notifications,
  report,
  arex,
  evaluation,
  console,
];
