import { execFileSync } from 'node:child_process';
import { ROOT } from './root.ts';

/**
 * The packages of the project as a CycloneDX document (ECMA-424), by `npm sbom`. Without its serial number and time,
 * which differ each time.
 */
export function softwareList(): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const text = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const { serialNumber, metadata, ...document } = JSON.parse(text);
  const { timestamp, ...facts } = metadata;
  return `${JSON.stringify({ ...document, metadata: facts }, null, 2)}\n`;
}
