// The simulation of every test run, part 7 of 10.

import { runPart } from './part.js';

runPart(7);
