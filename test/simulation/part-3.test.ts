// The simulation of every test run, part 3 of 10.

import { runPart } from './part.js';

runPart(3);
