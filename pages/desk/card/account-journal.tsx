// The journal of an account, newest first.

import { useEffect } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useList } from '../../frame/list.js';
import { useStaff } from '../../frame/store.js';
import type { List } from '../../live/lists.js';
import { texts } from '../../texts/language.js';
import { LoadedList } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { Time, UserText } from '../../ui/values.js';

type AccountJournalLine = components['schemas']['JournalRow'];

const words = texts({
  journal: ['Journal', 'Journal'],
  time: ['Time', 'Zeit'],
  by: ['By', 'Von'],
  what: ['What', 'Was'],
  nothing: ['The journal has nothing on this account.', 'Das Journal hat nichts zu diesem Konto.'],
  server: ['server', 'Server'],
});

const byText = ({ by }: AccountJournalLine): string => (by === 0 ? words().server : String(by));

/** The text of a line and of each changed field. */
const says = ({ text, changes }: AccountJournalLine): string =>
  [text, ...changes.map(({ field, from, to }) => `${field}: ${from || '–'} → ${to || '–'}`)].join(
    ' · ',
  );

const columns = (): readonly Column<AccountJournalLine>[] => [
  { key: 'time', title: words().time, width: 156, cell: ({ time }) => <Time at={time} /> },
  { key: 'by', title: words().by, width: 80, cell: byText },
  {
    key: 'text',
    title: words().what,
    cell: (line) => (
      <span title={says(line)}>
        <UserText>{says(line)}</UserText>
      </span>
    ),
  },
];

interface AccountJournalProps {
  readonly login: number;
  readonly times: number;
}

const PAGE_ROWS = 200;

interface AccountLinesQuery {
  readonly page: number;
  readonly limit: number;
}

/** The lines about the account. */
export const AccountJournal = ({ login, times }: AccountJournalProps) => {
  const { rest } = useStaff();
  const list = useList<AccountJournalLine, AccountLinesQuery, components['schemas']['JournalPage']>(
    (query) =>
      unwrap(
        rest.GET('/admin/v1/accounts/{login}/journal', { params: { path: { login }, query } }),
      ),
    ({ id }) => id,
    [rest, login],
  );
  useEffect(() => void list.load({ page: 1, limit: PAGE_ROWS }), [list, times]);
  const onEnd = (): void => {
    if (list.status.value !== 'ready' || list.page.value?.has_more !== true) return;
    const page = Math.floor(list.rows.value.length / PAGE_ROWS) + 1;
    void list.more({ page, limit: PAGE_ROWS });
  };
  return (
    <div class="panel rows">
      <LoadedList list={list as List<AccountJournalLine, object>} empty={{ text: words().nothing }}>
        {(rows) => (
          <Table
            label={words().journal}
            columns={columns()}
            rows={rows}
            keyOf={({ id }) => id}
            onEnd={onEnd}
            narrow={(line) => (
              <div class="two-lines">
                <span>
                  <UserText>{says(line)}</UserText>
                </span>
                <span class="end">{byText(line)}</span>
                <span class="muted">
                  <Time at={line.time} />
                </span>
              </div>
            )}
          />
        )}
      </LoadedList>
    </div>
  );
};
