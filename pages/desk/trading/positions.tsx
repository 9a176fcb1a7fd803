// Open positions across accounts, live by a mask of groups: bulk close, correct, delete, export.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { saveExport } from '../../lists/files.js';
import { lotsOf, type TradeFilters } from '../../lists/trade-rows.js';
import { type Attempt, attempt } from '../../live/refusal.js';
import type { StaffPositionRow } from '../../live/rows.js';
import type { StaffLive } from '../../live/staff.js';
import { lotsText } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import type { MenuItem } from '../../ui/menu.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { BulkDialog, type OpenedBulk } from './bulk-dialog.js';
import { CorrectDialog } from './correct-dialog.js';
import { deletePositions } from './delete.js';
import { useLiveValues } from './live-values.js';
import { type LivePosition, narrowPosition, positionColumns } from './positions-columns.js';
import { ShownActs, Trades, useTradeRows } from './trades-view.js';
import { words } from './words.js';

/** Deals of a position that are read to find its first one. */
const DEALS_READ = 1_000;

type PositionRows = readonly StaffPositionRow[];

const idsOf = (rows: PositionRows): readonly number[] => rows.map(({ id }) => id);

/** The id of the deal that opened a position; null = the list does not have it yet. */
const openingDeal = (
  { rest }: StaffLive,
  login: number,
  position_id: number,
): Promise<Attempt<number | null>> => {
  const params = { path: { login }, query: { position_id, limit: DEALS_READ } };
  const call = rest.GET('/admin/v1/accounts/{login}/deals', { params });
  return attempt(unwrap(call).then(({ items }) => items.at(-1)?.id ?? null));
};

/** The acts on positions that the user has the rights for, and their dialogs. */
const useActs = () => {
  const live = useStaff();
  const { session } = useStaffStore();
  const { route } = useLocation();
  const [bulk, setBulk] = useState<OpenedBulk | null>(null);
  const [corrected, setCorrected] = useState<StaffPositionRow | null>(null);
  const canEdit = session.can('positions.bulk_close');
  const canDelete = session.can('positions.delete');
  const close = (rows: PositionRows): void =>
    setBulk({ target: { positions: idsOf(rows) }, acts: { close_positions: true } });
  const clear = (rows: PositionRows): void =>
    setBulk({ target: { positions: idsOf(rows) }, acts: { clear_stops: true } });
  const remove = (rows: PositionRows): void => void deletePositions(live, idsOf(rows));
  const openAccount = ({ login }: StaffPositionRow): void =>
    route(hrefOf('/desk/', 'accounts/:login', { login }));
  /** Goes to the explanation of the deal that opened the position. */
  const explain = async ({ id, login }: StaffPositionRow): Promise<void> => {
    const deal = await openingDeal(live, login, id);
    if (!deal.ok) toastRefusal(deal.refusal);
    else if (deal.value === null) toast({ text: words().noDeal, tone: 'plain' });
    else route(hrefOf('/desk/', 'deals/:id', { id: deal.value }));
  };
  const menuOf = (row: StaffPositionRow): readonly MenuItem[] => {
    const edits: readonly MenuItem[] = [
      { text: words().closeMarked, icon: 'close', run: () => close([row]) },
      { text: words().clearStops, icon: 'minus', run: () => clear([row]) },
      { text: words().correct, icon: 'pencil', run: () => setCorrected(row) },
    ];
    const deletion: MenuItem = {
      text: words().delete,
      icon: 'trash',
      tone: 'danger',
      run: () => remove([row]),
    };
    return [
      { text: words().openAccount, icon: 'user', run: () => openAccount(row) },
      { text: words().explainOpening, icon: 'info', run: () => void explain(row) },
      ...(canEdit ? edits : []),
      ...(canDelete ? [deletion] : []),
    ];
  };
  const actsOf = (rows: PositionRows) => (
    <>
      <Button onClick={() => close(rows)}>{words().closeMarked}</Button>
      <Button onClick={() => clear(rows)}>{words().clearStops}</Button>
      {canDelete ? <Button onClick={() => remove(rows)}>{words().delete}</Button> : null}
    </>
  );
  const dialogs = (rows: PositionRows) => (
    <>
      {bulk === null ? null : <BulkDialog {...bulk} onClose={() => setBulk(null)} />}
      {corrected === null ? null : (
        <CorrectDialog
          position={corrected}
          isThere={rows.some(({ id }) => id === corrected.id)}
          onClose={() => setCorrected(null)}
        />
      )}
    </>
  );
  return { canEdit, close, menuOf, actsOf: canEdit ? actsOf : null, dialogs };
};

/** Live values of the drawn positions, and the file of all that fit. */
const useReads = (filters: TradeFilters, rows: PositionRows) => {
  const live = useStaff();
  const { rest } = live;
  const read = async (page: number, limit: number): Promise<readonly LivePosition[]> => {
    const query = { ...filters, page, limit };
    return (await unwrap(rest.GET('/admin/v1/positions', { params: { query } }))).items;
  };
  const save = async (): Promise<void> => {
    const call = rest.GET('/admin/v1/positions/export', {
      params: { query: filters },
      parseAs: 'text',
    });
    const saved = await saveExport('positions.csv', call);
    if (!saved.ok) toastRefusal(saved.refusal);
  };
  return { ...useLiveValues(live, rows, read, JSON.stringify(filters)), save };
};

/** Open positions across accounts. */
const Positions = () => {
  const state = useTradeRows('positions');
  const { live, filters, rows } = state;
  const { canEdit, close, menuOf, actsOf, dialogs } = useActs();
  const { values, onDrawn, save } = useReads(filters, rows);
  const act = {
    text: words().bulkShown,
    isOff: rows.length === 0,
    run: () => close(rows),
  };
  return (
    <>
      <Trades
        title={words().positions}
        empty={words().noPositions}
        state={state}
        columns={positionColumns(live, values)}
        narrow={narrowPosition(live, values)}
        onDrawn={onDrawn}
        menuOf={menuOf}
        acts={<ShownActs act={canEdit ? act : null} onExport={() => void save()} />}
        actsOf={actsOf}
        total={words().totalPositions(
          rows.length,
          lotsText(lotsOf(rows, 'buy')),
          lotsText(lotsOf(rows, 'sell')),
        )}
      />
      {dialogs(rows)}
    </>
  );
};

export default Positions;
