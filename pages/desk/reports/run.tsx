// Requesting a report: the inputs that its module asks for.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { RefusalNote } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';
import { moduleContent } from './report-words.js';
import { type Available, type Job, words } from './words.js';

type Request = components['schemas']['ReportJobCreate'];
type Input = Available['inputs'][number];

const listIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

const daysAgo = (days: number): string => {
  const day = new Date();
  day.setDate(day.getDate() - days);
  return day.toISOString().slice(0, 10);
};

/** The member of a request that an input's text stands for; an empty text is left out. */
const memberOf = (input: Input, text: string): Partial<Request> => {
  if (text.trim() === '') return {};
  if (input === 'groups') return { groups: listIn(text) };
  if (input === 'logins') return { logins: listIn(text).map(Number) };
  if (input === 'login') return { login: Number(text) };
  return { [input]: text.trim() };
};

const HINTS = {
  groups: () => words().groupsHint,
  login: () => words().loginHint,
  logins: () => words().loginsHint,
} as const;

interface RunProps {
  readonly report: Available;
  /** The job that was made; null = none was. */
  readonly onClose: (job: Job | null) => void;
}

/** The dialog in which a report is requested. */
export const Run = ({ report, onClose }: RunProps) => {
  const { rest } = useStaff();
  const [values, setValues] = useState<Partial<Record<Input, string>>>({
    from:
      report.oldest_from !== null && report.oldest_from > daysAgo(7)
        ? report.oldest_from
        : daysAgo(7),
    to: daysAgo(report.daily ? 1 : 0),
    groups: report.params.groups ?? '',
    company: report.params.company ?? '',
  });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const request = async (): Promise<void> => {
    setBusy(true);
    const members = report.inputs.map((input) => memberOf(input, values[input] ?? ''));
    const body: Request = Object.assign({ config_id: report.id, format: 'table' }, ...members);
    const done = await attempt(unwrap(rest.POST('/admin/v1/reports/jobs', { body })));
    setBusy(false);
    if (!done.ok) return setRefusal(done.refusal);
    toast({ text: words().requested, tone: 'good' });
    onClose(done.value);
  };
  const hintOf = (input: Input): string | undefined => {
    if (input === 'from' && report.oldest_from !== null) return words().oldest(report.oldest_from);
    return input === 'groups' || input === 'login' || input === 'logins'
      ? HINTS[input]()
      : undefined;
  };
  return (
    <Dialog
      title={words().runTitle(report.name)}
      onClose={() => onClose(null)}
      onSubmit={() => void request()}
      footer={
        <>
          <Button onClick={() => onClose(null)}>{common().cancel}</Button>
          <Button tone="main" type="submit" isBusy={isBusy}>
            {words().run}
          </Button>
        </>
      }
    >
      <p class="muted">{moduleContent(report)}</p>
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      {report.inputs.map((input) => (
        <TextField
          key={input}
          label={words()[input]}
          type={input === 'from' || input === 'to' ? 'date' : 'text'}
          hint={hintOf(input)}
          fault={faultsOf(refusal, input)[0]?.message ?? null}
          value={values[input] ?? ''}
          onInput={(text) => setValues((now) => ({ ...now, [input]: text }))}
        />
      ))}
    </Dialog>
  );
};
