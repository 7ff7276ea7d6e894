import { matchBatch } from './match-batch.ts';
import { matchDownstreamCall } from './match-call.ts';
import { noteUnanswered } from './note-unanswered.ts';
import { recordedCalls } from './recorded-calls.ts';
import { replayFacts } from './replay-facts.ts';
import { readReplayKeys, rotateReplayKeys } from './replay-keys.ts';
import { reportCalls } from './report-calls.ts';
import { reportStartupCalls } from './startup-calls.ts';

/** Endpoints of this capability. */
export const endpoints = [
  matchDownstreamCall,
  matchBatch,
  noteUnanswered,
  replayFacts,
  readReplayKeys,
  rotateReplayKeys,
  recordedCalls,
  reportCalls,
  reportStartupCalls,
] as const;
