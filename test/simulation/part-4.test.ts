// The simulation of every test run, part 4 of 10.

import { runPart } from './part.js';

runPart(4);
