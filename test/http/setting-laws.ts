// Laws of settings: what holds for every kind, shown for one with its rules' tags.

import t, { type Test } from 'tap';
import { type Answer, type HttpHarness, openHttp, type Terminal } from '../support/http-harness.js';

type Fields = Readonly<Record<string, unknown>>;

/** A kind of settings in an office of its own, asked over REST by an administrator. */
export interface Kind {
  readonly http: HttpHarness;
  readonly staff: Terminal;
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Creates one with some fields more or otherwise; answers what was created. */
  create(more?: Fields): Promise<Fields & { readonly id: number; readonly version: number }>;
}

/** What a family tells about itself. */
export interface Family {
  /** Below `/admin/v1`. */
  readonly path: string;
  /** A valid body of a create; `n` makes what is unique another. */
  readonly body: (n: number) => Fields;
  /** Fields of a change that is always one. */
  readonly change: Fields;
  /** Fields that a patch refuses. */
  readonly readOnly: readonly string[];
  /** A change that breaks a rule of a create, and the field at fault. */
  readonly broken: readonly [Fields, string];
  /** Fields that a create needs. */
  readonly required: readonly string[];
  /** Is it changed by being replaced whole? */
  readonly replaces?: boolean;
}

/** Numbers of the rules that the laws show; 0 or absent = the contract has no such rule. */
export interface LawTags {
  readonly create?: {
    readonly required?: number;
    readonly unknown?: number;
    readonly told?: number;
  };
  readonly read?: { readonly missing?: number };
  readonly patch?: {
    readonly version?: number;
    readonly rules?: number;
    readonly same?: number;
    readonly readOnly?: number;
    readonly told?: number;
  };
  readonly remove?: { readonly gone?: number; readonly told?: number };
  readonly order?: {
    readonly once?: number;
    readonly whole?: number;
    readonly versions?: number;
    readonly told?: number;
    /** Does who is moved get a new version? */
    readonly raises: boolean;
  };
}

/** Opens an office for a test. */
export const openKind = async (t: Test, { path, body }: Family): Promise<Kind> => {
  const http = await openHttp();
  t.teardown(() => http.close());
  const staff = await http.signedIn('staff', { terminal: 'manager' });
  let made = 0;
  const ask = (method: string, below: string, sent?: unknown) =>
    staff.ask(method, `/${path}${below}`, sent === undefined ? {} : { body: sent });
  return {
    http,
    staff,
    ask,
    create: async (more = {}) => {
      made += 1;
      const { code, data, message } = await ask('POST', '', { ...body(made), ...more });
      if (code !== 'ok') throw new Error(`${code}: ${message}`);
      return data as Fields & { id: number; version: number };
    },
  };
};

/** What a change leaves: its version of the settings, its journal lines, what others were told. */
export const traceOf = ({ http: { harness } }: Kind) => ({
  version: harness.desk.settings().version,
  events: harness.log.length,
  journal: harness.log.at(-1)?.journal ?? [],
  told: harness.told.at(-1)?.changes ?? [],
});

/** Was the newest event one line of kind `config` that raised the version and was told to all? */
export const isTold = (t: Test, kind: Kind, before: ReturnType<typeof traceOf>): void => {
  const after = traceOf(kind);
  t.equal(after.events, before.events + 1, 'one event');
  t.equal(after.version, before.version + 1, 'the version of the settings rises by one');
  t.ok(after.journal.length > 0, 'a journal line stands in it');
  t.ok(
    after.journal.every((line) => line.kind === 'config'),
    'of kind config',
  );
  t.ok(after.told.length > 0, 'other threads are told');
};

const tagged = (says: string, method: string, path: string, rule: number | undefined): string =>
  rule ? `${says} [${method} /admin/v1/${path} #${rule}]` : says;

