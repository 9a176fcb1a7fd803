// Any settings: what staff may enter is compiled and traded on, whatever its extremes.

import fc from 'fast-check';
import t from 'tap';
import { groupFault } from '../../../actors/desk/types/groups/group-rules.js';
import { symbolFault } from '../../../actors/desk/types/symbols/symbol-rules.js';
import { PRICE_MAX } from '../../../engine/settings/quotes.js';
import {
  formatExact,
  formatShortest,
  PRICE_EXTRA,
  parseScaledBig,
} from '../../../wire/base/scale.js';
import { complete } from '../../../wire/base/schema.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import { GROUPS } from '../../../wire/rest/settings/groups.js';
import { SYMBOLS } from '../../../wire/rest/settings/symbols.js';
import { GroupRecord } from '../../../wire/settings/groups.js';
import { SymbolRecord } from '../../../wire/settings/symbols.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { groupArbitrary, symbolArbitrary } from '../../support/arbitraries-symbols.js';
import { EngineHarness } from '../../support/engine-harness.js';
import { unsafeOf } from '../../support/exactness.js';
import { countOf } from '../../support/run.js';
import { row, symbol } from '../../support/settings-records.js';
import { limit } from '../waiting.js';

const PAIRS = ['EURUSD', 'GBPUSD', 'USDJPY', 'BTCUSD'];

/** What the desk would say of it; undefined = it is entered. */
const refusalOf = (symbolBody: object, groupBody: object): string | undefined =>
  SYMBOLS.create.fault(symbolBody) ??
  GROUPS.create.fault(groupBody) ??
  symbolFault(complete(SymbolRecord, symbolBody) as SymbolRecord) ??
  groupFault(complete(GroupRecord, groupBody) as GroupRecord);

/** A volume of so many steps above the least, as text. */
const volumeOf = ({ volume_min, volume_max, volume_step }: SymbolRecord, die: number): string => {
  const [min, max, step] = [volume_min, volume_max, volume_step].map(
    (text) => parseScaledBig(text, 8) as bigint,
  ) as [bigint, bigint, bigint];
  const least = ((min + step - 1n) / step) * step;
  const volume = die % 4 === 0 ? (max / step) * step : least + BigInt(die) * step;
  return formatShortest(volume > max ? least : volume, 8);
};

/** In price units: whole points, up to the highest price that is dealt in. */
const PRICES = [1000, 2000, 1_234_000, 1e9, 1e12, PRICE_MAX];

/** What came of it. */
interface Traded {
  readonly deals: number;
  /** What is not exact. */
  readonly faults: readonly string[];
}

/**
 * Trades under settings that staff could enter. It is no life of `support/lives`: those have worlds
 * in which accounts get on, and the model does not follow amounts beyond all measure.
 */
const tradeUnder = (symbolBody: object, groupBody: object, steps: readonly number[]): Traded => {
  const record = complete(SymbolRecord, { id: 9, ...symbolBody }) as SymbolRecord;
  const group = complete(GroupRecord, groupBody) as GroupRecord;
  const engine = new EngineHarness({
    symbols: [...PAIRS.map((name, at) => symbol(name, { id: at + 1 })), record],
    group: { ...group, symbols: [...group.symbols, row('*')] },
  });
  const unit = record.digits + PRICE_EXTRA;
  const price = (die: number): string =>
    formatExact(PRICES[die % PRICES.length] as number, unit, record.digits);
  const quote = (die: number): void => {
    const [bid, ask] = [price(die), price(die + (die % 3))].sort((a, b) => Number(a) - Number(b));
    if (Number(bid) > 0) engine.tick(record.name, bid as string, ask as string);
  };
  for (const name of PAIRS) engine.quote(name, '1.1', '1.2');
  engine.deposit('1000000', { skip_margin_check: true });
  const skip = { skip_margin_check: true };
  engine.track();
  let followed = 0;
  const follow = (): void => {
    engine.bookChanged(engine.events.slice(followed));
    followed = engine.events.length;
    engine.book.onTick(record.id, engine.ctx);
    engine.book.due(engine.ctx);
  };
  for (const die of steps) {
    follow();
    const [position] = engine.state.positions.values();
    const side = die % 2 === 0 ? 'buy' : 'sell';
    const volume = volumeOf(record, die);
    const common = { symbol: record.name, side, volume } as const;
    switch (die % 8) {
      case 0:
        quote(die);
        break;
      case 1:
        engine.deal({ kind: 'open', ...common, ...skip });
        break;
      case 2:
        engine.trade({ kind: 'open', ...common, price: price(die) });
        break;
      case 3:
        engine.deal(limit({ ...common, price: price(die), ...skip }));
        break;
      case 4:
        if (position !== undefined) engine.deal({ kind: 'close', position_id: position.id });
        break;
      case 5:
        engine.now += 86_400_000 * (1 + (die % 30));
        engine.endDays();
        break;
      case 6:
        if (position !== undefined) {
          engine.deal({ kind: 'modify', position_id: position.id, sl: price(die), tp: '0' });
        }
        break;
      default:
        quote(die + 1);
    }
  }
  follow();
  const faults = engine.events.flatMap((event) => {
    const packed = unpackEvent(packEvent(event)) as AccountEvent;
    const lost = packed.ledger.balance === event.ledger.balance ? [] : ['the log loses money'];
    return [...unsafeOf(event), ...lost];
  });
  return { deals: engine.deals.length, faults };
};

const stepsOf = fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 30, maxLength: 30 });

const RUNS = countOf({ test: 60, deep: 200, soak: 2_000 });

t.test('what staff may enter is compiled and traded on', async (t) => {
  let traded = 0;
  fc.assert(
    fc.property(symbolArbitrary, groupArbitrary, stepsOf, (symbolBody, groupBody, steps) => {
      const refused = refusalOf(symbolBody, groupBody);
      if (refused !== undefined) throw new Error(`not entered: ${refused}`);
      const { deals, faults } = tradeUnder(symbolBody, groupBody, steps);
      if (faults.length > 0) throw new Error(faults.slice(0, 3).join('; '));
      if (deals > 1) traded += 1;
    }),
    { numRuns: RUNS },
  );
  t.ok(traded > RUNS / 4, `${traded} of ${RUNS} traded`);
});
