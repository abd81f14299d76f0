import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

interface CommandLine<Options extends ParseArgsOptionsConfig> {
  /** Shown by `--help` and with each refusal. */
  usage: string;
  options?: Options;
  /** How many positional arguments the command takes, from and to; none where it is left out. */
  positionals?: readonly [number, number];
}

/** A command line that a command does not take. Its message ends with the usage text. */
export class UsageError extends Error {}

/**
 * Parses a command line strictly: an option that is not in `options`, and a positional argument too many or too few, is an
 * error, because an operator who mistypes an option must not run the command without it.
 * @throws UsageError
 */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig = {}>(
  { usage, options, positionals: [least, most] = [0, 0] }: CommandLine<Options>,
  args: readonly string[],
) {
  const parsed = parse(usage, options ?? ({} as Options), args);
  const { length } = parsed.positionals;
  if (length > most) {
    throw new UsageError(`Unexpected argument '${parsed.positionals[most]}'.\n${usage}`);
  }
  if (length < least) throw new UsageError(usage);
  return parsed;
}

function parse<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  args: readonly string[],
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    // The first sentence names the argument; what follows explains how to escape it.
    throw new UsageError(`${message.split('. ')[0]!.replace(/\.$/, '')}.\n${usage}`, {
      cause: error,
    });
  }
}

/**
 * As `parseCommandLine`, of this process's own arguments. Call it before anything is opened. Ends the process: with 0 after
 * `--help`, with 2 and the reason for arguments that the command does not take.
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig = {}>(
  command: CommandLine<Options>,
) {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${command.usage}\n`);
    process.exit(0);
  }
  try {
    return parseCommandLine(command, args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuseCommandLine(error.message);
  }
}

/** The instant that an option names; undefined where it was left out. Ends the process when it is none. */
export function readInstant(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()) || !/T.*(Z|[+-]\d{2}:\d{2})$/.test(text))
    refuseCommandLine(
      `${option} ${text} is not a time with its zone such as 2026-11-26T20:50:00Z.`,
    );
  return instant;
}

/** Ends the process as arguments do that a command does not take. */
export function refuseCommandLine(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
