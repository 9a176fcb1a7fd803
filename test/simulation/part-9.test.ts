// The simulation of every test run, part 9 of 10.

import { runPart } from './part.js';

runPart(9);
