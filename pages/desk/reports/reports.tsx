// Reports: those that may be requested, the jobs that make them, their rows, and the modules.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { type components, unwrap } from '../../../client/index.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { makeList } from '../../live/lists.js';
import { attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { common } from '../../texts/common.js';
import { confirm } from '../../ui/confirm.js';
import { CheckField } from '../../ui/field.js';
import { LoadedList } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { type Column, Table } from '../../ui/table.js';
import { Tabs } from '../../ui/tabs.js';
import { toastRefusal } from '../../ui/toast.js';
import { Figure, Time, UserText } from '../../ui/values.js';
import { moduleContent, moduleTitle } from './report-words.js';
import { Result } from './result.js';
import { Run } from './run.js';
import { type Available, type Job, STATE_LOOKS, words } from './words.js';

type ReportModule = components['schemas']['ReportModule'];
type ReportsTab = 'list' | 'jobs' | 'modules';

/** Jobs of a page. */
const PAGE_JOBS = 100;

const jobHref = (id: number): string => hrefOf('/desk/', 'reports/:tab/:id', { tab: 'jobs', id });

/** The inputs of a report in words; both ends of its period are one. */
const inputsText = (inputs: Available['inputs']): string =>
  inputs
    .filter((input) => input !== 'to')
    .map((input) => (input === 'from' ? words().period : words()[input]))
    .join(', ');

/** What a report has, with the whole sentence where its column is too narrow. */
const Content = ({ of }: { readonly of: Available | ReportModule }) => {
  const text = moduleContent(of);
  return <span title={text}>{text}</span>;
};

const reportColumns = (run: (report: Available) => void): readonly Column<Available>[] => [
  {
    key: 'name',
    title: words().report,
    width: 260,
    cell: (row) => (
      <button type="button" class="link" tabIndex={-1} onClick={() => run(row)}>
        <UserText>{row.name}</UserText>
      </button>
    ),
  },
  { key: 'content', title: words().content, cell: (row) => <Content of={row} /> },
  { key: 'inputs', title: words().inputs, width: 290, cell: ({ inputs }) => inputsText(inputs) },
];

const NarrowReport = (row: Available) => (
  <>
    <UserText>{row.name}</UserText>
    <br />
    <span class="muted">{moduleContent(row)}</span>
  </>
);

const moduleColumns = (): readonly Column<ReportModule>[] => [
  { key: 'module', title: words().module, width: 150, cell: ({ module }) => module },
  { key: 'title', title: words().report, width: 190, cell: moduleTitle },
  { key: 'content', title: words().content, cell: (row) => <Content of={row} /> },
  {
    key: 'inputs',
    title: words().inputs,
    width: 290,
    cell: ({ inputs }) => inputsText(inputs),
  },
];

const periodOf = ({ params: { from, to } }: Job): string =>
  from === null ? '–' : `${from} – ${to}`;

const jobColumns = (): readonly Column<Job>[] => [
  {
    key: 'id',
    title: words().number,
    width: 72,
    cell: ({ id }) => <a href={jobHref(id)}>#{id}</a>,
  },
  { key: 'name', title: words().report, cell: ({ name }) => <UserText>{name}</UserText> },
  { key: 'period', title: words().period, width: 190, cell: periodOf },
  {
    key: 'state',
    title: words().state,
    width: 120,
    cell: ({ state, error }) => (
      <span class={STATE_LOOKS[state]} title={error}>
        {words()[state]}
      </span>
    ),
  },
  {
    key: 'rows',
    title: words().rows,
    width: 90,
    isNumber: true,
    cell: ({ rows }) => <Figure value={String(rows)} />,
  },
  { key: 'by', title: words().by, width: 80, cell: ({ requested_by }) => requested_by },
  {
    key: 'created_at',
    title: words().created,
    width: 160,
    cell: (row) => <Time at={row.created_at} />,
  },
  {
    key: 'finished_at',
    title: words().finished,
    width: 160,
    cell: (row) => <Time at={row.finished_at} />,
  },
];

const NarrowJob = (row: Job) => (
  <>
    #{row.id} <UserText>{row.name}</UserText>{' '}
    <span class={STATE_LOOKS[row.state]}>{words()[row.state]}</span>
    <br />
    <span class="muted">
      {periodOf(row)} · {common().rows(row.rows)} · <Time at={row.created_at} />
    </span>
  </>
);

/** The acts on a job that its state allows. */
const jobMenu = (live: StaffLive, reload: () => Promise<void>, open: (job: Job) => void) => {
  const { rest } = live;
  const act = async (call: Promise<unknown>): Promise<void> => {
    const done = await attempt(call);
    if (!done.ok) toastRefusal(done.refusal);
    await reload();
  };
  const remove = async ({ id, name, rows }: Job): Promise<void> => {
    const isSure = await confirm({
      title: words().deleteTitle,
      text: words().deleteText(name, rows),
      action: common().delete,
      tone: 'danger',
    });
    const params = { path: { id } };
    if (isSure) await act(unwrap(rest.DELETE('/admin/v1/reports/jobs/{id}', { params })));
  };
  return (job: Job): readonly MenuItem[] => {
    const params = { path: { id: job.id } };
    const isUnderWay = job.state === 'queued' || job.state === 'running';
    const cancel = () =>
      void act(unwrap(rest.POST('/admin/v1/reports/jobs/{id}/cancel', { params })));
    const retry = () =>
      void act(unwrap(rest.POST('/admin/v1/reports/jobs/{id}/retry', { params })));
    return [
      { text: words().open, run: () => open(job) },
      { text: words().cancel, run: cancel, isOff: !isUnderWay },
      { text: words().retry, run: retry, isOff: isUnderWay || job.state === 'done' },
      { text: common().delete, run: () => void remove(job), isOff: isUnderWay, tone: 'danger' },
    ];
  };
};

/** The jobs, the newest first; they are read again as jobs go on. */
const Jobs = () => {
  const live = useStaff();
  const { session } = useStaffStore();
  const { route } = useLocation();
  const { query, change } = useQuery();
  const all = query.all === '1';
  const list = useMemo(() => {
    const read = (asked: { all: boolean; page: number; limit: number }) =>
      unwrap(live.rest.GET('/admin/v1/reports/jobs', { params: { query: asked } }));
    return makeList(read, ({ id }: Job) => id, live.clock);
  }, [live]);
  const asked = { all, page: 1, limit: PAGE_JOBS };
  useEffect(() => {
    void list.load(asked);
    return live.connection.listen((socket) =>
      socket.on('event', ({ event }) => {
        if (event === 'report_job') void list.reload();
      }),
    );
  }, [list, all]);
  const open = ({ id }: Job): void => route(jobHref(id));
  const onEnd = (): void => {
    const { length } = list.rows.value;
    if (list.status.value !== 'ready' || length >= (list.page.value?.total ?? 0)) return;
    void list.more({ ...asked, page: Math.floor(length / PAGE_JOBS) + 1 });
  };
  return (
    <>
      {session.can('config.reports') ? (
        <CheckField
          label={words().everyone}
          isChecked={all}
          onChange={(is) => change({ all: is ? '1' : undefined })}
        />
      ) : null}
      <LoadedList
        list={list}
        empty={{
          text: words().noJobs,
          action: <a href={hrefOf('/desk/', 'reports/:tab?')}>{words().toReports}</a>,
        }}
      >
        {(rows) => (
          <Table
            label={words().jobs}
            columns={jobColumns()}
            rows={rows}
            keyOf={({ id }) => id}
            narrow={NarrowJob}
            onOpen={open}
            onEnd={onEnd}
            menuOf={jobMenu(live, () => list.reload(), open)}
          />
        )}
      </LoadedList>
    </>
  );
};

/** A list that is read once: the reports, or the modules. */
const useOnce = <Row,>(
  read: (rest: StaffLive['rest']) => Promise<Row[]>,
  keyOf: (row: Row) => string,
) => {
  const live = useStaff();
  const list = useMemo(() => {
    const page = async () => ({ items: await read(live.rest) });
    return makeList<Row, object, { items: Row[] }>(page, keyOf, live.clock);
  }, [live]);
  useEffect(() => void list.load({}), [list]);
  return list;
};

const Catalog = () => {
  const { route } = useLocation();
  const [asked, setAsked] = useState<Available | null>(null);
  const list = useOnce<Available>(
    (rest) => unwrap(rest.GET('/admin/v1/reports')),
    ({ id }) => String(id),
  );
  return (
    <>
      <LoadedList list={list} empty={{ text: words().noReports }}>
        {(rows) => (
          <Table
            label={words().reports}
            columns={reportColumns(setAsked)}
            rows={rows}
            keyOf={({ id }) => id}
            narrow={NarrowReport}
            onOpen={setAsked}
            menuOf={(row) => [{ text: words().run, run: () => setAsked(row) }]}
          />
        )}
      </LoadedList>
      {asked === null ? null : (
        <Run
          report={asked}
          onClose={(job) => {
            setAsked(null);
            if (job !== null) route(jobHref(job.id));
          }}
        />
      )}
    </>
  );
};

const Modules = () => {
  const list = useOnce<ReportModule>(
    (rest) => unwrap(rest.GET('/admin/v1/reports/modules')),
    ({ module }) => module,
  );
  return (
    <LoadedList list={list} empty={{ text: common().nothing }}>
      {(rows) => (
        <Table
          label={words().modules}
          columns={moduleColumns()}
          rows={rows}
          keyOf={({ module }) => module}
          narrow={(row) => (
            <>
              {moduleTitle(row)} <span class="muted">{row.module}</span>
              <br />
              <span class="muted">{moduleContent(row)}</span>
            </>
          )}
        />
      )}
    </LoadedList>
  );
};

/** May the rows of a job be taken away? The reports that may be requested say so. */
const useCanExport = (): boolean => {
  const { session } = useStaffStore();
  return session.can('config.reports') || session.can('reports.export');
};

/** Reports, with the tab and the job of the address. */
const Reports = () => {
  const { params } = useRoute();
  const { route } = useLocation();
  const canExport = useCanExport();
  const tab: ReportsTab = params.tab === 'jobs' || params.tab === 'modules' ? params.tab : 'list';
  const id = Number(params.id) || null;
  return (
    <div class="fill reports">
      <h1 class="visually-hidden">{words().title}</h1>
      <Tabs<ReportsTab>
        label={words().title}
        tabs={[
          { name: 'list', text: words().reports },
          { name: 'jobs', text: words().jobs },
          { name: 'modules', text: words().modules },
        ]}
        selected={tab}
        onSelect={(name) =>
          route(hrefOf('/desk/', 'reports/:tab?', name === 'list' ? {} : { tab: name }))
        }
      >
        <div class="panel report-part">
          {tab === 'list' ? <Catalog /> : null}
          {tab === 'modules' ? <Modules /> : null}
          {tab === 'jobs' ? (
            id === null ? (
              <Jobs />
            ) : (
              <Result key={id} id={id} canExport={canExport} />
            )
          ) : null}
        </div>
      </Tabs>
    </div>
  );
};

export default Reports;
