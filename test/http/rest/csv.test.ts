// CSV: quoting, formulas, and the columns of a schema.

import { Type } from '@sinclair/typebox';
import t from 'tap';
import { csvText } from '../../../client/csv.js';
import { csvColumns, csvHead, csvLines, csvTable, csvValue } from '../../../http/rest/csv.js';
import { Decimal, TimeOrNull } from '../../../wire/base/schema.js';
import { test } from '../routes/tags.js';

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
const read = (text: string) => {
  const table = csvTable(text, 10);
  if (!table.ok) throw new Error(table.message);
  return table.data;
};
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

t.test('Cells with a separator of other spreadsheets are quoted', async (t) => {
  t.equal(written({ comment: 'a;b' }), '7,"a;b",0,,,{},\r\n');
  t.equal(written({ comment: 'a\tb' }), '7,"a\tb",0,,,{},\r\n');
});

t.test('No text is run as a formula, and numbers stay numbers', async (t) => {
  for (const comment of ['=1+1', '+1', '-1-1', '@SUM(A1)', ' =1', '\uff1d1']) {
    t.equal(written({ comment }), `7,'${comment},0,,,{},\r\n`);
  }
  t.equal(written({ comment: '-1' }), '7,-1,0,,,{},\r\n', 'a number is no formula');
  t.equal(written({ comment: '\tx' }), `7,"'\tx",0,,,{},\r\n`);
  t.equal(written({ comment: '=HYPERLINK("x","y")' }), `7,"'=HYPERLINK(""x"",""y"")",0,,,{},\r\n`);
  t.equal(written({ comment: '\r=1' }), `7,"'\r'=1",0,,,{},\r\n`);
  t.equal(written({ comment: 'a=1' }), '7,a=1,0,,,{},\r\n');
  t.equal(written({ profit: '-12.50', id: -3 }), '-3,,-12.50,,,{},\r\n');
  t.equal(written({ tags: ['=1'] }), "7,,0,,'=1,{},\r\n");
});

test`Nor is what follows a separator, at which another spreadsheet splits the cell`(async (t) => {
  const parts = ["=cmd|'/C calc'!A0", '@SUM(A1)', '+1', '-1-1', '"=1', ' \u00a0=1', "'=1"];
  for (const separator of [';', ',', '\t', '\n', '\r']) {
    for (const part of parts) {
      const cell = `Ada X${separator}'${part}`.replaceAll('"', '""');
      t.equal(written({ comment: `Ada X${separator}${part}` }), `7,"${cell}",0,,,{},\r\n`);
    }
    t.equal(written({ comment: `1${separator}-5` }), `7,"1${separator}-5",0,,,{},\r\n`);
  }
  const origin = { of: [1, -5], at: -2.5e-7 };
  t.equal(written({ origin }), '7,,0,,,"{""of"":[1,-5],""at"":-2.5e-7}",\r\n', 'JSON stays JSON');
});

t.test('What was written is read back as it was', async (t) => {
  const texts = ['=1', "'=1", '-5', "'-5", 'a;=1', "a;'=1", 'a,\t=1', '\t', "'\t", "it's", '"@'];
  for (const comment of texts) {
    t.equal(
      csvText(read(csvHead(columns) + written({ comment })).rows[0]?.cells[1] ?? ''),
      comment,
    );
  }
});

t.test('A table is read as spreadsheets of other languages write it', async (t) => {
  const rows = [{ line: 2, cells: ['1', 'x, y'] }];
  t.same(read('a,b\r\n1,"x, y"\r\n'), { names: ['a', 'b'], rows, separator: 'comma' });
  t.match(read('\ufeff A ;B;;\r1;"x, y";;\r;;;\r'), { names: ['a', 'b'], rows });
  t.match(read('a\tb\n1\t"x, y"'), { rows, separator: 'tab' });
  t.match(read('sep=;\r\na;b\r\n1;"x, y"'), { rows: [{ line: 3, cells: ['1', 'x, y'] }] });
  t.match(read('a,b\n"1\n2",x\n3,y').rows, [{ line: 2 }, { line: 4, cells: ['3', 'y'] }]);
  t.equal(read(`a\n${'1\n'.repeat(30)}`).rows.length, 11, 'what is too much is not read');
  for (const [text, message] of [
    ['a;b,c\n', 'csv: line 1: its cells are separated by comma and semicolon'],
    ['a;b\n\n1;2;3\n', /^csv: line 3: has 3 cells, the first line has 2 \(.* semicolon\)$/],
    [`a${','.repeat(1000)}\n`, 'csv: line 1: has more than 256 cells'],
    ['\n'.repeat(20_000), 'csv: has more than 10000 lines'],
    ['a,b\n1,"x"y\n', 'csv: line 2, column 2: a quote is wrong (comma)'],
  ] as const) {
    t.match(csvTable(text, 10), { code: 'invalid_input', message });
  }
});

t.test('Cells of numbers and booleans are read where their meaning is certain', async (t) => {
  for (const cell of ['100', '100.0', '100,00', ' 100 ']) t.equal(csvValue('integer', cell), 100);
  for (const cell of ['100.5', '1,000', '1.000', '1e2']) t.equal(csvValue('integer', cell), cell);
  t.same(
    ['TRUE', 'False', 'true', 'yes'].map((cell) => csvValue('boolean', cell)),
    [true, false, true, 'yes'],
  );
});
