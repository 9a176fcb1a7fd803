// The acceptance cases against an acceptor on a port, and with the roles changed.

import { connect } from 'node:net';
import t from 'tap';
import { now } from '../../../support/clock.js';
import { within } from '../../../support/guard.js';
import { RUN } from '../../../support/run.js';
import { SLOW } from './acceptance-cases.js';
import { openAcceptor } from './acceptor.js';
import {
  ALL_CASES,
  type CasePeer,
  heartbeatOf,
  mirrored,
  runSteps,
  stepsOf,
} from './case-steps.js';
import { SessionHarness, StandingClock } from './session-harness.js';

const SOH = '\u0001';
/** A message, up to its last field. */
const WHOLE = new RegExp(`^8=.*?${SOH}10=\\d{3}${SOH}`, 's');

/** A connection to a port, message by message. */
const dial = (port: number): Promise<CasePeer> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    let isClosed = false;
    let wake = (): void => undefined;
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      isClosed = true;
      wake();
      reject(new Error('not connected'));
    });
    const next = async (): Promise<string | undefined> => {
      for (;;) {
        const [message] = WHOLE.exec(text) ?? [];
        if (message !== undefined) {
          text = text.slice(message.length);
          return message;
        }
        if (isClosed) return undefined;
        await within(new Promise<void>((go) => (wake = go)), 'a message or the end');
      }
    };
    socket.once('connect', () =>
      resolve({ send: (bytes) => socket.write(bytes), next, close: () => socket.destroy() }),
    );
  });

/** Why a case fails; undefined when it passes. */
const failure = async (run: Promise<void>): Promise<string | undefined> => {
  try {
    await run;
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

t.test('An acceptor on a port passes each case of the acceptance suite', async (t) => {
  for (const name of Object.keys(ALL_CASES)) {
    if (SLOW.includes(name) && RUN === 'test') continue;
    const { port, close } = await openAcceptor(0);
    t.equal(await failure(runSteps(stepsOf(name), () => dial(port), now)), undefined, name);
    close();
  }
});

t.test('The cases that wait pass with a clock that stands, too', async (t) => {
  for (const name of SLOW) {
    const harness = new SessionHarness();
    const open = async () => harness.open();
    const { now } = harness.clock;
    t.equal(await failure(runSteps(stepsOf(name), open, now)), undefined, name);
  }
});

t.test('A session that dials passes the cases with the roles changed', async (t) => {
  for (const name of Object.keys(ALL_CASES)) {
    // Two connections of one identity: see the endpoint's test.
    if (name === 'AlreadyLoggedOn') continue;
    const steps = stepsOf(name);
    const heartbeatSec = heartbeatOf(steps);
    const clock = new StandingClock();
    const open = async () =>
      new SessionHarness({ role: 'initiator', heartbeatSec }, { clock }).open();
    const turned = mirrored(steps);
    t.equal(turned[1]?.slice(0, 4), '< A ', name);
    t.equal(await failure(runSteps(turned, open, clock.now)), undefined, name);
  }
});
