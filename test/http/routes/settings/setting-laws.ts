// Laws of settings: what holds for every kind, shown for one with its rules' tags.

import t, { type Test } from 'tap';
import { each } from '../../../support/http-harness.js';
import { tagged } from '../tags.js';
import { type Family, followed, type Kind, openKind, traceOf } from './kind.js';

/** Numbers of the rules that the laws show; 0 or absent = the contract has no such rule. */
export interface LawTags {
  readonly create?: {
    readonly required?: number;
    readonly unknown?: number;
    readonly follow?: number | string;
    /** Fields that the server sets are not heeded in a create. */
    readonly ignored?: number;
  };
  readonly read?: { readonly missing?: number };
  readonly patch?: {
    readonly version?: number | string;
    readonly rules?: number;
    readonly same?: number;
    readonly readOnly?: number | string;
    readonly follow?: number | string;
  };
  readonly remove?: { readonly gone?: number; readonly follow?: number | string };
  readonly order?: {
    readonly once?: number;
    readonly whole?: number;
    readonly versions?: number;
    readonly follow?: number | string;
    /** Does who is moved get a new version? */
    readonly raises: boolean;
  };
}

type Law = (
  says: string,
  route: string,
  rule: number | string | undefined,
  run: (t: Test, kind: Kind) => Promise<void>,
) => void;

const REFUSED = { code: 'invalid_input' };

/** Shows the laws for a family, all of them at one desk. */
export const settingLaws = (family: Family, tags: LawTags): void => {
  const { path } = family;
  const noun = path.split('/').at(-1);
  let opened: Promise<Kind> | undefined;
  const law: Law = (says, route, rule, run) => {
    const tag = rule ? ` [${route} #${rule}]` : '';
    void t.test(tagged(`${noun}: ${says}${tag}`, path), async (test) => {
      opened ??= openKind(t, family);
      return run(test, await opened);
    });
  };
  followLaws(family, tags, law);
  writingLaws(family, tags, law);
  if (tags.order !== undefined) orderLaws(tags.order, law);
};

/** What a change does outside of the desk: first of all, while the desk has none of the kind. */
const followLaws = (family: Family, tags: LawTags, law: Law): void => {
  const { change, replaces, service } = family;
  const { create = {}, does } = service ?? {};
  const way = replaces ? 'PUT /{id}' : 'PATCH /{id}';
  const opened = async (kind: Kind) => (await service?.open(kind)) ?? (() => undefined);
  const removed = async (kind: Kind, id: number): Promise<void> => {
    await service?.release?.(kind);
    await kind.delete(`/${id}`);
  };

  law('services follow a new one at once', 'POST', tags.create?.follow, async (t, kind) => {
    const sees = await opened(kind);
    t.equal(await sees([]), does?.[0], 'before');
    const made = await followed(t, kind, () => kind.create(create));
    t.equal(made.version, 1);
    t.equal(await sees([made]), does?.[1], 'after');
    await removed(kind, made.id);
  });

  law('services follow a change at once', way, tags.patch?.follow, async (t, kind) => {
    const sees = await opened(kind);
    const made = await kind.create(create);
    t.equal(await sees([made]), does?.[1], 'before');
    const fields = service?.change ?? change;
    const whole = replaces ? { ...create, ...fields } : fields;
    const { data } = await followed(t, kind, () => kind.change(made.id, 1, whole));
    t.match(data, { version: 2, ...fields });
    t.equal(await sees([made]), does?.[2], 'after');
    const line = traceOf(kind).journal.at(-1)?.text;
    t.match(line, /changed: /);
    for (const field of Object.keys(fields)) t.match(line, field, 'it names the changed fields');
    await removed(kind, made.id);
  });

  law('services follow a delete at once', 'DELETE /{id}', tags.remove?.follow, async (t, kind) => {
    const sees = await opened(kind);
    const made = await kind.create(create);
    t.equal(await sees([made]), does?.[1], 'before');
    await service?.release?.(kind);
    await followed(t, kind, () => kind.delete(`/${made.id}`));
    t.match(traceOf(kind).journal.at(-1)?.text, /deleted/);
    t.equal(await sees([made]), does?.[0], 'after');
  });

  if (tags.order === undefined) return;
  law('services follow an order at once', 'PUT /order', tags.order.follow, async (t, kind) => {
    const sees = await opened(kind);
    const made = [await kind.create(create), await kind.create(create)];
    if (service?.ordered) t.equal(await sees(made), service.ordered[0], 'before');
    const ids = (await kind.list()).map(({ id }) => id).reverse();
    await followed(t, kind, () => kind.put('/order', { ids }));
    if (service?.ordered) t.equal(await sees(made), service.ordered[1], 'after');
    const after = traceOf(kind);
    await kind.put('/order', { ids });
    t.same(traceOf(kind), after, 'the same order again is none');
    for (const { id } of made) await removed(kind, id);
  });
};

