// Things of accounts that are named by their own ids: outside the caller's reach an id answers as
// one that nothing has, so that no answer tells which ids there are.

import { compileSettings } from '../../../../engine/engine.js';
import type { Route } from '../../../../http/rest/route.js';
import { routes } from '../../../../http/routes/table.js';
import { group, rule } from '../../../support/engine-harness.js';
import type { Terminal } from '../../../support/http-harness.js';
import { settings } from '../../../support/shard-harness.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

/** What a route is about, and the body of a request to it. */
interface Named {
  readonly of: 'position' | 'deal' | 'request';
  readonly body?: object;
}

const NAMED: Readonly<Record<string, Named>> = {
  'positions.read': { of: 'position' },
  'positions.change': { of: 'position', body: { sl: '1.05000' } },
  'deals.explain': { of: 'deal' },
  'deals.bust': { of: 'deal', body: {} },
  'dealing.take': { of: 'request', body: {} },
  'dealing.confirm': { of: 'request', body: {} },
  'dealing.requote': { of: 'request', body: { bid: '1.1', ask: '1.2' } },
  'dealing.reject': { of: 'request', body: {} },
  'dealing.return': { of: 'request', body: {} },
};

/** The routes whose path names a thing of an account and not the account. */
const asking = routes.filter(({ path }) =>
  /^\/admin\/v1\/(positions|deals|dealing)\/\{/.test(path),
);

const RIGHTS = ['trades.view', 'trades.edit', 'trades.delete'] as const;
type Ids = Readonly<Record<Named['of'], number>>;

const test = testsWith('positions', async (t) => {
  const desk = await PositionsDesk.open(t);
  await desk.acme();
  const paths = ['demo\\standard', 'real\\acme'];
  let version = 1;
  const configure = (more: object): void => {
    version += 1;
    const groups = paths.map((path) => group({ path }));
    desk.shard.shard.configure(compileSettings({ ...settings, ...more, group: groups, version }));
  };
  /** An account with a position, its deal, and a request that waits. */
  const account = async (path: string): Promise<Ids & { readonly login: number }> => {
    configure({});
    const login = await desk.trader({ group: path });
    const position = desk.trade(login, { volume: '0.30' });
    const deal = desk.events.at(-1)?.deals[0]?.id ?? 0;
    configure({ routing: [rule({ action: 'online_dealers' })] });
    desk.trade(login);
    return { login, position, deal, request: [...desk.shard.waiting.all.keys()].at(-1) ?? 0 };
  };
  const outside = await account('real\\acme');
  const hidden = await account('demo\\standard');
  await desk.http.harness.patch('account', String(hidden.login), { hidden: true });
  const whole = await desk.http.staff({ rights: [...RIGHTS, 'accounts.hidden'] });
  const demo = await desk.http.staff({ rights: [...RIGHTS], group_scope: ['demo\\*'] });
  return { desk, outside, hidden, whole, demo };
});

test`A position, deal or request outside the reach answers as one that there is not`(
  async (t, { desk, outside, hidden, whole, demo }) => {
    t.same(Object.keys(NAMED).sort(), asking.map(({ name }) => name).sort(), 'each such route');
    const answerTo = async ({ method, path }: Route, by: Terminal, id: number, body?: object) => {
      const at = path.replace('/admin/v1', '').replace(/\{\w+\}/, String(id));
      const answer = await by.ask(method, at, body === undefined ? {} : { body });
      const { status, code, data, message } = answer;
      return { status, code, data, message: message.replace(String(id), 'N') };
    };
    const events = desk.events.length;
    for (const route of asking) {
      const { of, body } = NAMED[route.name] as Named;
      const unknown = await answerTo(route, demo, 99_999, body);
      t.match(unknown, { code: 'not_found', message: / N[ .]/ }, route.name);
      for (const there of [outside, hidden]) {
        t.same(await answerTo(route, demo, there[of], body), unknown, route.name);
      }
    }
    t.equal(desk.events.length, events, 'and nothing is done');
    for (const route of asking) {
      const { of, body } = NAMED[route.name] as Named;
      const { code } = await answerTo(route, whole, outside[of], body);
      t.not(code, 'not_found', `${route.name}: it is there`);
    }
  },
);
