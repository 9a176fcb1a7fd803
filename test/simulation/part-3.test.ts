// The simulation of every test run, part 3 of 4.

import { runPart } from './part.js';

runPart(3);