type Fields = Readonly<Record<string, unknown>>;

/** A value of the same kind that is not the same. */
const another = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}1` : [value];
};

/** What is written, and what is refused. */
const writingLaws = (family: Family, tags: LawTags, law: Law): void => {
  const { body, change, readOnly, broken, required, replaces } = family;
  const method = replaces ? 'PUT' : 'PATCH';
  const way = `${method} /{id}`;

  law('what is needed is asked for by name', 'POST', tags.create?.required, async (t, kind) => {
    const before = traceOf(kind);
    for (const field of required) {
      const { [field]: _, ...rest } = body(1);
      const { code, message } = await kind.post('', rest);
      t.equal(code, 'invalid_input');
      t.match(message, field);
    }
    t.same(traceOf(kind), before, 'nothing was done');
  });

  law('an unknown field is refused by name', 'POST', tags.create?.unknown, async (t, kind) => {
    const { code, message } = await kind.post('', { ...body(1), surprise: 1 });
    t.equal(code, 'invalid_input');
    t.match(message, 'surprise');
  });

  if (tags.create?.ignored !== undefined) {
    law('what the server sets is not heeded', 'POST', tags.create.ignored, async (t, kind) => {
      const time = '2001-01-01T00:00:00.000Z';
      const sent = { id: 7777, version: 9, created_at: time, updated_at: time };
      const shown = await kind.create();
      const given = Object.entries(sent).filter(([name]) => name in shown);
      const created = await kind.create(Object.fromEntries(given));
      t.equal(created.version, 1);
      for (const [name, value] of given) t.not(created[name], value, name);
    });
  }

  law('a missing one is not found', 'GET /{id}', tags.read?.missing, async (t, kind) => {
    const { id } = await kind.create();
    t.equal((await kind.get(`/${id}`)).code, 'ok');
    for (const missing of [
      await kind.get(`/${id + 1000}`),
      await kind.change(id + 1000, 1, change),
      await kind.delete(`/${id + 1000}`),
    ]) {
      t.match(missing, { code: 'not_found' });
    }
  });

  law('a change names the version it rests on', way, tags.patch?.version, async (t, kind) => {
    const { id } = await kind.create();
    const versionless = { ...(replaces && body(1)), ...change };
    t.match(await kind.ask(method, `/${id}`, versionless), REFUSED);
    t.match((await kind.change(id, 1, change)).data, { version: 2 });
    t.match(await kind.change(id, 1, change), { code: 'conflict' });
    t.match(await kind.read(`/${id}`), { version: 2, ...change });
    await kind.delete(`/${id}`);
  });

  law('a change keeps the rules of a create', way, tags.patch?.rules, async (t, kind) => {
    const { id } = await kind.create();
    const before = traceOf(kind);
    const [fields, field] = broken;
    for (const refused of [
      await kind.change(id, 1, fields),
      await kind.post('', { ...body(999), ...fields }),
    ]) {
      t.match(refused, REFUSED);
      t.match(refused.message, field);
    }
    t.same(traceOf(kind), before, 'nothing was done');
    if (family.brokenByStored === undefined) return;
    const [stored, sent, fault] = family.brokenByStored;
    const other = await kind.create(stored);
    const since = traceOf(kind);
    const together = await kind.change(other.id, 1, sent);
    t.match(together, REFUSED, 'what is stored counts, too');
    t.match(together.message, fault);
    t.same(traceOf(kind), since, 'nothing was done');
  });

  law('a change that changes nothing is none', way, tags.patch?.same, async (t, kind) => {
    const { id } = await kind.create(change);
    const before = traceOf(kind);
    const { code, data } = await kind.change(id, 1, change);
    t.equal(code, 'ok');
    t.match(data, { version: 1, ...change });
    t.same(traceOf(kind), before, 'nothing was written');
  });

  if (!replaces) {
    law('one error names all read-only fields', way, tags.patch?.readOnly, async (t, kind) => {
      const { id } = await kind.create(change);
      const own = await kind.read<Fields>(`/${id}`);
      const before = traceOf(kind);
      for (const field of readOnly) {
        for (const value of [own[field], another(own[field])]) {
          const refused = await kind.change(id, 1, { [field]: value });
          t.match(refused, { ...REFUSED, data: { faults: [{ field }] } });
          t.ok(refused.message.startsWith(`${field}: read-only`), refused.message);
        }
      }
      const whole = await kind.change(id, 1, { ...own, surprise: 1 });
      t.match(whole, REFUSED, 'what was read cannot be sent back whole');
      t.same(whole.message.split(':')[0]?.split(', ').sort(), [...readOnly].sort());
      const faults = each((whole.data as Fields).faults, 'field');
      t.same(faults.sort(), [...readOnly, 'surprise'].sort(), 'other faults come with them');
      t.same(traceOf(kind), before, 'nothing was done');
    });
  }

  law('a deleted one is gone', 'DELETE /{id}', tags.remove?.gone, async (t, kind) => {
    const { id } = await kind.create();
    const kept = await kind.create();
    t.match(await kind.delete(`/${id}?version=7`), { code: 'conflict' });
    t.match(await kind.delete(`/${id}?version=1`), { status: 200, data: null });
    t.equal((await kind.get(`/${id}`)).code, 'not_found');
    const ids = (await kind.list()).map((one) => one.id);
    t.ok(ids.includes(kept.id) && !ids.includes(id), 'the others are there');
    t.not((await kind.create()).id, id, 'its id is not given again');
  });
};

const orderLaws = (tags: NonNullable<LawTags['order']>, law: Law): void => {
  law('an order names every item once', 'PUT /order', tags.once, async (t, kind) => {
    for (let n = 0; n < 2; n += 1) await kind.create();
    const whole = (await kind.list()).map((one) => one.id);
    const before = traceOf(kind);
    for (const wrong of [
      whole.slice(1),
      [...whole, whole[0]],
      [...whole.slice(1), whole[1]],
      [...whole, 999],
    ]) {
      const { code, message } = await kind.put('/order', { ids: wrong });
      t.equal(code, 'invalid_input');
      const listed = new Set(wrong.filter((one) => whole.includes(one as number))).size;
      const had = `lists ${listed} of them in ${wrong.length} number`;
      t.match(
        message,
        new RegExp(`^ids: must list each of the ${whole.length} items? once, ${had}`),
      );
    }
    t.same(traceOf(kind), before, 'nothing was done');
  });

  law('an order is answered with the whole list', 'PUT /order', tags.whole, async (t, kind) => {
    const ids = (await kind.list()).map((one) => one.id).reverse();
    const { data } = await kind.put('/order', { ids });
    t.same(each(data, 'id'), ids);
    t.same(await kind.list(), data);
  });

  law('an order and versions', 'PUT /order', tags.versions, async (t, kind) => {
    for (let n = 0; n < 3; n += 1) await kind.create();
    // Once in a first order, so that the places are known.
    await kind.put('/order', { ids: (await kind.list()).map((one) => one.id) });
    const before = await kind.list();
    const [first, ...others] = before;
    const last = others.pop();
    if (first === undefined || last === undefined) throw new Error('three were created');
    const ids = [last, ...others, first].map((one) => one.id);
    await kind.put('/order', { ids });
    for (const { id, version } of await kind.list()) {
      const was = before.find((one) => one.id === id)?.version ?? 0;
      const moved = id === first.id || id === last.id;
      t.equal(version, was + (moved && tags.raises ? 1 : 0), `${id}`);
    }
    const places = ['1', String(before.length)];
    const moves = traceOf(kind).journal.flatMap(({ changes = [] }) => changes);
    t.same(
      moves.map(({ from, to }) => [from, to]),
      [places.toReversed(), places],
      'the journal names the places of those that moved',
    );
  });
};
