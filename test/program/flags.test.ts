// Flags: one message for everything that is wrong, and a twin in the environment for each.

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import t from 'tap';
import { COMMANDS, readCommandLine } from '../../program/flags.js';

const serve = (args: string[], env: Record<string, string> = {}) =>
  readCommandLine(['serve', ...args], env);

t.test('Without flags the server is a loopback server of its own folder', async (t) => {
  const line = serve([]);
  t.match(line, {
    kind: 'run',
    command: 'serve',
    flags: { port: 8080, host: '127.0.0.1', data: './data', prices: '', tradeRate: 500 },
  });
  t.ok(line.kind === 'run' && Object.isFrozen(line.flags));
});

t.test('A flag wins over its twin in the environment, which wins over the default', async (t) => {
  const env = { BROKERD_PORT: '7000', BROKERD_TRADE_RATE: '9', BROKERD_METRICS_OPEN: 'true' };
  t.match(serve(['--port=7001'], env), {
    flags: { port: 7001, tradeRate: 9, metricsOpen: true },
  });
  t.match(serve([], { BROKERD_PORT: '' }), { flags: { port: 8080 } });
});

t.test('A file of variables stands behind the environment', async (t) => {
  const path = join(t.testdir(), 'env');
  writeFileSync(path, '# a\nBROKERD_PORT=7002\nBROKERD_TRADE_RATE="8"\nOTHER=1\nBROKERD_HOST=\n');
  const flags = { port: 7002, tradeRate: 9, host: '127.0.0.1' };
  t.match(serve(['--env-file', path], { BROKERD_TRADE_RATE: '9' }), { flags });
  t.match(serve(['--port', '1'], { BROKERD_ENV_FILE: path }), { flags: { port: 1, tradeRate: 8 } });
  writeFileSync(path, 'BROKERD_PROT=1\nBROKERD_SHARDS=0\n');
  const known = `${path}: BROKERD_PROT is not read here; did you mean BROKERD_PORT?`;
  const shards = 'BROKERD_SHARDS: must be a whole number from 1 to 64';
  t.same(serve(['--env-file', path]), { kind: 'problems', problems: [known, shards] });
  const missing = serve(['--env-file', `${path}x`]);
  t.match(missing, { problems: [`--env-file: ${path}x does not exist`] });
  const ending = readCommandLine(['rotate-key', '--end-sessions'], {});
  t.match(ending, { problems: ['--end-sessions: needs --retire'] });
});

t.test('Everything that is wrong is told at once', async (t) => {
  const line = serve(
    ['--port', '70000', '--shards', '0', '--prices', 'gold', '--tls-cert', 'no/such.pem', '--x'],
    { BROKERD_LOG_LEVEL: 'loud', BROKERD_TRUSTED_PROXIES: '10.0.0.0/8,home' },
  );
  t.equal(line.kind, 'problems');
  const problems = line.kind === 'problems' ? line.problems : [];
  const names = problems.map((problem) => problem.split(':')[0]).sort();
  t.same(names, [
    '--port',
    '--prices',
    '--shards',
    '--tls-cert',
    '--x',
    'BROKERD_LOG_LEVEL',
    'BROKERD_TRUSTED_PROXIES',
  ]);
});

t.test('One wrong flag is one message, with the flag that is meant', async (t) => {
  const read = (...args: string[]) => readCommandLine(args, {});
  const problem = (text: string) => ({ kind: 'problems', problems: [text] });
  for (const [flag, meant] of [
    ['--prot', '--port'],
    ['--Data', '--data'],
    ['-port', '--port'],
    ['--trusted-proxy', '--trusted-proxies'],
    ['--alowed-origin', '--allowed-origins'],
  ] as const) {
    t.same(
      read('serve', flag, '8080'),
      problem(`${flag}: unknown flag; did you mean ${meant}?`),
      flag,
    );
  }
  t.same(read('serve', '--colour', 'blue'), problem('--colour: unknown flag'));
  const nodemo = problem('--nodemo: unknown flag; did you mean --no-demo?');
  t.same(read('serve', '--nodemo', '--port', '1'), nodemo, 'a switch takes no value');
  t.same(read('serve', '--prot=1'), problem('--prot: unknown flag; did you mean --port?'));
  t.same(read('srve'), problem('srve: unknown command; did you mean serve?'));
  for (const flag of ['--port', '--prot']) {
    const problems = [`${flag}: flags stand behind a command, as in brokerd serve --port 8080`];
    t.same(read(flag, '1'), { kind: 'problems', problems });
    t.same(read(`${flag}=1`), { kind: 'problems', problems });
  }
  t.same(read('explain', '12', '--jsn'), problem('--jsn: unknown flag; did you mean --json?'));
  t.same(
    read('serve', '--admin-password', 'Strong-pass1'),
    problem('--admin-password: is given in the environment alone, as BROKERD_ADMIN_PASSWORD'),
    'what stands behind it is not repeated: it is a secret',
  );
});

