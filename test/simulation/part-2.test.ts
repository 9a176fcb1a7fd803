// The simulation of every test run, part 2 of 10.

import { runPart } from './part.js';

runPart(2);
