// The dialog of a bulk close: the server's preview, then the trades by 1,000 with their progress.

import { useEffect, useState } from 'preact/hooks';
import { unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { AccountLink } from '../../lists/cells.js';
import { TwoLines } from '../../lists/two-lines.js';
import { type Attempt, attempt } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { Button } from '../../ui/button.js';
import { confirmedAct } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { CheckField, TextField } from '../../ui/field.js';
import { Note, RefusalNote, Skeleton } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { Figure, UserText } from '../../ui/values.js';
import {
  accountsOf,
  type BulkActs,
  type BulkCall,
  type BulkReply,
  type BulkResult,
  type BulkRun,
  type BulkTarget,
  type BulkTurn,
  makeBulkRun,
  type PreviewSum,
  previewBody,
  previewSums,
  resultsByStatus,
} from './bulk.js';
import { words } from './words.js';

/** Longest comment of a trade. */
const COMMENT_MAX = 64;

const SHOWN: readonly (keyof BulkActs)[] = ['close_positions', 'delete_orders', 'clear_stops'];

const actText = (act: keyof BulkActs): string =>
  ({
    close_positions: words().actClose,
    delete_orders: words().actDelete,
    clear_stops: words().actClear,
  })[act];

/** The acts that were done, in words. */
const doneText = (acts: BulkActs): string =>
  SHOWN.filter((act) => acts[act])
    .map(actText)
    .join(', ');

/** The number of the thousand that is sent, where there are several. */
const partText = ({ part, parts }: BulkTurn): string => {
  if (part === 1 && (parts ?? 1) === 1) return '';
  return parts === null ? ` (${words().part(part)})` : ` (${words().partOf(part, parts)})`;
};

/** The words of the button, which say what it does. */
const goText = (acts: BulkActs, total: number): string => {
  const [only, ...others] = SHOWN.filter((act) => acts[act]);
  if (only === undefined || others.length > 0) return words().go(total);
  return {
    close_positions: words().goClose,
    delete_orders: words().goDelete,
    clear_stops: words().goClear,
  }[only](total);
};

const sumColumns = (): readonly Column<PreviewSum>[] => [
  { key: 'symbol', title: words().symbol, cell: (row) => <UserText>{row.symbol}</UserText> },
  { key: 'positions', title: words().positions, isNumber: true, cell: (row) => row.positions },
  {
    key: 'buy',
    title: words().long,
    isNumber: true,
    cell: ({ buy }) => <Figure value={buy} digits={2} />,
  },
  {
    key: 'sell',
    title: words().short,
    isNumber: true,
    cell: ({ sell }) => <Figure value={sell} digits={2} />,
  },
  { key: 'orders', title: words().orders, isNumber: true, cell: (row) => row.orders },
];

const statusText = (status: BulkResult['status']): string =>
  ({ done: words().done, queued: words().queued, rejected: words().rejected })[status];
const STATUS_LOOK = { done: 'up', queued: 'warn', rejected: 'down' } as const;

const resultColumns = (): readonly Column<BulkResult>[] => [
  { key: 'id', title: words().number, width: 84, cell: ({ id }) => `#${id}` },
  {
    key: 'login',
    title: words().account,
    width: 84,
    cell: ({ login }) => <AccountLink login={login} />,
  },
  {
    key: 'symbol',
    title: words().symbol,
    width: 96,
    cell: ({ symbol }) => <UserText>{symbol}</UserText>,
  },
  {
    key: 'status',
    title: words().result,
    cell: ({ status, message }) => (
      <span class={STATUS_LOOK[status]}>
        {statusText(status)}
        {status === 'rejected' ? `: ${message}` : ''}
      </span>
    ),
  },
];

const narrowResult = ({ id, login, symbol, status, message }: BulkResult) => (
  <TwoLines
    first={
      <>
        #{id} <UserText>{symbol}</UserText>
      </>
    }
    firstEnd={<span class={STATUS_LOOK[status]}>{statusText(status)}</span>}
    second={status === 'rejected' ? message : ''}
    secondEnd={<AccountLink login={login} />}
  />
);

interface BulkPreviewProps {
  readonly preview: Attempt<BulkReply> | null;
  readonly isAsked: boolean;
}

const Preview = ({ preview, isAsked }: BulkPreviewProps) => {
  if (!isAsked) return <p class="muted">{words().chooseAct}</p>;
  if (preview === null) return <Skeleton rows={2} />;
  if (!preview.ok) return <RefusalNote refusal={preview.refusal} />;
  const { total, positions, orders } = preview.value;
  const isWhole = total <= positions.length + orders.length;
  if (total === 0) return <p class="muted">{words().nothingFits}</p>;
  return (
    <>
      <p>
        {words().willDo(total)}{' '}
        {isWhole ? words().concerned(accountsOf(preview.value)) : words().firstOnly}
      </p>
      <div class="bulk-table">
        <Table
          label={words().bulkTitle}
          columns={sumColumns()}
          rows={previewSums(preview.value)}
          keyOf={({ symbol }) => symbol}
        />
      </div>
    </>
  );
};

interface BulkProgressProps {
  readonly run: BulkRun;
  readonly total: number;
}

const Progress = ({ run, total }: BulkProgressProps) => {
  const { kind, results, refusal } = run.progress.value;
  const count = (status: BulkResult['status']): number =>
    results.filter((result) => result.status === status).length;
  const whole = Math.max(total, results.length);
  return (
    <>
      <div class="stack" role="status">
        <progress max={whole} value={results.length} aria-label={words().bulkTitle} />
        <p>
          {words().progress(results.length, whole)} · {words().done} {count('done')} ·{' '}
          {words().queued} {count('queued')} · {words().rejected} {count('rejected')}
        </p>
        {kind === 'finished' ? <p>{words().finished}</p> : null}
      </div>
      {kind === 'stopped' ? <Note tone="warn">{words().stopped}</Note> : null}
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      {results.length === 0 ? null : (
        <div class="bulk-table">
          <Table
            label={words().result}
            columns={resultColumns()}
            rows={resultsByStatus(results)}
            keyOf={({ kind: of, id, operation }) => `${of} ${id} ${operation}`}
            narrow={narrowResult}
          />
        </div>
      )}
    </>
  );
};

/**
 * The effect of the acts now, by the server's preview, which is read again when the acts change.
 */
const usePreview = (target: BulkTarget, acts: BulkActs, isAsked: boolean) => {
  const { rest } = useStaff();
  const [preview, setPreview] = useState<Attempt<BulkReply> | null>(null);
  useEffect(() => {
    setPreview(null);
    if (!isAsked) return undefined;
    let isOver = false;
    const body = previewBody(target, acts);
    void attempt(unwrap(rest.POST('/admin/v1/positions/bulk-close', { body }))).then((answer) => {
      if (!isOver) setPreview(answer);
    });
    return () => {
      isOver = true;
    };
  }, [acts]);
  return preview;
};

/**
 * The acts that fit the trades: orders alone have no positions to close, and the other way round.
 */
const offeredActs = ({ positions, orders }: BulkTarget): readonly (keyof BulkActs)[] => {
  if (positions !== undefined) return SHOWN.filter((act) => act !== 'delete_orders');
  return orders !== undefined ? SHOWN.filter((act) => act !== 'close_positions') : SHOWN;
};

/** A bulk close that the user has opened. */
export interface OpenedBulk {
  readonly target: BulkTarget;
  /** The acts that are chosen when the dialog opens. */
  readonly acts: Partial<BulkActs>;
}

interface BulkDialogProps extends OpenedBulk {
  readonly onClose: () => void;
}

/** The chosen acts, and the run once it is started. */
const useBulk = ({ target, acts: first }: OpenedBulk) => {
  const { rest, uuid } = useStaff();
  const [acts, setActs] = useState<BulkActs>({
    close_positions: false,
    delete_orders: false,
    clear_stops: false,
    ...first,
  });
  const [comment, setComment] = useState('');
  const [run, setRun] = useState<BulkRun | null>(null);
  const call: BulkCall = (body, key, part) =>
    confirmedAct(
      rest,
      (given) =>
        unwrap(
          rest.POST('/admin/v1/positions/bulk-close', {
            body: { ...body, ...given },
            params: { header: { 'Idempotency-Key': key } },
          }),
        ),
      `${doneText(acts)}${partText(part)}`,
    );
  const start = (): void => {
    const made = makeBulkRun(target, acts, comment.trim(), call, uuid);
    setRun(made);
    void made.go();
  };
  return { acts, setActs, comment, setComment, run, start };
};

interface BulkFooterProps {
  readonly run: BulkRun | null;
  readonly acts: BulkActs;
  readonly total: number;
  readonly start: () => void;
  readonly onClose: () => void;
}

const BulkFooter = ({ run, acts, total, start, onClose }: BulkFooterProps) => {
  if (run === null) {
    return (
      <>
        <Button onClick={onClose} isFocused>
          {common().cancel}
        </Button>
        <Button tone="danger" isOff={total === 0} onClick={start}>
          {goText(acts, total)}
        </Button>
      </>
    );
  }
  const { kind } = run.progress.value;
  if (kind === 'running') return <Button onClick={run.stop}>{words().stop}</Button>;
  return (
    <>
      <Button onClick={onClose} isFocused>
        {common().close}
      </Button>
      {kind === 'finished' ? null : <Button onClick={() => void run.go()}>{words().again}</Button>}
    </>
  );
};

/** Closes positions, cancels orders, clears stops. */
export const BulkDialog = ({ target, acts: first, onClose }: BulkDialogProps) => {
  const { acts, setActs, comment, setComment, run, start } = useBulk({ target, acts: first });
  const isAsked = Object.values(acts).includes(true);
  const preview = usePreview(target, acts, isAsked);
  const total = preview?.ok ? preview.value.total : 0;
  const close = (): void => {
    run?.stop();
    onClose();
  };
  return (
    <Dialog
      title={words().bulkTitle}
      size="wide"
      onClose={close}
      footer={<BulkFooter {...{ run, acts, total, start }} onClose={close} />}
    >
      {run === null ? (
        <>
          <div class="line bulk-acts">
            {offeredActs(target).map((act) => (
              <CheckField
                key={act}
                label={actText(act)}
                isChecked={acts[act]}
                onChange={(is) => setActs({ ...acts, [act]: is })}
              />
            ))}
          </div>
          <TextField
            label={words().comment}
            value={comment}
            onInput={setComment}
            maxLength={COMMENT_MAX}
          />
          <Preview preview={preview} isAsked={isAsked} />
        </>
      ) : (
        <Progress run={run} total={total} />
      )}
    </Dialog>
  );
};
