// The simulation of every test run, part 1 of 4.

import { runPart } from './part.js';

runPart(1);
