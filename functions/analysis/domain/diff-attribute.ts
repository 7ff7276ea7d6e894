/** The attribute (spec 2.1) in which a CI may give the change between the two revisions, a unified diff, for the analysis (docs/analysis.md). */
export const DIFF_ATTRIBUTE = 'replay.vcs.diff';
