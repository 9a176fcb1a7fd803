// The simulation of every test run, part 5 of 10.

import { runPart } from './part.js';

runPart(5);
