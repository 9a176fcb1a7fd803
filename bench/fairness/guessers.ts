// The guessers: a process that posts random logins over many connections until it is told to end.

import { Agent, request } from 'node:http';

/** The target of the guesses, and the addresses that they come from. */
export interface GuessJob {
  readonly port: number;
  readonly addresses: readonly string[];
  readonly connections: number;
}

/** The number of answers, by code. */
export interface GuessCount {
  readonly codes: Readonly<Record<string, number>>;
}

const codes: Record<string, number> = {};
let going = true;

/** Posts a sign-in from a local address; returns the code of the envelope, or of the error. */
export const signInFrom = (
  { port, agent, localAddress }: { port: number; agent?: Agent; localAddress: string },
  credentials: { readonly login: number; readonly password: string },
): Promise<string> =>
  new Promise((resolve) => {
    const body = JSON.stringify({ ...credentials, terminal: 'desktop' });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const path = '/trader/v1/auth/login';
    const given = { host: '127.0.0.1', port, path, method: 'POST', headers, localAddress };
    const sent = request({ ...given, ...(agent && { agent }) }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => resolve((JSON.parse(text) as { code: string }).code));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    sent.end(body);
  });

const guess = async (port: number, localAddress: string, first: number): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; going; n += 1) {
    const login = 1_000_000 + first + n * 1_000;
    const code = await signInFrom({ port, agent, localAddress }, { login, password: 'Wr0ng-pass' });
    codes[code] = (codes[code] ?? 0) + 1;
  }
  agent.destroy();
};

process.once('disconnect', () => process.exit());
process.once('message', async ({ port, addresses, connections }: GuessJob) => {
  process.once('message', () => {
    going = false;
  });
  const from = (n: number): string => addresses[n % addresses.length] as string;
  await Promise.all(Array.from({ length: connections }, (_, n) => guess(port, from(n), n)));
  process.send?.({ codes } satisfies GuessCount, () => process.disconnect());
});
