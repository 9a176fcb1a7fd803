// Bench `guessing`: honest sign-ins while 500 connections from 50 addresses guess passwords.
//
// An honest trader signs in every 1.2 s, each from another address. The bench runs without and with
// antiflood, which blocks an address after 10 failures. Every guess is for another login, so that
// no pair of login and address is blocked. Passwords are checked in threads of low priority: on a
// busy machine a sign-in takes as long as the other processes leave it.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RestClient } from '../../test/support/client/rest.js';
import { openAccount } from '../../test/support/client/staff.js';
import { ADMIN_PASSWORD, ServerProcess } from '../../test/support/server-process.js';
import { controlled } from '../measure/controls.js';
import { median, rounded } from '../measure/measures.js';
import { type GuessCount, type GuessJob, signInFrom } from './guessers.js';

const CONNECTIONS = 500;
const ADDRESSES = 50;
const HONEST = 50;
const EVERY_MS = 1_200;
const WARMUP_MS = 3_000;

interface Trader {
  readonly login: number;
  readonly password: string;
}

const openTraders = async (staff: RestClient): Promise<Trader[]> => {
  const traders: Trader[] = [];
  for (let n = 0; n < HONEST; n += 1) {
    const { login, password } = await openAccount(staff, 'demo\\standard', '1000.00');
    traders.push({ login, password });
  }
  return traders;
};

const setAntiflood = async (staff: RestClient, antiflood_enabled: boolean): Promise<void> => {
  const servers =
    await staff.get<{ id: number; version: number; access: object }[]>('/network/servers');
  const [server] = servers.data;
  if (server === undefined) throw new Error('there is no logical server');
  const changed = await staff.request('PATCH', `/network/servers/${server.id}`, {
    version: server.version,
    access: { ...server.access, antiflood_enabled },
  });
  if (!changed.success) throw new Error(changed.message);
};

/** Runs the honest sign-ins; returns the time of each, and the codes of failed ones. */
const signIns = async (port: number, traders: readonly Trader[]) => {
  const times: number[] = [];
  const failed: string[] = [];
  const under: Promise<void>[] = [];
  for (const [n, trader] of traders.entries()) {
    const from = performance.now();
    const signing = signInFrom({ port, localAddress: `127.2.0.${n + 1}` }, trader).then((code) => {
      if (code !== 'ok') failed.push(code);
      times.push(performance.now() - from);
    });
    under.push(signing);
    await wait(EVERY_MS);
  }
  await Promise.all(under);
  // The 99th percentile of fifty times is the longest.
  const ms = { p50: Math.round(median(times)), p99: Math.round(Math.max(...times)) };
  return { sign_ins: times.length, failed, ms };
};

const round = async (server: ServerProcess, traders: readonly Trader[]) => {
  const guessers = fork(fileURLToPath(new URL('./guessers.js', import.meta.url)));
  const addresses = Array.from({ length: ADDRESSES }, (_, n) => `127.1.0.${n + 1}`);
  guessers.send({ port: server.port, addresses, connections: CONNECTIONS } satisfies GuessJob);
  await wait(WARMUP_MS);
  const honest = await signIns(server.port, traders);
  const counted = once(guessers, 'message') as Promise<[GuessCount]>;
  guessers.send('end');
  const [{ codes }] = await counted;
  return { ...honest, guesses: codes };
};

const measure = async () => {
  const server = await ServerProcess.start();
  try {
    const staff = new RestClient(server.url(''), 'staff');
    await staff.signIn(1, ADMIN_PASSWORD);
    const traders = await openTraders(staff);
    const quiet = await signIns(server.port, traders.slice(0, 10));
    if (quiet.failed.length > 0) throw new Error(`quiet sign-ins failed: ${quiet.failed}`);
    const open = await round(server, traders);
    await setAntiflood(staff, true);
    const antiflood = await round(server, traders);
    return {
      connections: CONNECTIONS,
      addresses: ADDRESSES,
      quiet: quiet.ms,
      open,
      antiflood,
      ratio: rounded(open.ms.p99 / quiet.ms.p99, 2),
    };
  } finally {
    await server.stop();
  }
};

/** Runs the bench; returns its result line. */
export const guessing = async (): Promise<Record<string, unknown>> => {
  const { result, ...machine } = await controlled(measure);
  return { ...result, ...machine };
};
