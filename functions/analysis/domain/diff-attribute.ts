/**
 * The attribute (spec 2.1) that may contain the change between the two revisions as a unified diff, for the analysis
 * (docs/analysis.md).
 */
export const DIFF_ATTRIBUTE = 'replay.vcs.diff';
