import { ARM64_NODE, fetchArm64Node } from './arm64-node.ts';
import { type NodeBuild, X64_NODE } from './build-executables.ts';

/**
 * The Nodes that a release has executables of, in a folder for temporary files, and a sentence for each that npm did
 * not fetch.
 */
export function nodeBuilds(work: string, fetch = fetchArm64Node): { nodes: NodeBuild[]; leftOut: string[] } {
  const x64: NodeBuild = { arch: 'x64', folder: X64_NODE };
  const fetched = fetch(work);
  if ('folder' in fetched) return { nodes: [x64, { arch: 'arm64', folder: fetched.folder }], leftOut: [] };
  return { nodes: [x64], leftOut: [withoutArm64(fetched.fault)] };
}

const withoutArm64 = (fault: string): string =>
  `replay-linux-arm64 is left out: npm did not fetch ${ARM64_NODE.name}@${ARM64_NODE.version} (${fault}). ` +
  'To build it, run `npm run release` again where the registry of npm answers.';
