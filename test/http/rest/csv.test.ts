// CSV: quoting, formulas, and the columns of a schema.

import { Type } from '@sinclair/typebox';
import t from 'tap';
import { csvColumns, csvHead, csvLines } from '../../../http/rest/csv.js';
import { Decimal, TimeOrNull } from '../../../wire/base/schema.js';

const columns = csvColumns(
  Type.Object({
    id: Type.Integer(),
    comment: Type.String(),
    profit: Decimal(),
    at: TimeOrNull(),
    tags: Type.Array(Type.String()),
    origin: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    money: Type.Union([Type.Object({ equity: Decimal() }), Type.Null()]),
  }),
);
const ROW = { id: 7, comment: '', profit: '0', at: null, tags: [], origin: {}, money: null };
const written = (more: object): string => csvLines(columns, [{ ...ROW, ...more }]);

t.test('Columns have the names of the members, those of an inner object with a dot', async (t) => {
  t.equal(csvHead(columns), 'id,comment,profit,at,tags,origin,money.equity\r\n');
  const money = { equity: '8.00' };
  const at = '2026-03-02T09:00:00.000Z';
  t.equal(written({ money, at }), `7,,0,${at},,{},8.00\r\n`);
  t.equal(written({ tags: ['web', 'api'] }), '7,,0,,web api,{},\r\n');
});

t.test('Cells with commas, quotes and line ends are quoted', async (t) => {
  const cells = {
    'a,b': '"a,b"',
    'say "no"': '"say ""no"""',
    'two\nlines': '"two\nlines"',
    'two\rlines': '"two\rlines"',
    'Jürgen €': 'Jürgen €',
  };
  for (const [comment, cell] of Object.entries(cells)) {
    t.equal(written({ comment }), `7,${cell},0,,,{},\r\n`);
  }
  t.equal(written({ origin: { ip: '::1' } }), '7,,0,,,"{""ip"":""::1""}",\r\n');
});

t.test('No text is run as a formula, and numbers stay numbers', async (t) => {
  for (const comment of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) {
    t.equal(written({ comment }), `7,'${comment},0,,,{},\r\n`);
  }
  t.equal(written({ comment: '=HYPERLINK("x","y")' }), `7,"'=HYPERLINK(""x"",""y"")",0,,,{},\r\n`);
  t.equal(written({ comment: '\r=1' }), `7,"'\r=1",0,,,{},\r\n`);
  t.equal(written({ comment: 'a=1' }), '7,a=1,0,,,{},\r\n');
  t.equal(written({ profit: '-12.50', id: -3 }), '-3,,-12.50,,,{},\r\n');
  t.equal(written({ tags: ['=1'] }), "7,,0,,'=1,{},\r\n");
});
