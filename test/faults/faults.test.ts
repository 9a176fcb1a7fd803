// What befalls servers, and what must hold then: one test for each fault.

import t from 'tap';
import { runFaults } from './fault.js';
import { FAULTS } from './faults.js';

runFaults(t, FAULTS);
