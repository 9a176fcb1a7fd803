// The simulation of every test run, part 6 of 10.

import { runPart } from './part.js';

runPart(6);
