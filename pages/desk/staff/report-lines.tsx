// The report lines of a staff user: which reports the user sees, exports, and how far back.

import { useEffect, useState } from 'preact/hooks';
import { unwrap } from '../../../client/index.js';
import { RecordForm } from '../../forms/form.js';
import type { RecordPartProps } from '../../forms/record.js';
import type { RecordValues } from '../../forms/values.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { type Attempt, attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { BODIES } from '../../made/settings.js';
import { texts } from '../../texts/language.js';
import { Loaded } from '../../ui/loaded.js';

const words = texts({
  text: [
    'With the right “reports” the user sees the reports that a line names: by the name of a ' +
      'report, or a mask such as Finance*.',
    'Mit dem Recht „reports“ sieht der Mitarbeiter die Berichte, die eine Zeile nennt: mit dem ' +
      'Namen eines Berichts oder einer Maske wie Finanz*.',
  ],
});

const PATH = '/admin/v1/staff/{login}';

/** Reads the lines with the version of the profile that has them. */
const readLines = async (rest: StaffLive['rest'], login: number): Promise<RecordValues> => {
  const params = { path: { login } };
  const { version } = await unwrap(rest.GET(PATH, { params }));
  const lines = await unwrap(rest.GET(`${PATH}/reports`, { params }));
  return { lines, version };
};

/** The form of the report lines. */
export const ReportLines = ({ record, onDone }: RecordPartProps) => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [read, setRead] = useState<Attempt<RecordValues> | null>(null);
  const login = Number(record.login);
  const load = async (): Promise<void> => setRead(await attempt(readLines(rest, login)));
  useEffect(() => void load(), [login]);
  return (
    <>
      <p class="muted">{words().text}</p>
      <Loaded
        status={read === null ? 'loading' : read.ok ? 'ready' : 'failed'}
        refusal={read === null || read.ok ? null : read.refusal}
        hasContent={read?.ok ?? false}
        onRetry={() => void load()}
      >
        {read?.ok ? (
          <RecordForm
            fields={BODIES['staff.put_reports']}
            record={read.value}
            isReadOnly={!session.can('staff.put_reports')}
            rest={rest}
            save={(changed, { version }) => {
              const body = { ...changed, version } as never;
              return unwrap(rest.PUT(`${PATH}/reports`, { params: { path: { login } }, body }));
            }}
            reread={() => attempt(readLines(rest, login))}
            onSaved={onDone}
          />
        ) : null}
      </Loaded>
    </>
  );
};
