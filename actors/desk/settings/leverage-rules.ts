// Edits single rules of a leverage profile: insert, change, remove, sort.

import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { LeverageRuleRecord, RuleEdit } from '../../../wire/settings/leverage.js';
import { listedOnceFault } from '../types/rules/listed-once.js';
import type { Configuration } from './configuration.js';

type Rules = readonly LeverageRuleRecord[];

const edited = (rules: Rules, edit: RuleEdit): Outcome<Rules> => {
  if (edit.op === 'insert') {
    const at = edit.position === 0 ? rules.length : edit.position - 1;
    return ok(rules.toSpliced(at, 0, edit.rule as LeverageRuleRecord));
  }
  if (edit.op === 'arrange') {
    const all = new Set(rules.map((_, at) => at + 1));
    return (
      listedOnceFault('order', 'rule', edit.numbers, all) ??
      ok(edit.numbers.map((number) => rules[number - 1] as LeverageRuleRecord))
    );
  }
  const at = edit.number - 1;
  const rule = rules[at];
  if (rule === undefined) return refuse('not_found', 'n: there is no such rule');
  return ok(
    edit.op === 'remove' ? rules.toSpliced(at, 1) : rules.with(at, { ...rule, ...edit.fields }),
  );
};

/** Changes the rules of a profile; returns the whole profile. */
export const editRules = (
  configuration: Configuration,
  { caller, id, version, edit }: DeskOps['leverage.rules']['input'],
): Promise<DeskAnswer<'leverage.rules'>> =>
  configuration.edit({ caller, kind: 'leverage_profile', id, version }, (profile) => {
    const rules = edited(profile.rules as Rules, edit);
    return rules.ok ? ok({ rules: rules.data }) : rules;
  });
