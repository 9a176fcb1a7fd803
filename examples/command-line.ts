// The command line of the examples: arguments, the account from the environment, and how a program
// that cannot go on ends.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BrokerError } from 'brokerd/client';

const ENVIRONMENT = `
environment:
  BROKERD_URL       address of the server (http://127.0.0.1:8080)
  BROKERD_LOGIN     login of the account or the staff user (1001)
  BROKERD_PASSWORD  its password
`;

/** A wrong call of the program: it ends with the message. */
class Misuse extends Error {
  constructor(fault: string, usage: string) {
    super(`${fault}\n\nusage: ${usage}\n${ENVIRONMENT}`);
  }
}

/**
 * Users are told a sentence; only faults of the program itself have a stack. A reader that takes no
 * more, such as `head`, is no fault.
 */
const end = (error: unknown): void => {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0);
  const isMisuse = error instanceof Misuse;
  console.error(isMisuse || error instanceof BrokerError ? error.message : error);
  process.exit(isMisuse ? 2 : 1);
};

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses arguments; faults of the parser name the argument. */
const parsed = <const O extends Options>(usage: string, options: O, operands: boolean) => {
  try {
    return parseArgs({ options, allowPositionals: operands });
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error), usage);
  }
};

/**
 * The arguments of a program, and the account that it signs in as; the password comes from the
 * environment, where other users of the machine do not see it. `operands`: the program takes
 * arguments without a name. A wrong call ends the program with its usage, a refusal of the server
 * ends it with its sentence.
 */
export const commandLine = <const O extends Options>(
  usage: string,
  options: O,
  operands = false,
) => {
  process.once('uncaughtException', end);
  if (process.argv.includes('--help')) {
    console.log(`usage: ${usage}\n${ENVIRONMENT}`);
    process.exit(0);
  }
  const { values, positionals } = parsed(usage, options, operands);
  const {
    BROKERD_URL: url = 'http://127.0.0.1:8080',
    BROKERD_LOGIN: login = '1001',
    BROKERD_PASSWORD: password,
  } = process.env;
  if (password === undefined) throw new Misuse('BROKERD_PASSWORD: set it to the password', usage);
  return {
    values,
    positionals,
    account: { url, login: Number(login), password },
    misused: (fault: string): Error => new Misuse(fault, usage),
  };
};

/** Resolves when the program is told to stop, by Ctrl-C or by a service manager. */
export const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
