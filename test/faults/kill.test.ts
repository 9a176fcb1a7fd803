// Kills: nothing acknowledged is lost, nothing is half done. An argument says how many.

import t from 'tap';
import { killUnderLoad } from './kill-runs.js';

const KILLS = Number(process.argv[2] ?? 20);

t.test(`After each of ${KILLS} kills all that was acknowledged is there, and whole`, (t) =>
  killUnderLoad(t, KILLS),
);
