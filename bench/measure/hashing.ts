// A part of the bench `auth`: 16 sign-ins at a time without pause, and orders beside them.

import { BusyMarket, type BusyMarketRun } from '../load/busy-market.js';
import { SignIns } from '../load/sign-ins-host.js';
import { controlled } from './controls.js';
import { inTurn, QUIET_SCENE } from './pairs.js';

const AT_A_TIME = 16;

const act = async (scene: BusyMarketRun) => {
  const { server, firstLogin, password } = scene;
  const { accounts, traders: trading } = QUIET_SCENE;
  const traders = Array.from({ length: accounts - trading }, (_, n) => {
    return { login: firstLogin + trading + n, password };
  });
  let done = 0;
  let failed = 0;
  let seconds = 0;
  const compared = await inTurn(scene, async (orders) => {
    const signIns = new SignIns({ url: server.url(''), traders, atATime: AT_A_TIME });
    const result = await orders();
    const count = await signIns.end();
    done += count.done;
    failed += count.failed;
    seconds += count.seconds;
    return result;
  });
  return { ...compared, sign_ins_per_sec: Math.round(done / seconds), failed };
};

/** Runs the bench; returns its figures. */
export const hashing = async (): Promise<Record<string, unknown>> => {
  const stage = await BusyMarket.build(QUIET_SCENE);
  try {
    const { result, ...machine } = await controlled(() => stage.play(act));
    return { at_a_time: AT_A_TIME, ...result, ...machine };
  } finally {
    stage.clear();
  }
};
