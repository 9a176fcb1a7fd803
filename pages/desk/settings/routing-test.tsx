// The test of routing: which rule would take a request, and why the others do not.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { BodyFields, givenValues } from '../../forms/body.js';
import type { RecordValues } from '../../forms/values.js';
import { choiceText } from '../../forms/words.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import { BODIES } from '../../made/settings.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { RefusalNote } from '../../ui/loaded.js';

const words = texts({
  open: ['Test a request', 'Anfrage prüfen'],
  text: [
    'Nothing is traded. The answer says which rule would decide on such a request.',
    'Es wird nicht gehandelt. Die Antwort sagt, welche Regel über eine solche Anfrage entscheidet.',
  ],
  run: ['Test', 'Prüfen'],
  decides: [(name: string) => `Rule ${name} decides:`, (name) => `Regel ${name} entscheidet:`],
  nobody: ['No rule decides. The request is answered by:', 'Keine Regel entscheidet. Es gilt:'],
  dealers: [(logins: string) => `dealers ${logins}`, (logins) => `Händler ${logins}`],
  delay: [(ms: number) => `after ${ms} ms`, (ms) => `nach ${ms} ms`],
  noStops: ['without stop loss and take profit', 'ohne Stop Loss und Take Profit'],
  walk: ['Rules in their order', 'Regeln in ihrer Reihenfolge'],
  rule: ['Rule', 'Regel'],
  result: ['Result', 'Ergebnis'],
  fits: ['decides', 'entscheidet'],
  passed: ['fits, goes on', 'passt, geht weiter'],
  unmet: [
    (field: string, op: string, value: string, actual: string) =>
      `${field} must be ${op} ${value}, and is ${actual}`,
    (field, op, value, actual) => `${field} muss ${op} ${value} sein und ist ${actual}`,
  ],
});

type TestedRequest = components['schemas']['RoutingTest'];
type Step = TestedRequest['walked'][number];

const FIRST: RecordValues = {
  symbol: '',
  side: 'buy',
  volume: '1',
  kind: 'open',
  order_kind: 'market',
};

const stepText = ({ unmet, matched, passed_over }: Step, isLast: boolean): string => {
  if (unmet !== null) {
    const { field, op, value, actual } = unmet;
    return words().unmet(choiceText(field), choiceText(op), value, actual);
  }
  return matched && !passed_over && isLast ? words().fits : words().passed;
};

const Decision = ({ answer }: { readonly answer: TestedRequest }) => {
  const { rule, action, action_value, dealers, delay_ms, clear_stops } = answer;
  const parts = [
    `${choiceText(action)} ${action_value}`.trim(),
    ...(dealers.length > 0 ? [words().dealers(dealers.join(', '))] : []),
    ...(delay_ms > 0 ? [words().delay(delay_ms)] : []),
    ...(clear_stops ? [words().noStops] : []),
  ];
  return (
    <p role="status">
      {rule === null ? words().nobody : words().decides(rule.name)} <b>{parts.join(', ')}</b>
    </p>
  );
};

const Walk = ({ answer }: { readonly answer: TestedRequest }) => (
  <table class="walk" aria-label={words().walk}>
    <thead>
      <tr>
        <th scope="col">{words().rule}</th>
        <th scope="col">{words().result}</th>
      </tr>
    </thead>
    <tbody>
      {answer.walked.map((step) => (
        <tr key={step.id}>
          <th scope="row">
            {step.position}.{' '}
            <a href={hrefOf('/desk/', 'settings/:kind/:id', { kind: 'routing', id: step.id })}>
              <bdi>{step.name}</bdi>
            </a>
          </th>
          <td>{stepText(step, step.id === answer.rule?.id)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The button of the test, and its dialog. */
export const RoutingTest = () => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [values, setValues] = useState<RecordValues | null>(null);
  const [answer, setAnswer] = useState<TestedRequest | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  if (!session.can('routing.test')) return null;
  const run = async (sample: RecordValues): Promise<void> => {
    const body = givenValues(sample) as components['schemas']['RoutingSample'];
    const read = await attempt(unwrap(rest.POST('/admin/v1/routing/test', { body })));
    setAnswer(read.ok ? read.value : null);
    setRefusal(read.ok ? null : read.refusal);
  };
  const close = (): void => setValues(null);
  return (
    <>
      <Button icon="search" onClick={() => setValues(FIRST)}>
        {words().open}
      </Button>
      {values === null ? null : (
        <Dialog
          title={words().open}
          size="wide"
          onClose={close}
          onSubmit={() => void run(values)}
          footer={
            <>
              <Button onClick={close}>{common().close}</Button>
              <Button
                tone="main"
                type="submit"
                isOff={values.symbol === '' || !(values.group || values.login)}
              >
                {words().run}
              </Button>
            </>
          }
        >
          <p class="muted">{words().text}</p>
          {refusal === null || refusal.faults.length > 0 ? null : <RefusalNote refusal={refusal} />}
          {answer === null ? null : (
            <>
              <Decision answer={answer} />
              <Walk answer={answer} />
            </>
          )}
          <BodyFields
            fields={BODIES['routing.test']}
            values={values}
            onChange={setValues}
            refusal={refusal}
          />
        </Dialog>
      )}
    </>
  );
};
