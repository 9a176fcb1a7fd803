// Reads what `iptables-save` prints.

import type { Chain, FirewallRule } from './rules.js';

/** The hooks of the chains that exist by themselves. */
const HOOKS: Readonly<Record<string, string>> = {
  INPUT: 'input',
  PREROUTING: 'prerouting',
  FORWARD: 'forward',
  OUTPUT: 'output',
  POSTROUTING: 'postrouting',
};

/** Options that fill a column. */
const COLUMNS: Readonly<Record<string, 'address' | 'port' | 'interface' | 'protocol'>> = {
  '-s': 'address',
  '-d': 'address',
  '--dport': 'port',
  '--dports': 'port',
  '--sport': 'port',
  '-i': 'interface',
  '-o': 'interface',
  '-p': 'protocol',
};

/** The words of a line; quotes hold words together. */
const wordsOf = (line: string): string[] =>
  Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"|\S+/g), ([word, quoted]) => quoted ?? word);

/** A rule from the words behind the name of its chain. */
const ruleOf = (words: readonly string[], number: number): FirewallRule => {
  const columns = { protocol: '', address: '', port: '', interface: '' };
  let [name, action]: [string, string] = [`rule ${number}`, ''];
  let leadsTo: string | undefined;
  for (const [at, word] of words.entries()) {
    const value = words[at + 1] ?? '';
    const column = COLUMNS[word];
    if (column !== undefined) columns[column] ||= value;
    if (word === '--comment') name = value;
    if (word === '-j' || word === '-g') {
      action = value.toLowerCase();
      leadsTo = value;
    }
  }
  return { name, action, ...columns, expression: words.join(' '), leadsTo };
};

/** The chains of a listing; undefined = it is none. */
export const iptablesChains = (listing: unknown): Chain[] | undefined => {
  if (typeof listing !== 'string') return undefined;
  const chains = new Map<string, Chain>();
  let table = '';
  for (const line of listing.split('\n')) {
    if (line.startsWith('*')) table = line.slice(1).trim();
    const [first = '', second = '', ...rest] = wordsOf(line);
    if (first.startsWith(':')) {
      const name = first.slice(1);
      const policy = second === '-' ? '' : second.toLowerCase();
      const hook = HOOKS[name] ?? '';
      chains.set(`${table} ${name}`, { family: 'ip', table, name, hook, policy, rules: [] });
    } else if (first === '-A') {
      const chain = chains.get(`${table} ${second}`);
      chain?.rules.push(ruleOf(rest, chain.rules.length + 1));
    }
  }
  return table === '' ? undefined : [...chains.values()];
};
