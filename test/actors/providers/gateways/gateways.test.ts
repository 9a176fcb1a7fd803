// All gateways of a server: orders for those that do not run, and files that cannot be opened.

import { mkdirSync } from 'node:fs';
import { type ConnectionOptions, connect } from 'node:tls';
import t from 'tap';
import { sessionFile } from '../../../../actors/providers/fix/connection.js';
import { systemEnv } from '../../../../actors/providers/fix/endpoint.js';
import { Gateways } from '../../../../actors/providers/gateways/gateways.js';
import { recordCipher } from '../../../../actors/secrets/record-cipher.js';
import { keyOf } from '../../../../actors/secrets/seal.js';
import { NO_SETTINGS } from '../../../../wire/settings/config.js';
import type { GatewayRecord } from '../../../../wire/settings/connections.js';
import type { GatewayCommand } from '../../../../wire/trading/commands.js';
import { selfSigned } from '../../../support/certificate.js';
import { now } from '../../../support/clock.js';
import { gatewayOf, type Params } from '../../../support/connections.js';
import { until } from '../../../support/guard.js';
import { freePort } from '../../../support/quickfix.js';
import { peerMessage } from '../fix/case-steps.js';
import { GATEWAY, sentOf } from './gateway-harness.js';

const SESSION = { SenderCompID: 'BROKER', TargetCompID: 'PROVIDER' };

const open = (folder: string) => {
  const reported: GatewayCommand[] = [];
  const lines: string[] = [];
  const gateways = new Gateways({
    ...systemEnv((_, { msg }) => lines.push(msg)),
    folder,
    cipher: recordCipher([keyOf(Buffer.alloc(32, 7))]),
    online: () => undefined,
    reports: async ({ commands }) => {
      reported.push(...commands);
      return true;
    },
    note: async () => true,
    bust: async () => true,
  });
  return { gateways, reported, lines };
};

t.test('An order for a gateway that runs no more is not left waiting', async (t) => {
  const { gateways, reported } = open(t.testdir());
  gateways.apply(NO_SETTINGS);
  gateways.shown(sentOf(7));
  gateways.shown(sentOf(8, { isNew: false }));
  await Promise.resolve();
  t.match(reported, [{ report: 'unsent', order_id: 7, gateway_id: GATEWAY }]);
  await gateways.stop();
});

t.test('A gateway whose file cannot be opened says so, and others run', async (t) => {
  const folder = t.testdir();
  const { gateways } = open(folder);
  const server = '127.0.0.1:1';
  const gateway = [gatewayOf(GATEWAY, SESSION, { server }), gatewayOf(6, SESSION, { server })];
  mkdirSync(sessionFile(folder, gateway[0] as GatewayRecord));
  gateways.apply({ ...NO_SETTINGS, gateway });
  const statuses = gateways.statuses();
  t.match(
    statuses.find(({ gateway_id }) => gateway_id === GATEWAY),
    { online: false, last_error: /EISDIR/ },
  );
  t.ok(gateways.gateway(6), 'the other one runs');
  gateways.apply(NO_SETTINGS);
  t.same(gateways.statuses(), [], 'what is deleted is told no more');
  await gateways.stop();
});

t.test('A gateway whose password cannot be decrypted dials nobody', async (t) => {
  const { gateways } = open(t.testdir());
  const password = recordCipher([keyOf(Buffer.alloc(32, 8))]).seal(
    'Bank-pass1',
    'gateway/5/password',
  );
  const record = gatewayOf(GATEWAY, SESSION, { server: '127.0.0.1:1', password });
  gateways.apply({ ...NO_SETTINGS, gateway: [record] });
  t.match(gateways.statuses(), [
    { online: false, last_error: /^password: sealed under another key/ },
  ]);
  t.notOk(gateways.gateway(GATEWAY));
  await gateways.stop();
});

t.test('A provider that dials us needs a certificate that the authority has signed', async (t) => {
  const { gateways, lines } = open(t.testdir());
  const [ours, theirs, other] = [selfSigned(), selfSigned(), selfSigned()];
  const cipher = recordCipher([keyOf(Buffer.alloc(32, 7))]);
  const params = {
    ...SESSION,
    'FIX SSL Enabled': 'true',
    'FIX SSL Certificate': ours.cert,
    'FIX SSL Private Key': cipher.seal(ours.key, 'gateway/5/params.FIX SSL Private Key'),
    'FIX SSL Authority': theirs.cert,
  };
  const port = await freePort();
  const record = gatewayOf(GATEWAY, params, { server: `127.0.0.1:${port}`, mode: 'Passive' });
  gateways.apply({ ...NO_SETTINGS, gateway: [record] });
  /** What is logged about a connection with this certificate, whose Logon is a stranger's. */
  const dialled = async (pair: Pick<ConnectionOptions, 'cert' | 'key'>): Promise<string> => {
    const peer = { port, host: '127.0.0.1', ca: ours.cert, servername: 'localhost' };
    const socket = connect({ ...peer, ...pair });
    socket.on('error', () => undefined).write(peerMessage('A 1 98=0 108=30', now()));
    const line = await until('a line about the connection', () => lines.shift());
    socket.destroy();
    return line;
  };
  t.match(await dialled(theirs), /its Logon is that of nobody known/);
  t.match(await dialled({}), /without TLS as it has to be: .*certificate/);
  t.match(await dialled(other), /without TLS as it has to be/);
  await gateways.stop();
});

t.test('A certificate that TLS cannot use keeps no other gateway down', async (t) => {
  const { gateways } = open(t.testdir());
  const { cert, key } = selfSigned();
  const cipher = recordCipher([keyOf(Buffer.alloc(32, 7))]);
  const params = {
    ...SESSION,
    'FIX SSL Enabled': 'true',
    'FIX SSL Certificate': `${cert}${cert.slice(0, 200)}`,
    'FIX SSL Private Key': cipher.seal(key, 'gateway/5/params.FIX SSL Private Key'),
  };
  const server = `127.0.0.1:${await freePort()}`;
  const broken = gatewayOf(GATEWAY, params, { server, mode: 'Passive' });
  gateways.apply({
    ...NO_SETTINGS,
    gateway: [broken, gatewayOf(6, SESSION, { server: '127.0.0.1:1' })],
  });
  t.match(gateways.gateway(GATEWAY)?.status(), {
    online: false,
    last_error: /^TLS cannot be set up/,
  });
  t.ok(gateways.gateway(6));
  await gateways.stop();
});

t.test('Another identity gets a session of its own', async (t) => {
  const file = (params: Params) => sessionFile('', gatewayOf(GATEWAY, params));
  const all = [
    file(SESSION),
    file({ ...SESSION, TargetCompID: 'OTHER' }),
    file({ ...SESSION, SenderSubID: 'DESK' }),
  ];
  t.equal(new Set(all).size, all.length);
  t.equal(file({ ...SESSION, 'Order Placement Timeout': '5' }), all[0], 'what is no identity');
});