/** Shows the laws for a family. */
export const settingLaws = (family: Family, tags: LawTags): void => {
  const { path, body, change, readOnly, broken, required } = family;
  const noun = path.split('/').at(-1);
  const way = family.replaces ? 'PUT' : 'PATCH';
  /** A body that changes these fields. */
  const sent = (fields: Fields): Fields => (family.replaces ? { ...body(1), ...fields } : fields);
  const law = (
    says: string,
    method: string,
    below: string,
    rule: number | undefined,
    run: (t: Test, kind: Kind) => Promise<void>,
  ) =>
    t.test(tagged(`${noun}: ${says}`, method, path + below, rule), async (t) =>
      run(t, await openKind(t, family)),
    );

  law('what is needed is asked for by name', 'POST', '', tags.create?.required, async (t, kind) => {
    const before = traceOf(kind);
    for (const field of required) {
      const { [field]: _, ...rest } = body(1);
      const { code, message } = await kind.ask('POST', '', rest);
      t.equal(code, 'invalid_input');
      t.match(message, field);
    }
    t.same(traceOf(kind), before, 'nothing was done');
  });

  law('an unknown field is refused by name', 'POST', '', tags.create?.unknown, async (t, kind) => {
    const { code, message } = await kind.ask('POST', '', { ...body(1), surprise: 1 });
    t.equal(code, 'invalid_input');
    t.match(message, 'surprise');
  });

  law('a new one is journaled and told', 'POST', '', tags.create?.told, async (t, kind) => {
    const before = traceOf(kind);
    const { version } = await kind.create();
    t.equal(version, 1);
    isTold(t, kind, before);
  });

  law('a missing one is not found', 'GET', '/{id}', tags.read?.missing, async (t, kind) => {
    const { id } = await kind.create();
    t.equal((await kind.ask('GET', `/${id}`)).code, 'ok');
    for (const ask of [
      ['GET', undefined],
      [way, sent({ version: 1, ...change })],
      ['DELETE', undefined],
    ] as const) {
      const missing = await kind.ask(ask[0], `/${id + 1000}`, ask[1]);
      t.match(missing, { status: 404, code: 'not_found' }, ask[0]);
    }
  });

  law(
    'a change names the version it rests on',
    way,
    '/{id}',
    tags.patch?.version,
    async (t, kind) => {
      const { id } = await kind.create();
      t.match(await kind.ask(way, `/${id}`, sent(change)), { status: 400, code: 'invalid_input' });
      t.match((await kind.ask(way, `/${id}`, sent({ version: 1, ...change }))).data, {
        version: 2,
      });
      const stale = await kind.ask(way, `/${id}`, sent({ version: 1, ...change }));
      t.match(stale, { status: 409, code: 'conflict' });
      t.match((await kind.ask('GET', `/${id}`)).data, { version: 2, ...change });
    },
  );

  law('a change keeps the rules of a create', way, '/{id}', tags.patch?.rules, async (t, kind) => {
    const { id } = await kind.create();
    const before = traceOf(kind);
    const [fields, field] = broken;
    const refused = await kind.ask(way, `/${id}`, sent({ version: 1, ...fields }));
    t.match(refused, { status: 400, code: 'invalid_input' });
    t.match(refused.message, field);
    const created = await kind.ask('POST', '', { ...body(2), ...fields });
    t.match(created, { status: 400, code: 'invalid_input' });
    t.match(created.message, field);
    t.same(traceOf(kind), before, 'nothing was done');
  });

  law('a change that changes nothing is none', way, '/{id}', tags.patch?.same, async (t, kind) => {
    const { id } = await kind.create(change);
    const before = traceOf(kind);
    const { code, data } = await kind.ask(way, `/${id}`, sent({ version: 1, ...change }));
    t.equal(code, 'ok');
    t.match(data, { version: 1, ...change });
    t.same(traceOf(kind), before, 'nothing was written');
  });

  law(
    'what the server sets cannot be sent',
    way,
    '/{id}',
    tags.patch?.readOnly,
    async (t, kind) => {
      const { id } = await kind.create();
      for (const field of readOnly) {
        const fields = sent({ version: 1, [field]: (await kind.create())[field] ?? 1 });
        const { code, message } = await kind.ask(way, `/${id}`, fields);
        t.equal(code, 'invalid_input', field);
        t.match(message, field);
      }
    },
  );

  law('a change is journaled and told', way, '/{id}', tags.patch?.told, async (t, kind) => {
    const { id } = await kind.create();
    const before = traceOf(kind);
    const { data } = await kind.ask(way, `/${id}`, sent({ version: 1, ...change }));
    t.match(data, { version: 2, ...change });
    isTold(t, kind, before);
    const line = traceOf(kind).journal.at(-1)?.text;
    t.match(line, /changed: /);
    for (const field of Object.keys(change)) t.match(line, field, 'it names the changed fields');
  });

  law('a deleted one is gone', 'DELETE', '/{id}', tags.remove?.gone, async (t, kind) => {
    const { id } = await kind.create();
    const kept = await kind.create();
    t.match(await kind.ask('DELETE', `/${id}`), { status: 200, data: null });
    t.equal((await kind.ask('GET', `/${id}`)).code, 'not_found');
    const { data } = await kind.ask('GET', '');
    const ids = (data as { id: number }[]).map((one) => one.id);
    t.ok(ids.includes(kept.id) && !ids.includes(id), 'the others are there');
    const again = await kind.create();
    t.not(again.id, id, 'its id is not given again');
  });

  law('a delete is journaled and told', 'DELETE', '/{id}', tags.remove?.told, async (t, kind) => {
    const { id } = await kind.create();
    const before = traceOf(kind);
    await kind.ask('DELETE', `/${id}`);
    isTold(t, kind, before);
    t.match(traceOf(kind).journal.at(-1)?.text, /deleted/);
  });

  if (tags.order !== undefined) orderLaws(family, tags.order, law);
};

