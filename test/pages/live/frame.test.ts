// Changes that are gathered until a frame is drawn.

import { effect } from '@preact/signals';
import t from 'tap';
import { makeFrames, makeKeyed } from '../../../pages/live/frame.js';
import { pollWhileShown } from '../../../pages/live/parts.js';
import { rest } from '../../support/client/scripted-server.js';
import { Tab } from '../../support/client/tab.js';

t.test('Many changes are drawn in one frame, with the newest value of each key', async (t) => {
  const tab = new Tab();
  const quotes = makeKeyed<string, string>(makeFrames(tab.parts().nextFrame));
  const eurusd = quotes.of('EURUSD');
  const gold = quotes.of('XAUUSD');
  const drawn: string[] = [];
  effect(() => void drawn.push(`${eurusd.value} ${gold.value}`));
  for (const price of ['1.1', '1.2', '1.3']) quotes.put('EURUSD', price);
  quotes.put('XAUUSD', '4000');
  quotes.put('GBPUSD', '1.3');
  t.equal(tab.frames.length, 1, 'one frame is asked for');
  t.equal(quotes.newest('EURUSD'), '1.3');
  tab.draw();
  t.same(drawn, ['undefined undefined', '1.3 4000'], 'and one batch draws all');
  quotes.drop('EURUSD');
  tab.draw();
  t.same([drawn.at(-1), quotes.of('EURUSD').value], ['undefined 4000', undefined]);
});

t.test('A list without events is read again while the tab is shown', async (t) => {
  const tab = new Tab();
  let count = 0;
  let ended: () => void = () => undefined;
  const read = (): Promise<void> => {
    count += 1;
    return new Promise((resolve) => {
      ended = resolve;
    });
  };
  const later = async (): Promise<number> => {
    ended();
    await rest();
    tab.clock.advance(2_000);
    return count;
  };
  const stop = pollWhileShown(read, 2_000, tab.parts());
  tab.clock.advance(9_000);
  tab.show();
  t.equal(count, 1, 'never twice at the same time');
  t.equal(await later(), 2);
  tab.hide();
  t.equal(await later(), 2);
  tab.show();
  t.equal(count, 3, 'at once when it is shown again');
  stop();
  t.equal(await later(), 3);
});

t.test('An alarm does not wait for a frame, and what waits is drawn with it', async (t) => {
  const tab = new Tab();
  const frames = makeFrames(tab.parts().nextFrame);
  const calls: string[] = [];
  frames.want(() => void calls.push('drawn'));
  frames.drawNow();
  t.same(calls, ['drawn']);
  tab.draw();
  t.same(calls, ['drawn'], 'once');
  frames.want(() => void calls.push('again'));
  tab.draw();
  t.same(calls, ['drawn', 'again']);
});
