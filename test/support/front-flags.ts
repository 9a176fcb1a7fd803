// The flags of a front under test: any free port of this machine, the usual limits.

import type { FrontFlags } from '../../http/front.js';

export const FRONT_FLAGS: FrontFlags = {
  port: 0,
  host: '127.0.0.1',
  tlsCert: '',
  tlsKey: '',
  trustedProxies: [],
  allowedOrigins: [],
  connectionsPerAddress: 100,
  socketsPerAccount: 20,
  metricsOpen: false,
};
