/** One answer that an application got for a downstream call. */
export interface LoggedAnswer {
  replayId: string;
  /** The case whose replay it was, as the application knows it. */
  caseId: string;
  /** The case and the number of the recorded call that answered, as its response says; null for none. */
  answer: { caseId: string; n: number } | null;
}

/**
 * Checks every answer of a log: each is of the case that was replayed, none was given twice in one replay, and a replay
 * whose calls were all answered got every recording. Returns a sentence for each violation.
 */
export function checkedAnswers(log: readonly LoggedAnswer[], callsOfCase: number): string[] {
  const faults: string[] = [];
  for (const [replayId, answers] of Map.groupBy(log, (one) => one.replayId)) {
    const seen = new Set<number>();
    for (const { caseId, answer } of answers) {
      if (answer === null) faults.push(`${replayId}: a call was not answered`);
      else if (answer.caseId !== caseId) faults.push(`${replayId} of ${caseId}: an answer of ${answer.caseId}`);
      else if (seen.has(answer.n)) faults.push(`${replayId}: recording ${answer.n} answered twice`);
      else seen.add(answer.n);
    }
    if (answers.length > callsOfCase) faults.push(`${replayId}: ${answers.length} answers`);
    if (answers.length === callsOfCase && seen.size < callsOfCase) faults.push(`${replayId}: ${seen.size} recordings`);
  }
  return faults;
}
