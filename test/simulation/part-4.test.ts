// The simulation of every test run, part 4 of 4.

import { runPart } from './part.js';

runPart(4);
