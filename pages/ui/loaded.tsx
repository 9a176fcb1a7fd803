// The states of what is loaded: nothing yet, old rows, nothing there, refused, no right, gone.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { List, ListStatus } from '../live/lists.js';
import type { Refusal } from '../live/refusal.js';
import type { LackedRights } from '../live/session.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { refusalText } from '../texts/refusals.js';
import { Button } from './button.js';
import { Icon } from './icons.js';

const words = texts({
  noRight: ['This view needs a right that you do not have.', 'Für diese Ansicht fehlt ein Recht.'],
  missing: [(names: string) => `Missing: ${names}.`, (names) => `Es fehlt: ${names}.`],
  missingAny: [
    (names: string) => `Missing one of: ${names}.`,
    (names) => `Es fehlt eines von: ${names}.`,
  ],
});

/** Placeholders are drawn after this time in ms: a quick answer makes no flicker. */
const SKELETON_MS = 150;

/** Shapes that keep the layout while the first rows come. */
export const Skeleton = ({ rows = 6 }: { readonly rows?: number }) => {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), SKELETON_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="skeleton" role="status" aria-label={common().loading}>
      {isShown ? Array.from({ length: rows }, (_, at) => <div key={at} />) : null}
    </div>
  );
};

/** A sentence where there is nothing, and the action that ends that. */
export const Empty = ({ text, action }: EmptyProps) => (
  <div class="empty">
    <p>{text}</p>
    {action}
  </div>
);
/** The props of an empty place. */
interface EmptyProps {
  readonly text: string;
  readonly action?: ComponentChildren;
}

/** A refusal: its sentence, the request id to copy, and a way to try again. */
export const RefusalNote = ({ refusal, onRetry }: RefusalNoteProps) => (
  <div class="note fault-note" role="alert">
    <Icon name="warning" />
    <div class="grow">
      <p>{refusalText(refusal)}</p>
      {refusal.request_id === null ? null : (
        <button
          type="button"
          class="link"
          title={common().copy}
          onClick={() => void navigator.clipboard?.writeText(refusal.request_id ?? '')}
        >
          {common().requestId(refusal.request_id)}
        </button>
      )}
    </div>
    {onRetry === undefined ? null : (
      <Button icon="reload" onClick={onRetry}>
        {common().retry}
      </Button>
    )}
  </div>
);
interface RefusalNoteProps {
  readonly refusal: Refusal;
  readonly onRetry?: (() => void) | undefined;
}

/** A fact that the user should see: read-only, offline, gone. */
export const Note = ({ children, tone = 'plain' }: NoteProps) => (
  <div class={`note ${tone}`} role="status">
    <Icon name={tone === 'warn' ? 'warning' : 'info'} />
    <div class="grow">{children}</div>
  </div>
);
interface NoteProps {
  readonly children: ComponentChildren;
  readonly tone?: 'plain' | 'warn' | undefined;
}

/** The view in place of a deep link's view when the user lacks rights for it. */
export const NoRight = ({ lacked: { all, any } }: { readonly lacked: LackedRights }) => {
  const needed = any.length === 1 ? [...all, ...any] : all;
  const sentences = [
    words().noRight,
    ...(needed.length > 0 ? [words().missing(needed.join(', '))] : []),
    ...(any.length > 1 ? [words().missingAny(any.join(', '))] : []),
  ];
  return <Empty text={sentences.join(' ')} />;
};

/** The state of what a view shows. */
interface LoadedProps {
  readonly status: ListStatus;
  readonly refusal: Refusal | null;
  /** Is there something to show? Old rows stay while new ones are read. */
  readonly hasContent: boolean;
  /** Without it an empty answer is shown by `children`. */
  readonly empty?: EmptyProps | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly skeletonRows?: number | undefined;
  readonly children: ComponentChildren;
}

/** Draws the state of something that is loaded, around its content. */
export const Loaded = (props: LoadedProps) => {
  const { status, refusal, hasContent, empty, onRetry, skeletonRows = 6, children } = props;
  const isFirst =
    !hasContent && (status === 'idle' || status === 'loading' || status === 'pending');
  if (isFirst) return <Skeleton rows={skeletonRows} />;
  const isUnderWay = status === 'loading' || status === 'pending';
  return (
    <div class="loaded" aria-busy={isUnderWay}>
      {isUnderWay ? <div class="thin-bar" /> : null}
      {refusal === null || status !== 'failed' ? null : (
        <RefusalNote refusal={refusal} onRetry={onRetry} />
      )}
      {status === 'ready' && !hasContent && empty !== undefined ? <Empty {...empty} /> : null}
      {hasContent || (status === 'ready' && empty === undefined) ? children : null}
    </div>
  );
};

interface LoadedListProps<Row> {
  readonly list: Pick<List<Row, never>, 'rows' | 'status' | 'refusal' | 'reload'>;
  readonly empty: EmptyProps;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}

/** The same for a list of the store. */
export const LoadedList = <Row,>({ list, empty, children }: LoadedListProps<Row>) => (
  <Loaded
    status={list.status.value}
    refusal={list.refusal.value}
    hasContent={list.rows.value.length > 0}
    empty={empty}
    onRetry={() => void list.reload()}
  >
    {children(list.rows.value)}
  </Loaded>
);
