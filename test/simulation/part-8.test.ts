// The simulation of every test run, part 8 of 10.

import { runPart } from './part.js';

runPart(8);