t.test('The version is asked for like the help', async (t) => {
  for (const args of [['--version'], ['version'], ['serve', '--version']]) {
    t.same(readCommandLine(args, {}), { kind: 'version' }, args.join(' '));
  }
});

t.test('Half of a TLS pair is refused', async (t) => {
  const line = serve(['--tls-cert', 'package.json']);
  t.same(line, {
    kind: 'problems',
    problems: ['--tls-cert and --tls-key: one needs the other'],
  });
});

t.test('Passwords come from the environment alone and must be strong', async (t) => {
  t.match(serve(['--admin-password', 'Strong-pass1']), { kind: 'problems' });
  t.match(serve([], { BROKERD_ADMIN_PASSWORD: 'weak' }), { kind: 'problems' });
  t.match(serve([], { BROKERD_ADMIN_PASSWORD: 'Strong-pass1' }), {
    flags: { adminPassword: 'Strong-pass1' },
  });
});

t.test('Every command explains itself', async (t) => {
  for (const command of Object.keys(COMMANDS)) {
    const line = readCommandLine([command, '--help'], {});
    t.equal(line.kind, 'help');
    t.match(line.kind === 'help' ? line.text : '', `brokerd ${command}: `);
  }
  const help = readCommandLine([], {});
  const rows =
    help.kind === 'help' ? help.text.split('\n').filter((row) => /^ {2}\S/.test(row)) : [];
  t.ok(rows.length > 10);
  for (const row of rows) t.match(row, /^ {2}[a-z-]+ {2,}\S/, 'a name stands apart from its words');
  t.match(readCommandLine(['dance'], {}), { kind: 'problems', problems: [/^dance: unknown/] });
});

t.test('A command takes its own flags only, and says which it cannot do without', async (t) => {
  t.match(readCommandLine(['backup'], {}), { problems: ['--to: required'] });
  t.match(readCommandLine(['backup', '--to', 'copy'], {}), { kind: 'run', flags: { to: 'copy' } });
  t.match(readCommandLine(['verify', '--port', '1'], {}), { kind: 'problems' });
  const explain = (...args: string[]) => readCommandLine(['explain', ...args], {});
  t.match(explain('12', '--json'), { kind: 'run', flags: { deal: 12, json: true } });
  t.match(explain('--data', 'd', '12'), { kind: 'run', flags: { deal: 12, data: 'd' } });
  const blank = explain('12', '--data', ' d3');
  t.same(blank.kind === 'run' && blank.flags.data, resolve(' d3'), 'paths are absolute');
  t.match(explain(), { problems: ['DEAL_ID: required'] });
  t.match(explain('0'), { problems: [/^DEAL_ID: must be a whole number from 1/] });
  t.match(explain('12', '13'), { problems: ['13: one DEAL_ID is enough'] });
  t.match(serve(['12']), { problems: ['12: unknown flag'] });
  for (const next of [['--host', '0.0.0.0'], ['--host=0.0.0.0'], ['--no-demo']]) {
    const line = serve(['--port', ...next]);
    t.same(line, { kind: 'problems', problems: ['--port: needs a value'] }, next[0]);
  }
  t.same(
    readCommandLine(['backup', '--to', '--data', 'd'], {}),
    { kind: 'problems', problems: ['--to: needs a value'] },
    'and one that is required is told once',
  );
  t.match(serve(['--port']), { problems: ['--port: needs a value'] });
  t.match(serve(['--port', '1', '--port', '2']), { problems: ['--port: given twice'] });
});

t.test('An id may be as long as ids get, and no longer', async (t) => {
  const explain = (id: string) => readCommandLine(['explain', id], {});
  for (const id of ['1', '1000000000000000', '9007199254740991']) {
    t.match(explain(id), { kind: 'run', flags: { deal: Number(id) } });
  }
  for (const id of ['0', '9007199254740992', '9'.repeat(400), '1e3', '']) {
    const why = 'DEAL_ID: must be a whole number from 1 to 9007199254740991';
    const problems = [id === '' ? /DEAL_ID/ : why];
    t.match(explain(id), { kind: 'problems', problems }, id);
  }
});
