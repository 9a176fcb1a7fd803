// What may be wrong with a trade request: each spoils one that might have been right.

import type { Simulation } from './simulation.js';
import type { Wish } from './wishes.js';

type Flaw = (wish: Wish, sim: Simulation) => void;

const HUGE = '900000000';

/** Ways to spoil a request; what does not apply to its kind is an unknown field there. */
const FLAWS: readonly Flaw[] = [
  (wish) => {
    wish.volume = '0.015';
  },
  (wish) => {
    wish.volume = HUGE;
  },
  (wish) => {
    wish.volume = '9';
  },
  (wish) => {
    wish.volume = '-1';
  },
  (wish) => {
    wish.price = '0.123456789';
  },
  (wish) => {
    wish.price = HUGE;
  },
  (wish) => {
    wish.sl = '0.000001';
  },
  (wish) => {
    [wish.sl, wish.tp] = [wish.tp ?? HUGE, wish.sl ?? HUGE];
  },
  (wish) => {
    wish.symbol = 'NOWHERE';
  },
  (wish, sim) => {
    wish.symbol = sim.dice.pick(['CHFSEK', 'ZARMXN', 'SAP', 'GBPJPY', 'XAGUSD']);
  },
  (wish, sim) => {
    wish.valid_until = new Date(sim.house.now - 1).toISOString();
  },
  (wish) => {
    wish.skip_margin_check = true;
  },
  (wish) => {
    wish.fill = 'return';
  },
  (wish) => {
    wish.expires_at = '2024-01-01T00:00:00Z';
    wish.expiration = 'specified';
  },
  (wish) => {
    wish.surprise = 1;
  },
  (wish) => {
    wish.side = 'both';
  },
  (wish, sim) => {
    wish.position_id = sim.someGoneId();
  },
  (wish, sim) => {
    wish.order_id = sim.someGoneId();
  },
  (wish) => {
    wish.request_id = wish.request_id.toUpperCase();
  },
];

/** Spoils a request in one way. */
export const spoil = (wish: Wish, sim: Simulation): void => sim.dice.pick(FLAWS)(wish, sim);
