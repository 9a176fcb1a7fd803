// The simulation of every test run, part 10 of 10.

import { runPart } from './part.js';

runPart(10);