type Law = (
  says: string,
  method: string,
  below: string,
  rule: number | undefined,
  run: (t: Test, kind: Kind) => Promise<void>,
) => void;

const listed = async (kind: Kind) =>
  (await kind.ask('GET', '')).data as { id: number; version: number }[];

const orderLaws = (_family: Family, tags: NonNullable<LawTags['order']>, law: Law): void => {
  law('an order names every item once', 'PUT', '/order', tags.once, async (t, kind) => {
    await kind.create();
    await kind.create();
    const ids = (await listed(kind)).map((one) => one.id);
    const before = traceOf(kind);
    for (const wrong of [
      ids.slice(1),
      [...ids, ids[0]],
      [...ids.slice(1), ids[1]],
      [...ids, 999],
    ]) {
      const { code, message } = await kind.ask('PUT', '/order', { ids: wrong });
      t.equal(code, 'invalid_input');
      t.match(message, 'ids');
    }
    t.same(traceOf(kind), before, 'nothing was done');
  });

  law('an order is answered with the whole list', 'PUT', '/order', tags.whole, async (t, kind) => {
    await kind.create();
    await kind.create();
    const ids = (await listed(kind)).map((one) => one.id).reverse();
    const { data } = await kind.ask('PUT', '/order', { ids });
    t.same(
      (data as { id: number }[]).map((one) => one.id),
      ids,
    );
    t.same(await listed(kind), data);
  });

  law('an order and versions', 'PUT', '/order', tags.versions, async (t, kind) => {
    for (let n = 0; n < 3; n += 1) await kind.create();
    // Once in a first order, so that the places are known.
    await kind.ask('PUT', '/order', { ids: (await listed(kind)).map((one) => one.id) });
    const before = await listed(kind);
    const [first, ...others] = before;
    const last = others.pop();
    if (first === undefined || last === undefined) throw new Error('three were created');
    const ids = [last, ...others, first].map((one) => one.id);
    await kind.ask('PUT', '/order', { ids });
    for (const { id, version } of await listed(kind)) {
      const was = before.find((one) => one.id === id)?.version ?? 0;
      const moved = id === first.id || id === last.id;
      t.equal(version, was + (moved && tags.raises ? 1 : 0), `${id}`);
    }
  });

  law('an order is journaled and told', 'PUT', '/order', tags.told, async (t, kind) => {
    await kind.create();
    await kind.create();
    const ids = (await listed(kind)).map((one) => one.id).reverse();
    const before = traceOf(kind);
    await kind.ask('PUT', '/order', { ids });
    isTold(t, kind, before);
    const after = traceOf(kind);
    await kind.ask('PUT', '/order', { ids });
    t.same(traceOf(kind), after, 'the same order again is none');
  });
};
