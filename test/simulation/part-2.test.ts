// The simulation of every test run, part 2 of 4.

import { runPart } from './part.js';

runPart(2);
