// An acceptor for the acceptance cases, on a port:
//
//   node dist/test/actors/providers/fix/acceptor.js PORT

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FixEndpoint, type FixEnv, systemEnv } from '../../../../actors/providers/fix/endpoint.js';
import { FixListener } from '../../../../actors/providers/fix/listener.js';
import { EchoApplication, KeepingStore, settingsFor } from './session-harness.js';

const TARGETS = ['TW', 'TW44'];

/** Opens an acceptor; its port and how to close it. */
export const openAcceptor = async (port: number, log: FixEnv['log'] = () => undefined) => {
  const env = systemEnv(log);
  const endpoints = new Map(
    TARGETS.map((target) => {
      const application = new EchoApplication((type, body) => endpoint.send(type, body));
      const settings = settingsFor({ target, resetOnLogon: true, logoutTimeoutMs: 500 });
      const endpoint: FixEndpoint = new FixEndpoint(settings, new KeepingStore(), application, env);
      return [target, endpoint];
    }),
  );
  const find = (sender: string, target: string) =>
    sender === 'ISLD' ? endpoints.get(target) : undefined;
  const listener = new FixListener({}, find, env);
  const close = (): void => {
    listener.close();
    for (const endpoint of endpoints.values()) endpoint.cut();
  };
  return { port: await listener.listen({ host: '127.0.0.1', port }), close };
};

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { port } = await openAcceptor(Number(process.argv[2] ?? 0), (_, { msg }) =>
    process.stdout.write(`${msg}\n`),
  );
  process.stdout.write(`listening on ${port}\n`);
}
