// A part of the bench `auth`: 16 sign-ins at a time without pause, and orders beside them.

import { controlled } from './controls.js';
import { inTurn } from './pairs.js';
import { type Scene, type ScenePlan, Stage } from './scene.js';
import { SignIns } from './sign-ins-host.js';

const AT_A_TIME = 16;
const TRADERS = 64;
const PLAN: ScenePlan = {
  accounts: 1_000,
  symbols: 10,
  ticksPerSec: 1,
  recordingSec: 1,
  loop: false,
  traders: TRADERS,
  watchers: 0,
  follow: 'nothing',
};

const act = async (scene: Scene) => {
  const { server, firstLogin, password } = scene;
  const traders = Array.from({ length: PLAN.accounts - TRADERS }, (_, n) => {
    return { login: firstLogin + TRADERS + n, password };
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

/** Runs it; answers its figures. */
export const hashing = async (): Promise<Record<string, unknown>> => {
  const stage = await Stage.build(PLAN);
  try {
    const { result, ...machine } = await controlled(() => stage.play(act));
    return { at_a_time: AT_A_TIME, ...result, ...machine };
  } finally {
    stage.clear();
  }
};
