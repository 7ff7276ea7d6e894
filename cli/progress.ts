import cliProgress from 'cli-progress';

/** Shows the progress of an operation. */
export interface Progress {
  /** `part`: 0 to 1. */
  show(part: number, phase: string): void;
  end(): void;
}

/** Shows a bar on a terminal; elsewhere writes a line at each new tenth or phase. */
export const openProgress = (stream: NodeJS.WriteStream): Progress => (stream.isTTY ? bar(stream) : lines(stream));

function bar(stream: NodeJS.WriteStream): Progress {
  const shown = new cliProgress.SingleBar(
    { format: '{bar} {percentage} %  {phase}', stream, hideCursor: true, gracefulExit: false },
    cliProgress.Presets.shades_classic,
  );
  shown.start(100, 0, { phase: '' });
  return {
    show: (part, phase) => shown.update(Math.floor(part * 100), { phase }),
    end: () => shown.stop(),
  };
}

function lines(stream: NodeJS.WriteStream): Progress {
  let last = '';
  return {
    show: (part, phase) => {
      const step = `${Math.floor(part * 10) * 10} %  ${phase}`;
      if (step !== last) stream.write(`${step}\n`);
      last = step;
    },
    end: () => {},
  };
}
